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
 * Waits longer by the same factor before every retry: {@code min(cap, base * multiplier^(attempt - 1))}, the ladder that
 * {@link FullJitterBackoff} and {@link EqualJitterBackoff} spread. Exact for a whole multiplier; else rounded half up to
 * the millisecond, once, at the end. Draws nothing, so callers that failed together come back together. Immutable and
 * safe for use by many threads.
 *
 * @param base the first wait in milliseconds, a part of one rounded up; longer than zero
 * @param cap the longest wait in milliseconds, a part of one rounded up; from zero, and it wins over a longer base;
 *     {@link Long#MAX_VALUE} milliseconds or more mean no cap
 * @param multiplier the factor from one wait to the next, finite; from 1, which never grows
 * @since 0.1.0
 */
public record ExponentialBackoff(Duration base, Duration cap, double multiplier) implements BackoffStrategy {

    /**
     * Checks the values and rounds the durations up to whole milliseconds.
     *
     * @throws IllegalArgumentException if a duration is negative, the base is zero, or the multiplier is not a finite
     *     number of 1 or more
     */
    public ExponentialBackoff {
        base = BackoffArithmetic.positiveBase(base);
        cap = BackoffArithmetic.notNegative("cap", cap);
        BackoffArithmetic.requireGrowth(multiplier);
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
        return Duration.ofMillis(BackoffArithmetic.exponential(base.toMillis(), cap.toMillis(), multiplier, attempt));
    }

    @Override
    public Optional<Duration> mean(int attempt) {
        return ceiling(attempt, Duration.ZERO);
    }
}
