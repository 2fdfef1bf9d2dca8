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
import java.util.Arrays;
import java.util.random.RandomGenerator;

import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetryDecision.RetryIn;
import io.github.retrystarter.settings.RetrySettings;

/**
 * A crowd of callers that fail in the same instant, and whose retries all fail at once: when do they come back? The
 * budget plays no part; each caller stands for an instance of its own.
 *
 * <pre>{@code
 * RetrySettings settings = RetrySettings.builder().attempts(4).base(Duration.ofMillis(500)).build();
 * System.out.println(HerdSimulation.of(settings).run().table());
 * }</pre>
 *
 * <p>Immutable.
 *
 * @param settings the policy of all callers, with a limit of attempts
 * @param callers how many fail at time 0, at least 1
 * @param hint what the server tells all of them, each time
 * @param bucket the time in which retries are counted together, longer than nothing
 * @param buckets how many times are shown, at least 1 and at most 100,000
 * @param seed the seed of chance
 * @since 0.1.0
 */
public record HerdSimulation(
        RetrySettings settings, int callers, RetryHint hint, Duration bucket, int buckets, long seed) {

    private static final int MOST_BUCKETS = 100_000;

    private static final int CALLERS = 1_000;
    private static final Duration BUCKET = Duration.ofMillis(250);
    private static final int BUCKETS = 16;
    private static final long SEED = 42;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range; the message names the value and the rule
     */
    public HerdSimulation {
        Checks.positive("callers", callers);
        Checks.positive("buckets", buckets);
        Checks.atMost("buckets", buckets, MOST_BUCKETS);
        Checks.longerThanNothing("bucket", bucket);
        if (settings.attempts() == RetrySettings.UNLIMITED) {
            throw new IllegalArgumentException("attempts (unlimited) must have a limit: no attempt of a herd succeeds");
        }
    }

    /**
     * Sets up a thousand callers and 16 buckets of 250 ms, without a hint.
     *
     * @param settings the policy, with a limit of attempts
     * @return the simulation
     */
    public static HerdSimulation of(RetrySettings settings) {
        return new HerdSimulation(settings, CALLERS, RetryHint.NONE, BUCKET, BUCKETS, SEED);
    }

    /**
     * Returns this simulation with a server that asks everybody for the same wait.
     *
     * @param wait the wait that the server asks for, not negative
     * @return a simulation like this one
     */
    public HerdSimulation withHint(Duration wait) {
        Checks.notNegative("hint", wait);
        RetryHint asked = new RetryHint(RetryHint.Directive.NONE, wait, "retry-after", false);
        return new HerdSimulation(settings, callers, asked, bucket, buckets, seed);
    }

    /**
     * Returns this simulation with other buckets.
     *
     * @param length the time in which retries are counted together, longer than nothing
     * @param count how many times are shown, at least 1 and at most 100,000
     * @return a simulation like this one
     */
    public HerdSimulation withBuckets(Duration length, int count) {
        return new HerdSimulation(settings, callers, hint, length, count, seed);
    }

    /**
     * Runs the simulation.
     *
     * @return how many retries started when
     */
    public HerdResult run() {
        return run(Chance.of(seed));
    }

    HerdResult run(RandomGenerator random) {
        DecisionRule rule = DecisionRule.of(settings);
        long[] retries = new long[buckets];
        long later = 0;
        for (int caller = 0; caller < callers; caller++) {
            SimulatedCall call = new SimulatedCall(rule, random);
            Duration now = Duration.ZERO;
            while (decide(call, now) instanceof RetryIn wait) {
                call.retry(wait);
                now = now.plus(wait.delay());
                long at = now.dividedBy(bucket);
                if (at < buckets) {
                    retries[(int) at]++;
                } else {
                    later++;
                }
            }
        }
        return new HerdResult(bucket, Arrays.stream(retries).boxed().toList(), later);
    }

    private RetryDecision decide(SimulatedCall call, Duration now) {
        return call.failed(SimulatedFailures.UNAVAILABLE, hint, now);
    }
}
