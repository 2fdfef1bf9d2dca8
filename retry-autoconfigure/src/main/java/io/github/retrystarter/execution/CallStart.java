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

import org.jspecify.annotations.Nullable;

/**
 * What a call remembers of its start in case its first attempt fails.
 *
 * @param state what the policy worked with at that moment
 * @param attempt the first attempt
 * @param permission the permission of the circuit breaker; null where the policy has none
 * @param nanos the reading of the clock; 0 where there is no deadline, which needs none
 * @param sequence the number of the latest give-up marker at that moment
 * @param watched what observers see of the call; null where there are none
 * @param thread the identity of the thread that made the first attempt
 */
record CallStart(
        PolicyState state,
        Attempt attempt,
        RetryBreaker.@Nullable Permission permission,
        long nanos,
        long sequence,
        @Nullable WatchedCall watched,
        long thread) {

    /** On the current thread. */
    CallStart(
            PolicyState state,
            Attempt attempt,
            RetryBreaker.@Nullable Permission permission,
            long nanos,
            long sequence,
            @Nullable WatchedCall watched) {
        this(
                state,
                attempt,
                permission,
                nanos,
                sequence,
                watched,
                Thread.currentThread().getId());
    }

    static CallStart of(
            PolicyState state,
            Attempt attempt,
            RetryBreaker.@Nullable Permission permission,
            @Nullable WatchedCall watched) {
        return new CallStart(state, attempt, permission, state.startNanos(), GiveUpMarker.latestSequence(), watched);
    }
}
