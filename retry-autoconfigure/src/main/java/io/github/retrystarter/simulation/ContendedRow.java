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

import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetryDecision.RetryIn;

/** One run of a contention: the row, and the clients that want to change it. */
final class ContendedRow {

    private final Timeline timeline = new Timeline();
    private final ContentionSimulation simulation;
    private final RandomGenerator random;
    private long version;
    private long writes;
    private long gaveUp;
    private long endNanos;

    ContendedRow(ContentionSimulation simulation, RandomGenerator random) {
        this.simulation = simulation;
        this.random = random;
    }

    ContentionResult result() {
        DecisionRule rule = DecisionRule.of(simulation.settings());
        for (int client = 0; client < simulation.clients(); client++) {
            read(new SimulatedCall(rule, random));
        }
        timeline.run();
        return new ContentionResult(simulation.clients(), writes, gaveUp, Duration.ofNanos(endNanos));
    }

    private void read(SimulatedCall call) {
        send(() -> {
            long seen = version;
            send(() -> write(call, seen));
        });
    }

    private void write(SimulatedCall call, long seen) {
        send(() -> {
            writes++;
            boolean unchanged = version == seen;
            if (unchanged) {
                version++;
            }
            send(() -> answered(call, unchanged));
        });
    }

    private void answered(SimulatedCall call, boolean done) {
        endNanos = timeline.nowNanos();
        if (done) {
            return;
        }
        RetryDecision decision = call.failed(SimulatedFailures.UNAVAILABLE, RetryHint.NONE, timeline.now());
        if (decision instanceof RetryIn wait) {
            call.retry(wait);
            timeline.after(wait.delay(), () -> read(call));
        } else {
            gaveUp++;
        }
    }

    private void send(Runnable arrival) {
        double nanos = simulation.latency().toNanos() + simulation.deviation().toNanos() * random.nextGaussian();
        timeline.afterNanos(Math.abs(Math.round(nanos)), arrival);
    }
}
