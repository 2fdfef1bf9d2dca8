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
 * The sums behind the built-in strategies: whole milliseconds in a {@code long}, from zero to {@link Long#MAX_VALUE},
 * which takes whatever would be larger. An attempt below 1 counts as 1. Nothing here allocates, and no loop takes more
 * than 63 steps.
 */
final class BackoffArithmetic {

    private static final long MILLIS_PER_SECOND = 1_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private BackoffArithmetic() {}

    /** Returns the whole milliseconds of a duration, rounded up; zero for a negative one. */
    static long millis(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        long seconds = duration.getSeconds();
        if (seconds > Long.MAX_VALUE / MILLIS_PER_SECOND) {
            return Long.MAX_VALUE;
        }
        long fraction = (duration.getNano() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
        return saturatedSum(seconds * MILLIS_PER_SECOND, fraction);
    }

    /** Returns {@code min(cap, base + (attempt - 1) * increment)}. */
    static long linear(long base, long cap, long increment, int attempt) {
        if (base >= cap) {
            return cap;
        }
        long steps = stepsBefore(attempt);
        if (increment > 0 && steps > (cap - base) / increment) {
            return cap;
        }
        return base + steps * increment;
    }

    /**
     * Returns {@code min(cap, base * multiplier^(attempt - 1))}, for a base from 1: exact for a whole multiplier, else
     * rounded half up once, at the end. It does not fall from one attempt to the next.
     */
    static long exponential(long base, long cap, double multiplier, int attempt) {
        int steps = stepsBefore(attempt);
        if (steps == 0 || multiplier == 1 || base >= cap) {
            return Math.min(base, cap);
        }
        return multiplier == Math.rint(multiplier)
                ? wholeGrowth(base, cap, (long) multiplier, steps)
                : fractionalGrowth(base, cap, multiplier, steps);
    }

    private static long wholeGrowth(long base, long cap, long multiplier, int steps) {
        long wait = base;
        for (int step = 0; step < steps; step++) {
            if (wait > cap / multiplier) {
                return cap;
            }
            wait *= multiplier;
        }
        return wait;
    }

    private static long fractionalGrowth(long base, long cap, double multiplier, int steps) {
        // Squaring needs 31 steps at most, however slow the growth. What outgrows a double is infinite, and so the cap.
        double growth = 1;
        double square = multiplier;
        for (int left = steps; left > 0; left >>= 1) {
            if ((left & 1) == 1) {
                growth *= square;
            }
            square *= square;
        }
        return Math.min(cap, Math.round(base * growth));
    }

    /** Returns three times a wait. */
    static long tripled(long wait) {
        return wait > Long.MAX_VALUE / 3 ? Long.MAX_VALUE : 3 * wait;
    }

    /** Draws once, evenly, from zero to {@code most}, both included. */
    static long draw(long most, RandomGenerator random) {
        if (most < Integer.MAX_VALUE) {
            return random.nextInt((int) most + 1);
        }
        if (most < Long.MAX_VALUE) {
            return random.nextLong(most + 1);
        }
        // One more than this is no long: the 63 upper bits of a draw from all longs are even over the same range.
        return random.nextLong() >>> 1;
    }

    /** Takes a setting that may be zero and returns it in whole milliseconds, rounded up. */
    static Duration notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " (" + value + ") must not be negative");
        }
        return Duration.ofMillis(millis(value));
    }

    /** Takes a base that has to be longer than zero and returns it in whole milliseconds, rounded up. */
    static Duration positiveBase(Duration value) {
        if (value.isZero()) {
            throw new IllegalArgumentException(
                    "base (" + value + ") must be longer than zero, which only a constant backoff allows");
        }
        return notNegative("base", value);
    }

    /** Refuses a multiplier that does not grow. */
    static void requireGrowth(double multiplier) {
        if (!(multiplier >= 1 && Double.isFinite(multiplier))) {
            throw new IllegalArgumentException("multiplier (" + multiplier + ") must be a finite number of 1 or more");
        }
    }

    private static int stepsBefore(int attempt) {
        return Math.max(attempt, 1) - 1;
    }

    private static long saturatedSum(long left, long right) {
        return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
    }
}
