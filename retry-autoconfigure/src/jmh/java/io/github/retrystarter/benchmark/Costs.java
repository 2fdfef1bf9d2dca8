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

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** All that was measured of calls, by round. */
final class Costs {

    private final Map<Scenario, Map<Contender, Map<Integer, Cost>>> costs = new EnumMap<>(Scenario.class);

    void add(Scenario scenario, Contender contender, int round, Cost cost) {
        costs.computeIfAbsent(scenario, any -> new EnumMap<>(Contender.class))
                .computeIfAbsent(contender, any -> new TreeMap<>())
                .put(round, cost);
    }

    boolean has(Scenario scenario) {
        return costs.containsKey(scenario);
    }

    double[] nanos(Scenario scenario, Contender contender) {
        return values(scenario, contender, Cost::nanos);
    }

    /** The bytes of one operation, which hardly differ between rounds: their median. */
    Optional<Double> bytes(Scenario scenario, Contender contender) {
        double[] sorted = values(scenario, contender, Cost::bytes);
        java.util.Arrays.sort(sorted);
        return sorted.length == 0 ? Optional.empty() : Optional.of(sorted[sorted.length / 2]);
    }

    private double[] values(Scenario scenario, Contender contender, ToDoubleFunction<Cost> part) {
        return rounds(scenario, contender).values().stream().mapToDouble(part).toArray();
    }

    private Map<Integer, Cost> rounds(Scenario scenario, Contender contender) {
        return costs.getOrDefault(scenario, Map.of()).getOrDefault(contender, Map.of());
    }

    /** Time against time, round by round; empty where no round has both. */
    Optional<Ratio> ratio(Scenario scenario, Contender contender, Contender other) {
        Map<Integer, Cost> others = rounds(scenario, other);
        List<Double> ratios = new ArrayList<>();
        rounds(scenario, contender).forEach((round, cost) -> {
            Cost against = others.get(round);
            if (against != null) {
                ratios.add(cost.nanos() / against.nanos());
            }
        });
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Ratio.of(ratios));
    }
}
