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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.settings.RetrySettings;

/** The figures of the page about simulations, each between the marks of its name. */
final class SimulationPage {

    static final Path FILE =
            Path.of("..", "docs", "simulation.md").toAbsolutePath().normalize();
    static final Path PLOT = FILE.resolveSibling("images").resolve("overload.svg");

    private static final Pattern FIGURES =
            Pattern.compile("<!-- figures: ([a-z-]+) -->\\n(.*?)<!-- end of figures -->", Pattern.DOTALL);
    private static final int RUNS = 20;

    private SimulationPage() {}

    /** Writes figures and plot anew where the system property {@code docs.write} is true. */
    static void writeWhereAsked() {
        if (Boolean.getBoolean("docs.write")) {
            Map<String, String> current = current();
            String page = FIGURES.matcher(read(FILE))
                    .replaceAll(match -> Matcher.quoteReplacement("<!-- figures: %s -->\n%s<!-- end of figures -->"
                            .formatted(match.group(1), current.getOrDefault(match.group(1), ""))));
            write(FILE, page);
            write(PLOT, OverloadPlot.svg());
        }
    }

    static Map<String, String> written() {
        Map<String, String> written = new LinkedHashMap<>();
        FIGURES.matcher(read(FILE)).results().forEach(figures -> written.put(figures.group(1), figures.group(2)));
        return written;
    }

    static Map<String, String> current() {
        Map<String, String> current = new LinkedHashMap<>();
        current.put("herd", herd().toString());
        current.put("outage", outage().toString());
        current.put("contention", contention().toString());
        current.put("budget", BudgetStorm.table().toString());
        current.put("overload", overload().toString());
        return current;
    }

    private static SimulationTable herd() {
        Map<String, SimulationTable> rows = new LinkedHashMap<>();
        for (BackoffKind kind : BackoffKind.values()) {
            rows.put("`" + kind.key() + "`", herd(herd(fourAttempts(kind)).run()));
        }
        RetrySettings spread = fourAttempts(BackoffKind.FULL_JITTER);
        RetrySettings plain = spread.toBuilder().retryAfterSpread(false).build();
        Duration hint = Duration.ofSeconds(1);
        rows.put(
                "`full-jitter`, `Retry-After: 1`, `spread: false`",
                herd(herd(plain).withHint(hint).run()));
        rows.put(
                "`full-jitter`, `Retry-After: 1`",
                herd(herd(spread).withHint(hint).run()));
        return SimulationTable.compare("backoff", rows);
    }

    private static HerdSimulation herd(RetrySettings settings) {
        return HerdSimulation.of(settings).withBuckets(Duration.ofMillis(50), 200);
    }

    private static RetrySettings fourAttempts(BackoffKind kind) {
        return RetrySettings.builder()
                .attempts(4)
                .backoff(kind)
                .base(Duration.ofMillis(500))
                .build();
    }

    private static SimulationTable herd(HerdResult result) {
        return new SimulationTable(
                List.of("retries", "most within 50 ms"),
                List.of(List.of(String.valueOf(result.total()), String.valueOf(result.busiest()))));
    }

    private static SimulationTable outage() {
        Map<String, SimulationTable> rows = new LinkedHashMap<>();
        for (BackoffKind kind : BackoffKind.values()) {
            RetrySettings deaf =
                    eightAttempts(kind).toBuilder().retryAfterEnabled(false).build();
            rows.put(
                    "`" + kind.key() + "`, no hint",
                    OutageSimulation.of(deaf).run().table());
        }
        RetrySettings settings = eightAttempts(BackoffKind.FULL_JITTER);
        RetrySettings plain = settings.toBuilder().retryAfterSpread(false).build();
        rows.put(
                "`full-jitter`, hint, `spread: false`",
                OutageSimulation.of(plain).run().table());
        rows.put(
                "`full-jitter`, hint (the default)",
                OutageSimulation.of(settings).run().table());
        return SimulationTable.compare("policy", rows);
    }

    private static RetrySettings eightAttempts(BackoffKind kind) {
        return RetrySettings.builder()
                .attempts(8)
                .backoff(kind)
                .deadline(Duration.ofMinutes(1))
                .build();
    }

    private static SimulationTable contention() {
        Map<String, SimulationTable> rows = new LinkedHashMap<>();
        for (BackoffKind kind : BackoffKind.values()) {
            rows.put("`" + kind.key() + "`", contention(kind));
        }
        return SimulationTable.compare("backoff", rows);
    }

    private static SimulationTable contention(BackoffKind kind) {
        RetrySettings settings = RetrySettings.builder()
                .attempts(RetrySettings.UNLIMITED)
                .backoff(kind)
                .base(Duration.ofMillis(10))
                .cap(Duration.ofSeconds(2))
                .build();
        List<ContentionResult> results = IntStream.range(0, RUNS)
                .mapToObj(seed ->
                        ContentionSimulation.of(settings, 100).withSeed(seed).run())
                .toList();
        double writes =
                results.stream().mapToLong(ContentionResult::writes).average().orElseThrow();
        double millis = results.stream()
                .mapToLong(result -> result.time().toMillis())
                .average()
                .orElseThrow();
        return new SimulationTable(
                List.of("writes", "time"),
                List.of(List.of(
                        SimulationTable.decimal(writes, 0), SimulationTable.decimal(millis / 1_000, 1) + " s")));
    }

    private static SimulationTable overload() {
        Map<String, SimulationTable> rows = new LinkedHashMap<>();
        Overloads.policies()
                .forEach((name, settings) ->
                        rows.put(name, OverloadSimulation.of(settings).run().table()));
        return SimulationTable.compare("policy", rows);
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
