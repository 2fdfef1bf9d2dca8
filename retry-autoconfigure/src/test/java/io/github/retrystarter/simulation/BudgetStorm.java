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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.settings.RetrySettings;

/** One instance that meets an outage of two minutes after 30 s of health, or bad luck, under one limit or another. */
final class BudgetStorm {

    static final Duration HEALTH = Duration.ofSeconds(30);
    static final Duration TROUBLE = Duration.ofSeconds(120);
    static final Duration END = HEALTH.plus(TROUBLE);

    private static final RetrySettings SETTINGS = RetrySettings.builder().build();
    private static final Duration ANSWER = Duration.ofMillis(10);

    private BudgetStorm() {}

    /** Our budget, none, and the published rules of others. */
    static Map<String, Supplier<RetryLimit>> limits() {
        Map<String, Supplier<RetryLimit>> limits = new LinkedHashMap<>();
        limits.put("no budget", () -> RetryLimit.NONE);
        limits.put("this budget", BudgetStorm::ours);
        limits.put("AWS SDK, retry costs 5", () -> new AwsTokenBucket(5));
        limits.put("AWS SDK, retry costs 14", () -> new AwsTokenBucket(14));
        limits.put("Finagle", FinagleBudget::new);
        limits.put("Envoy", EnvoyBudget::new);
        limits.put("gRPC, 10 tokens", GrpcThrottle::new);
        return limits;
    }

    static RetryLimit ours() {
        return new BudgetLimit(BudgetSettings.DEFAULT);
    }

    /** Everything is refused for two minutes. */
    static OverloadResult outage(double callsPerSecond, Arrivals arrivals, Supplier<? extends RetryLimit> limit) {
        return simulation(callsPerSecond, arrivals, 0)
                .withTrigger(Trigger.outage(HEALTH, TROUBLE))
                .withDuration(END.plusSeconds(60))
                .run(limit);
    }

    /** A share of the attempts fails, from the beginning. */
    static OverloadResult flakes(
            double callsPerSecond, double share, Duration time, Supplier<? extends RetryLimit> limit) {
        return simulation(callsPerSecond, Arrivals.EVEN, share)
                .withDuration(time)
                .run(limit);
    }

    private static OverloadSimulation simulation(double callsPerSecond, Arrivals arrivals, double flakes) {
        return OverloadSimulation.of(SETTINGS)
                .withClients(new ClientFleet(1, callsPerSecond, arrivals, Duration.ofSeconds(1)))
                .withService(SimulatedService.unbounded(ANSWER, flakes))
                .withTrigger(Trigger.none());
    }

    /** Attempts for each call and success, for every limit. */
    static SimulationTable table() {
        Map<String, SimulationTable> rows = new LinkedHashMap<>();
        limits().forEach((name, limit) -> rows.put(name, row(limit)));
        return SimulationTable.compare("limit", rows);
    }

    private static SimulationTable row(Supplier<RetryLimit> limit) {
        List<String> cells = new ArrayList<>();
        for (double share : new double[] {0.05, 0.1, 0.3, 0.5}) {
            OverloadResult result = flakes(100, share, END, limit);
            cells.add(SimulationTable.decimal(result.amplification(), 2) + ", "
                    + SimulationTable.percent(result.successRate()));
        }
        for (double callsPerSecond : new double[] {100, 5}) {
            OverloadResult result = outage(callsPerSecond, Arrivals.EVEN, limit);
            cells.add(SimulationTable.decimal(result.amplification(HEALTH, END), 2) + ", "
                    + SimulationTable.decimal(result.amplification(HEALTH, HEALTH.plusSeconds(5)), 2));
        }
        return new SimulationTable(
                List.of("5 % fail", "10 % fail", "30 % fail", "50 % fail", "outage, 100/s", "outage, 5/s"),
                List.of(cells));
    }
}
