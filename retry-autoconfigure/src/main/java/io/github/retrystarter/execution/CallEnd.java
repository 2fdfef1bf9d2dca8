/*
 * Copyright 2026 the Retry Starter authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.retrystarter.execution;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;

/**
 * How a call ended.
 *
 * @param outcome whether and how it succeeded
 * @param reason why it was given up; null where it succeeded
 * @param attempts the attempts made
 * @param waited the time waited in this call
 * @param failure the last failure; null where the call succeeded or was cancelled, and where a returned value was the
 *     failure
 * @since 0.1.0
 */
public record CallEnd(
        CallOutcome outcome,
        @Nullable GiveUpReason reason,
        int attempts,
        Duration waited,
        @Nullable Throwable failure) {

    /** The end of calls whose first attempt succeeded. */
    static final CallEnd FIRST_TRY = new CallEnd(CallOutcome.FIRST_TRY, null, 1, Duration.ZERO, null);
}
