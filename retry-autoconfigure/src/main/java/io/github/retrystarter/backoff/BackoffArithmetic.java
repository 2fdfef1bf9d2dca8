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

/**
 * The ladders of the built-in strategies in whole milliseconds. An attempt below 1 counts as 1. Nothing here allocates,
 * and no loop takes more than 63 steps.
 */
final class BackoffArithmetic {

    private BackoffArithmetic() {}

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

    /** Takes a setting that may be zero and returns it in whole milliseconds, rounded up. */
    static Duration notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " (" + value + ") must not be negative");
        }
        return Duration.ofMillis(WholeMillis.of(value));
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
}
