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
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;

/**
 * How a call ended: with a value, or with a failure and the reason why no further attempt was made.
 *
 * @param value the value; null after a failure, and where the work itself gave null
 * @param failure the last failure, as the work threw it; null after a success
 * @param reason why the call was given up; null after a success
 * @param attempts the attempts made, the first one included
 * @param waited the time waited between them
 * @param <T> the type of the value
 * @since 0.1.0
 */
public record RetryResult<T extends @Nullable Object>(
        @Nullable T value,
        @Nullable Throwable failure,
        @Nullable GiveUpReason reason,
        int attempts,
        Duration waited) {

    /**
     * Returns whether the call gave a value.
     *
     * @return true unless it was given up
     */
    public boolean succeeded() {
        return reason == null;
    }

    /**
     * Returns why the call was given up.
     *
     * @return the reason; empty after a success
     */
    public Optional<GiveUpReason> giveUpReason() {
        return Optional.ofNullable(reason);
    }
}
