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
import java.util.random.RandomGenerator;

import io.github.retrystarter.settings.RetrySettings;

/**
 * Clients that each update the same row once, with optimistic locking: each reads the version and writes with it, and the
 * write succeeds where nobody else has written in between. A client that failed waits as its policy says and reads again.
 * Every message takes a time that is normally distributed. The budget plays no part; each client stands for an instance of
 * its own. Immutable.
 *
 * @param settings the policy of all clients
 * @param clients how many begin at time 0, at least 1
 * @param latency the mean time of a message one way, not negative
 * @param deviation the standard deviation of that time, not negative
 * @param seed the seed of chance
 * @since 0.1.0
 */
public record ContentionSimulation(
        RetrySettings settings, int clients, Duration latency, Duration deviation, long seed) {

    private static final Duration LATENCY = Duration.ofMillis(10);
    private static final Duration DEVIATION = Duration.ofMillis(2);
    private static final long SEED = 1;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range; the message names the value and the rule
     */
    public ContentionSimulation {
        Checks.positive("clients", clients);
        Checks.notNegative("latency", latency);
        Checks.notNegative("deviation", deviation);
    }

    /**
     * Sets up clients whose messages take 10 ms, with a deviation of 2 ms.
     *
     * @param settings the policy; with unlimited attempts every client succeeds in the end
     * @param clients how many clients there are, at least 1
     * @return the simulation
     */
    public static ContentionSimulation of(RetrySettings settings, int clients) {
        return new ContentionSimulation(settings, clients, LATENCY, DEVIATION, SEED);
    }

    /**
     * Returns this simulation with another seed.
     *
     * @param value the seed of chance
     * @return a simulation like this one
     */
    public ContentionSimulation withSeed(long value) {
        return new ContentionSimulation(settings, clients, latency, deviation, value);
    }

    /**
     * Runs the simulation.
     *
     * @return what the updates cost
     */
    public ContentionResult run() {
        return run(Chance.of(seed));
    }

    ContentionResult run(RandomGenerator random) {
        return new ContendedRow(this, random).result();
    }
}
