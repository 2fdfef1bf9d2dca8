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

/**
 * One invocation of the work of a call, as the work itself sees it.
 *
 * @param policy the name of the policy
 * @param number the number of this attempt, from 1
 * @param waited the time waited so far in this call, all waits together
 * @param previousFailure the failure of the attempt before this one; null on the first, and where a returned value was
 *     the failure
 * @param key the idempotency key of the call; null where the policy has none
 * @since 0.1.0
 */
public record Attempt(
        String policy,
        int number,
        Duration waited,
        @Nullable Throwable previousFailure,
        @Nullable IdempotencyKey key) {

    static Attempt first(String policy, @Nullable IdempotencyKey key) {
        return new Attempt(policy, 1, Duration.ZERO, null, key);
    }

    /**
     * Returns the attempt that runs on this thread, where its policy has {@code expose-attempt} set.
     *
     * @return the attempt of the innermost such call; empty outside of any
     */
    public static Optional<Attempt> current() {
        return Optional.ofNullable(AttemptScope.current());
    }

    /**
     * Returns whether this is the first attempt of its call.
     *
     * @return true on attempt 1
     */
    public boolean isFirst() {
        return number == 1;
    }

    /**
     * Returns the failure of the attempt before this one.
     *
     * @return the failure; empty on the first attempt
     */
    public Optional<Throwable> lastFailure() {
        return Optional.ofNullable(previousFailure);
    }

    /**
     * Returns the idempotency key of the call. HTTP clients that Spring Boot builds send it by themselves; whoever sends
     * it in another way calls {@link IdempotencyKey#markSent()}.
     *
     * @return the key; empty where the policy has no {@code idempotency-key}
     */
    public Optional<IdempotencyKey> idempotencyKey() {
        return Optional.ofNullable(key);
    }
}
