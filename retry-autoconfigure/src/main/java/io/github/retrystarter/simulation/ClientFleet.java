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
package io.github.retrystarter.simulation;

import java.time.Duration;
import java.util.Objects;

/**
 * The instances of an application that call a service. Each has a budget of its own. Immutable.
 *
 * @param instances how many there are, at least 1
 * @param callsPerSecond the calls of one instance each second, above 0 and at most a million
 * @param arrivals how the calls come
 * @param timeout how long an attempt waits for its answer, longer than nothing; the service does not notice that the
 *     client has left
 * @since 0.1.0
 */
public record ClientFleet(int instances, double callsPerSecond, Arrivals arrivals, Duration timeout) {

    private static final int MOST_CALLS = 1_000_000;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range; the message names the value and the rule
     */
    public ClientFleet {
        Objects.requireNonNull(arrivals, "arrivals");
        Checks.positive("instances", instances);
        Checks.longerThanNothing("timeout", timeout);
        if (!(callsPerSecond > 0 && callsPerSecond <= MOST_CALLS)) {
            throw new IllegalArgumentException(
                    "callsPerSecond (" + callsPerSecond + ") must be above 0 and at most " + MOST_CALLS);
        }
    }
}
