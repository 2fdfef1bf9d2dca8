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
import java.util.function.Supplier;

import io.github.retrystarter.settings.RetrySettings;

/**
 * Instances of an application that call a service of finite capacity, each with the same policy and a budget of its own,
 * while something goes wrong for a time: how much do retries add to the load, how many calls succeed, and does the
 * service recover when the trouble is over?
 *
 * <pre>{@code
 * OverloadResult result = OverloadSimulation.of(settings).run();
 * result.recovery();          // the time from the end of the trouble to health, or empty
 * System.out.println(result.table());
 * }</pre>
 *
 * <p>A hold ({@code retry-after.hold}), circuit breakers and nested policies are not simulated. Immutable.
 *
 * @param settings the policy of all instances
 * @param clients the instances
 * @param service the service
 * @param trigger what goes wrong
 * @param duration how long the simulation runs, at least a second; calls that are still open then do not count
 * @param seed the seed of chance
 * @since 0.1.0
 */
public record OverloadSimulation(
        RetrySettings settings,
        ClientFleet clients,
        SimulatedService service,
        Trigger trigger,
        Duration duration,
        long seed) {

    private static final ClientFleet CLIENTS = new ClientFleet(20, 7, Arrivals.RANDOM, Duration.ofSeconds(1));
    private static final SimulatedService SERVICE = new SimulatedService(10, Duration.ofMillis(50), 1_000, 0, null);
    private static final Trigger TRIGGER = Trigger.slowDown(Duration.ofSeconds(30), Duration.ofSeconds(10), 5);
    private static final Duration DURATION = Duration.ofMinutes(3);
    private static final long SEED = 1;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range; the message names the value and the rule
     */
    public OverloadSimulation {
        if (duration.toSeconds() < 1) {
            throw new IllegalArgumentException("duration (" + duration + ") must be at least a second");
        }
    }

    /**
     * Sets up 20 instances with 7 calls a second each and a time-out of 1 s, and a service for 200 requests a second with
     * room for 1,000 more in its queue. After 30 s it becomes five times as slow, for 10 s. The simulation runs for three
     * minutes.
     *
     * @param settings the policy
     * @return the simulation
     */
    public static OverloadSimulation of(RetrySettings settings) {
        return new OverloadSimulation(settings, CLIENTS, SERVICE, TRIGGER, DURATION, SEED);
    }

    /**
     * Returns this simulation with other instances.
     *
     * @param value the instances
     * @return a simulation like this one
     */
    public OverloadSimulation withClients(ClientFleet value) {
        return new OverloadSimulation(settings, value, service, trigger, duration, seed);
    }

    /**
     * Returns this simulation with another service.
     *
     * @param value the service
     * @return a simulation like this one
     */
    public OverloadSimulation withService(SimulatedService value) {
        return new OverloadSimulation(settings, clients, value, trigger, duration, seed);
    }

    /**
     * Returns this simulation with another trigger.
     *
     * @param value what goes wrong
     * @return a simulation like this one
     */
    public OverloadSimulation withTrigger(Trigger value) {
        return new OverloadSimulation(settings, clients, service, value, duration, seed);
    }

    /**
     * Returns this simulation with another length.
     *
     * @param value how long it runs, at least a second
     * @return a simulation like this one
     */
    public OverloadSimulation withDuration(Duration value) {
        return new OverloadSimulation(settings, clients, service, trigger, value, seed);
    }

    /**
     * Returns this simulation with another seed.
     *
     * @param value the seed of chance
     * @return a simulation like this one
     */
    public OverloadSimulation withSeed(long value) {
        return new OverloadSimulation(settings, clients, service, trigger, duration, value);
    }

    /**
     * Runs the simulation.
     *
     * @return what happened, second by second
     */
    public OverloadResult run() {
        return run(() -> new BudgetLimit(settings.budget()));
    }

    /** Runs with another limit of the retries, one for each instance. */
    OverloadResult run(Supplier<? extends RetryLimit> limits) {
        return new OverloadRun(this, limits).result();
    }
}
