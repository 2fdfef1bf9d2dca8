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
package io.github.retrystarter.budget;

import java.time.Duration;

/**
 * How many retries a policy may make: over the last window, the larger of {@code minRetries} and {@code ratio} times its
 * calls.
 *
 * @param enabled whether retries are limited at all
 * @param ratio retries for each call, not negative; 0.2 allows one for five
 * @param window the time over which calls and retries are counted, longer than nothing
 * @param minRetries the retries that are always allowed in a window, not negative
 * @since 0.1.0
 */
public record BudgetSettings(boolean enabled, double ratio, Duration window, int minRetries) {

    /** One retry for five calls over ten seconds, and ten in any case. */
    public static final BudgetSettings DEFAULT = new BudgetSettings(true, 0.2, Duration.ofSeconds(10), 10);

    /** Refuses values that limit nothing or everything. */
    public BudgetSettings {
        if (!(ratio >= 0) || Double.isInfinite(ratio)) {
            throw new IllegalArgumentException("budget.ratio (" + ratio + ") must be a number of at least 0");
        }
        if (window.isZero() || window.isNegative()) {
            throw new IllegalArgumentException("budget.window (" + window + ") must be longer than nothing");
        }
        if (minRetries < 0) {
            throw new IllegalArgumentException("budget.min-retries (" + minRetries + ") must not be negative");
        }
    }

    long windowNanos() {
        try {
            return window.toNanos();
        } catch (ArithmeticException beyondTwoHundredYears) {
            return Long.MAX_VALUE;
        }
    }

    /** The most retries for so many calls. */
    double bound(double calls) {
        return Math.max(minRetries, ratio * calls);
    }
}
