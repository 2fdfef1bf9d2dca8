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
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;

import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetryDecision.GiveUp;
import io.github.retrystarter.settings.RetryDecision.RetryIn;
import io.github.retrystarter.settings.RetrySettings;

/**
 * Callers that each meet an outage of a random length when they begin: how many succeed, after how long, and how many
 * retry in the same instant? Attempts take no time, and also fail by bad luck once the outage is over. The server asks
 * for the time that its outage still lasts, up to a limit. The budget plays no part; each caller stands for an instance
 * of its own. Immutable.
 *
 * @param settings the policy of all callers; its deadline is theirs
 * @param callers how many begin at time 0, at least 1
 * @param longestOutage the longest outage, in whole milliseconds, not negative
 * @param longestHint the longest wait that the server asks for, not negative
 * @param flakes the share of attempts that fail without an outage, from 0 to 1
 * @param window the time in which retries count as one herd, longer than nothing
 * @param seed the seed of chance
 * @since 0.1.0
 */
public record OutageSimulation(
        RetrySettings settings,
        int callers,
        Duration longestOutage,
        Duration longestHint,
        double flakes,
        Duration window,
        long seed) {

    private static final int CALLERS = 1_000;
    private static final Duration LONGEST_OUTAGE = Duration.ofSeconds(30);
    private static final Duration LONGEST_HINT = Duration.ofSeconds(5);
    private static final double FLAKES = 0.1;
    private static final Duration WINDOW = Duration.ofMillis(10);
    private static final long SEED = 60;

    /** What sets the chances of a caller's policy apart from those of its surroundings. */
    private static final long POLICY_STREAM = 1_000_000;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range; the message names the value and the rule
     */
    public OutageSimulation {
        Checks.positive("callers", callers);
        Checks.notNegative("longestOutage", longestOutage);
        Checks.notNegative("longestHint", longestHint);
        Checks.share("flakes", flakes);
        Checks.longerThanNothing("window", window);
    }

    /**
     * Sets up a thousand callers that meet outages of up to 30 s, hints of up to 5 s, and one failure in ten after that.
     * Retries within 10 ms count as one herd.
     *
     * @param settings the policy
     * @return the simulation
     */
    public static OutageSimulation of(RetrySettings settings) {
        return new OutageSimulation(settings, CALLERS, LONGEST_OUTAGE, LONGEST_HINT, FLAKES, WINDOW, SEED);
    }

    /**
     * Returns this simulation with another seed.
     *
     * @param value the seed of chance
     * @return a simulation like this one
     */
    public OutageSimulation withSeed(long value) {
        return new OutageSimulation(settings, callers, longestOutage, longestHint, flakes, window, value);
    }

    /**
     * Runs the simulation.
     *
     * @return what became of the callers
     */
    public OutageResult run() {
        return run(DecisionRule.of(settings), Chance::of);
    }

    /** Runs with another rule, and with streams of chance by their seeds. */
    OutageResult run(DecisionRule rule, LongFunction<RandomGenerator> streams) {
        OutageTally tally = new OutageTally(window);
        for (int caller = 0; caller < callers; caller++) {
            RandomGenerator surroundings = streams.apply(seed + caller);
            RandomGenerator policy = streams.apply(seed + POLICY_STREAM + caller);
            call(new SimulatedCall(rule, policy), surroundings, tally);
        }
        return tally.result();
    }

    private void call(SimulatedCall call, RandomGenerator surroundings, OutageTally tally) {
        Duration outage = Duration.ofMillis(WholeMillis.draw(WholeMillis.of(longestOutage), surroundings));
        Duration now = Duration.ZERO;
        while (true) {
            // Drawn in any case, so that what one policy meets is what the others meet.
            boolean lucky = surroundings.nextDouble() < 1 - flakes;
            if (lucky && now.compareTo(outage) >= 0) {
                tally.succeeded(call.attempt(), now);
                return;
            }
            RetryDecision decision = call.failed(SimulatedFailures.UNAVAILABLE, hint(outage.minus(now)), now);
            if (decision instanceof GiveUp giveUp) {
                tally.gaveUp(call.attempt(), giveUp.reason());
                return;
            }
            if (decision instanceof RetryIn wait) {
                call.retry(wait);
                now = now.plus(wait.delay());
                tally.retried(now);
            }
        }
    }

    private RetryHint hint(Duration left) {
        Duration wait = left.isNegative() ? Duration.ZERO : left.compareTo(longestHint) < 0 ? left : longestHint;
        return new RetryHint(RetryHint.Directive.NONE, wait, "retry-after", false);
    }
}
