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
package io.github.retrystarter.benchmark;

import java.util.List;
import java.util.Locale;

/**
 * How many times one thing costs another, from pairs measured in the same round: the geometric mean, and the interval that
 * holds it with 95 %. From a single round there is no interval.
 *
 * @param middle the mean
 * @param low the lower end of the interval
 * @param high its upper end
 * @param rounds how many rounds it comes from
 */
record Ratio(double middle, double low, double high, int rounds) {

    /** With fewer, the interval is too wide to say anything. */
    private static final int ENOUGH = 3;

    /** Student's t for 95 %, two-sided, by degrees of freedom from 1. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131
    };

    static Ratio of(List<Double> ratios) {
        double[] logs = ratios.stream().mapToDouble(Math::log).toArray();
        double mean = mean(logs);
        double half = halfInterval(logs, mean);
        return new Ratio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half), logs.length);
    }

    /** Whether it is at or below a limit as far as can be told: by its lower end, after few rounds by its middle. */
    boolean isWithin(double limit) {
        return (rounds < ENOUGH ? middle : low) <= limit;
    }

    /** The same for a limit from below. */
    boolean isAtLeast(double limit) {
        return (rounds < ENOUGH ? middle : high) >= limit;
    }

    static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** Half the width of the 95 % interval around a mean; zero for a single value. */
    static double halfInterval(double[] values, double mean) {
        int n = values.length;
        if (n < 2) {
            return 0;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double t = T[Math.min(n - 2, T.length - 1)];
        return t * Math.sqrt(squares / (n - 1) / n);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f× (%.2f–%.2f)", middle, low, high);
    }
}
