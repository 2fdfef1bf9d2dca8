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

import java.lang.reflect.Method;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.WaitSource;

/**
 * Something that happened in a call whose first attempt failed. A call that succeeds at once has no events.
 *
 * @param kind what happened
 * @param policy the name of the policy
 * @param method the annotated method; null for calls made in code
 * @param attempt the number of the attempt that just ended, from 1
 * @param failure the failure of that attempt; null when it succeeded
 * @param delay the wait that comes next; zero unless a retry was decided
 * @param source what decided the length of that wait; null unless a retry was decided
 * @param reason why the call was given up; null unless it was
 * @param waited the time waited so far in this call
 * @param elapsed the time since the call's first failure, or since its start where the policy has a deadline
 * @since 0.1.0
 */
public record RetryEvent(
        Kind kind,
        String policy,
        @Nullable Method method,
        int attempt,
        @Nullable Throwable failure,
        Duration delay,
        @Nullable WaitSource source,
        @Nullable GiveUpReason reason,
        Duration waited,
        Duration elapsed) {

    /** What happened. */
    public enum Kind {

        /** An attempt failed and another one will follow, after {@link RetryEvent#delay()}. Told before the wait. */
        RETRY,

        /** An attempt after the first succeeded. */
        RECOVERED,

        /** An attempt failed and no further one will follow. */
        GAVE_UP
    }
}
