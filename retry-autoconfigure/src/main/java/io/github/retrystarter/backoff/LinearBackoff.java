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
package io.github.retrystarter.backoff;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Waits longer by the same step before every retry: {@code min(cap, base + (attempt - 1) * increment)}. Draws nothing,
 * so callers that failed together come back together. Immutable and safe for use by many threads.
 *
 * @param base the first wait in milliseconds, a part of one rounded up; longer than zero
 * @param cap the longest wait in milliseconds, a part of one rounded up; from zero, and it wins over a longer base;
 *     {@link Long#MAX_VALUE} milliseconds or more mean no cap
 * @param increment the step in milliseconds, a part of one rounded up; from zero, which never grows
 * @since 0.1.0
 */
public record LinearBackoff(Duration base, Duration cap, Duration increment) implements BackoffStrategy {

    /**
     * Checks the values and rounds them up to whole milliseconds.
     *
     * @throws IllegalArgumentException if a duration is negative or the base is zero
     */
    public LinearBackoff {
        base = BackoffArithmetic.positiveBase(base);
        cap = BackoffArithmetic.notNegative("cap", cap);
        increment = BackoffArithmetic.notNegative("increment", increment);
    }

    @Override
    public Duration waitAfter(int attempt, Duration previousWait, RandomGenerator random) {
        return onlyWait(attempt);
    }

    /** Returns the one wait that the attempt allows. */
    @Override
    public Optional<Duration> ceiling(int attempt, Duration previousWait) {
        return Optional.of(onlyWait(attempt));
    }

    /** Returns the one wait that the attempt allows. */
    @Override
    public Duration floor(int attempt, Duration previousWait) {
        return onlyWait(attempt);
    }

    private Duration onlyWait(int attempt) {
        return Duration.ofMillis(
                BackoffArithmetic.linear(base.toMillis(), cap.toMillis(), increment.toMillis(), attempt));
    }

    @Override
    public Optional<Duration> mean(int attempt) {
        return ceiling(attempt, Duration.ZERO);
    }
}
