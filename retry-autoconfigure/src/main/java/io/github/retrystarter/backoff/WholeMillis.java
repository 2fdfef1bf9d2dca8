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
import java.util.random.RandomGenerator;

/**
 * Sums in whole milliseconds, from zero to {@link Long#MAX_VALUE}, which takes whatever would be larger. No method throws,
 * and none allocates.
 *
 * @since 0.1.0
 */
public final class WholeMillis {

    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private WholeMillis() {}

    /**
     * Returns a duration in whole milliseconds.
     *
     * @param duration any duration
     * @return the milliseconds, rounded up; zero for a negative duration
     */
    public static long of(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        long seconds = duration.getSeconds();
        if (seconds > Long.MAX_VALUE / MILLIS_PER_SECOND) {
            return Long.MAX_VALUE;
        }
        long fraction = (duration.getNano() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
        return sum(seconds * MILLIS_PER_SECOND, fraction);
    }

    /**
     * Returns a duration rounded up to whole milliseconds.
     *
     * @param duration any duration
     * @return the same object where there is nothing to round; zero for a negative duration
     */
    public static Duration rounded(Duration duration) {
        boolean whole = !duration.isNegative()
                && duration.getSeconds() < Long.MAX_VALUE / MILLIS_PER_SECOND
                && duration.getNano() % NANOS_PER_MILLI == 0;
        return whole ? duration : Duration.ofMillis(of(duration));
    }

    /**
     * Returns a sum.
     *
     * @param left milliseconds, not negative
     * @param right milliseconds, not negative
     * @return the sum, or the largest long
     */
    public static long sum(long left, long right) {
        return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
    }

    /**
     * Returns a product.
     *
     * @param millis milliseconds, not negative
     * @param count how many times, not negative
     * @return the product, or the largest long
     */
    public static long product(long millis, long count) {
        return count > 0 && millis > Long.MAX_VALUE / count ? Long.MAX_VALUE : millis * count;
    }

    /**
     * Draws once and evenly from {@code [0, most]}, both ends reachable.
     *
     * @param most the largest draw, not negative
     * @param random the source of chance
     * @return the draw
     */
    public static long draw(long most, RandomGenerator random) {
        if (most < Integer.MAX_VALUE) {
            return random.nextInt((int) most + 1);
        }
        if (most < Long.MAX_VALUE) {
            return random.nextLong(most + 1);
        }
        // One more than this is no long: the 63 upper bits of a draw from all longs are even over the same range.
        return random.nextLong() >>> 1;
    }
}
