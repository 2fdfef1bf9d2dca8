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

import org.jspecify.annotations.Nullable;

/**
 * A service with a finite capacity and a queue before it, first come, first served. What finds the queue full is turned
 * away at once. Immutable.
 *
 * @param workers how many requests it works on at the same time, at least 1
 * @param serviceTime how long it works on a request, longer than nothing
 * @param queue how many requests may wait, not negative
 * @param flakes the share of requests that fail after they were worked on, from 0 to 1
 * @param retryAfter the wait that it asks of those that it turns away, not negative; null for none
 * @since 0.1.0
 */
public record SimulatedService(
        int workers,
        Duration serviceTime,
        int queue,
        double flakes,
        @Nullable Duration retryAfter) {

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range; the message names the value and the rule
     */
    public SimulatedService {
        Checks.positive("workers", workers);
        Checks.longerThanNothing("serviceTime", serviceTime);
        Checks.share("flakes", flakes);
        if (queue < 0) {
            throw new IllegalArgumentException("queue (" + queue + ") must not be negative");
        }
        if (retryAfter != null) {
            Checks.notNegative("retryAfter", retryAfter);
        }
    }

    /**
     * Sets up a service that never runs out of capacity.
     *
     * @param serviceTime how long it works on a request, longer than nothing
     * @param flakes the share of requests that fail, from 0 to 1
     * @return the service
     */
    public static SimulatedService unbounded(Duration serviceTime, double flakes) {
        return new SimulatedService(Integer.MAX_VALUE, serviceTime, 0, flakes, null);
    }

    /**
     * Returns the most requests that it can serve.
     *
     * @return requests per second
     */
    public double capacity() {
        return workers * 1e9 / serviceTime.toNanos();
    }
}
