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
 * Waits anything from the base to three times the previous wait, evenly: {@code min(cap, base + d)} with one draw
 * {@code d} from zero to {@code 3 * previous - base}, both included. The previous wait is the one this strategy gave in
 * the same call, cap included; one below the base, such as the zero after a first attempt, counts as the base. The
 * number of the attempt plays no part: a call that has climbed to the cap can fall back to the base in one step. Holds
 * no walk of its own, so calls that share it do not meet. Immutable and safe for use by many threads.
 *
 * <p>The name and the formula are those of
 * <a href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Exponential Backoff And
 * Jitter</a> on the AWS Architecture Blog, in whole milliseconds. As there, the cap is taken after the draw: a part of
 * the callers at the cap waits exactly that long.
 *
 * @param base the shortest wait in milliseconds, a part of one rounded up; longer than zero
 * @param cap the longest wait in milliseconds, a part of one rounded up; from zero, and below the base every wait is the
 *     cap; {@link Long#MAX_VALUE} milliseconds or more mean no cap
 * @since 0.1.0
 */
public record DecorrelatedJitterBackoff(Duration base, Duration cap) implements BackoffStrategy {

    /**
     * Checks the values and rounds them up to whole milliseconds.
     *
     * @throws IllegalArgumentException if a duration is negative or the base is zero
     */
    public DecorrelatedJitterBackoff {
        base = BackoffArithmetic.positiveBase(base);
        cap = BackoffArithmetic.notNegative("cap", cap);
    }

    @Override
    public Duration waitAfter(int attempt, Duration previousWait, RandomGenerator random) {
        long baseMillis = base.toMillis();
        long drawn = WholeMillis.draw(reach(previousWait) - baseMillis, random);
        return capped(baseMillis + drawn);
    }

    /** Returns three times the previous wait, or the cap where that is shorter; a draw can reach either. */
    @Override
    public Optional<Duration> ceiling(int attempt, Duration previousWait) {
        return Optional.of(capped(reach(previousWait)));
    }

    /** Returns the base, or the cap where that is shorter; a draw can reach either. */
    @Override
    public Duration floor(int attempt, Duration previousWait) {
        return capped(base.toMillis());
    }

    private long reach(Duration previousWait) {
        return BackoffArithmetic.tripled(Math.max(base.toMillis(), WholeMillis.of(previousWait)));
    }

    private Duration capped(long millis) {
        return Duration.ofMillis(Math.min(cap.toMillis(), millis));
    }

    @Override
    public Optional<Duration> mean(int attempt) {
        return Optional.of(
                Duration.ofMillis(DecorrelatedWalk.mean(base.toMillis(), cap.toMillis(), Math.max(attempt, 1))));
    }
}
