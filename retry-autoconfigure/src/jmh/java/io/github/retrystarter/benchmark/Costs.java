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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** All that was measured of calls, by round. Kept in a file too, so that a run that was cut short can go on. */
final class Costs {

    private static final int PARTS = 5;

    private final Path file;
    private final Map<Scenario, Map<Contender, Map<Integer, Cost>>> costs = new EnumMap<>(Scenario.class);

    private Costs(Path file) {
        this.file = file;
    }

    /** None so far; what an earlier run wrote is lost. */
    static Costs startIn(Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return new Costs(file);
    }

    /** What an earlier run wrote. */
    static Costs goOnIn(Path file) {
        if (!Files.exists(file)) {
            return startIn(file);
        }
        Costs costs = new Costs(file);
        try {
            for (String line : Files.readAllLines(file)) {
                costs.read(line.split(","));
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return costs;
    }

    private void read(String[] parts) {
        if (parts.length == PARTS) {
            Cost cost = new Cost(Double.parseDouble(parts[3]), Double.parseDouble(parts[4]));
            put(Scenario.valueOf(parts[0]), Contender.valueOf(parts[1]), Integer.parseInt(parts[2]), cost);
        }
    }

    void add(Scenario scenario, Contender contender, int round, Cost cost) {
        put(scenario, contender, round, cost);
        String line = scenario + "," + contender + "," + round + "," + cost.nanos() + "," + cost.bytes() + "\n";
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void put(Scenario scenario, Contender contender, int round, Cost cost) {
        costs.computeIfAbsent(scenario, any -> new EnumMap<>(Contender.class))
                .computeIfAbsent(contender, any -> new TreeMap<>())
                .put(round, cost);
    }

    boolean has(Scenario scenario) {
        return costs.containsKey(scenario);
    }

    boolean has(Scenario scenario, Contender contender, int round) {
        return rounds(scenario, contender).containsKey(round);
    }

    double[] nanos(Scenario scenario, Contender contender) {
        return values(scenario, contender, Cost::nanos);
    }

    /** The bytes of one operation, which hardly differ between rounds: their median. */
    Optional<Double> bytes(Scenario scenario, Contender contender) {
        double[] sorted = values(scenario, contender, Cost::bytes);
        Arrays.sort(sorted);
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
