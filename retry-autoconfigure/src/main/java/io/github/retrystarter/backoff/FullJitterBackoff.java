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
 * Waits anything from nothing to the exponential ladder, evenly: one draw from zero to
 * {@code min(cap, base * multiplier^(attempt - 1))}, both included. The cap is taken before the draw, so the spread
 * stays when the ladder has reached it. Does not depend on the previous wait. Immutable and safe for use by many
 * threads.
 *
 * <p>The name and the formula are those of
 * <a href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Exponential Backoff And
 * Jitter</a> on the AWS Architecture Blog.
 *
 * @param base the top of the first wait in milliseconds, a part of one rounded up; longer than zero
 * @param cap the longest wait in milliseconds, a part of one rounded up; from zero, and it wins over a longer base;
 *     {@link Long#MAX_VALUE} milliseconds or more mean no cap
 * @param multiplier the factor from one rung of the ladder to the next, finite; from 1, which spreads but never grows
 * @since 0.1.0
 */
public record FullJitterBackoff(Duration base, Duration cap, double multiplier) implements BackoffStrategy {

    /**
     * Checks the values and rounds the durations up to whole milliseconds.
     *
     * @throws IllegalArgumentException if a duration is negative, the base is zero, or the multiplier is not a finite
     *     number of 1 or more
     */
    public FullJitterBackoff {
        base = BackoffArithmetic.positiveBase(base);
        cap = BackoffArithmetic.notNegative("cap", cap);
        BackoffArithmetic.requireGrowth(multiplier);
    }

    @Override
    public Duration waitAfter(int attempt, Duration previousWait, RandomGenerator random) {
        return Duration.ofMillis(WholeMillis.draw(ladder(attempt), random));
    }

    /** Returns the ladder value of the attempt, which a draw can reach. */
    @Override
    public Optional<Duration> ceiling(int attempt, Duration previousWait) {
        return Optional.of(Duration.ofMillis(ladder(attempt)));
    }

    /** Returns zero, which a draw can reach. */
    @Override
    public Duration floor(int attempt, Duration previousWait) {
        return Duration.ZERO;
    }

    private long ladder(int attempt) {
        return BackoffArithmetic.exponential(base.toMillis(), cap.toMillis(), multiplier, attempt);
    }

    @Override
    public Optional<Duration> mean(int attempt) {
        return Optional.of(Duration.ofMillis(Math.round(ladder(attempt) / 2.0)));
    }
}
