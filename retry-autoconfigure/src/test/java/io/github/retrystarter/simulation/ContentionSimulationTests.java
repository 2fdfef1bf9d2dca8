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
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ContentionSimulationTests {

    private static final int RUNS = 10;

    /** The published ladder counts from one: its first ceiling is twice its base. */
    private static RetrySettings settings(String backoff) {
        RetrySettingsBuilder settings = RetrySettings.builder()
                .attempts(RetrySettings.UNLIMITED)
                .base(Duration.ofMillis(10))
                .cap(Duration.ofSeconds(2));
        return switch (backoff) {
            case "none" ->
                settings.backoff(BackoffKind.CONSTANT).base(Duration.ZERO).build();
            case "exponential" -> settings.backoff(BackoffKind.EXPONENTIAL).build();
            case "full" -> settings.backoff(BackoffKind.FULL_JITTER).build();
            case "equal" -> settings.backoff(BackoffKind.EQUAL_JITTER).build();
            case "decorrelated" ->
                settings.backoff(BackoffKind.DECORRELATED_JITTER)
                        .base(Duration.ofMillis(5))
                        .build();
            default -> throw new IllegalArgumentException(backoff);
        };
    }

    private static Stream<ContentionResult> runs(String backoff, int clients) {
        ContentionSimulation simulation = ContentionSimulation.of(settings(backoff), clients);
        return IntStream.range(0, RUNS)
                .mapToObj(seed -> simulation.withSeed(seed).run());
    }

    static Stream<JsonNode> published() {
        return SimulationVectors.list("/aws_occ_contention/results").stream();
    }

    @ParameterizedTest
    @MethodSource("published")
    void writesAndTimeAreNearThePublishedOnes(JsonNode row) {
        List<ContentionResult> results = runs(
                        row.get("backoff").textValue(), row.get("clients").intValue())
                .toList();
        LongSummaryStatistics writes =
                results.stream().mapToLong(ContentionResult::writes).summaryStatistics();
        LongSummaryStatistics time =
                results.stream().mapToLong(result -> result.time().toMillis()).summaryStatistics();

        assertThat(results).allSatisfy(result -> assertThat(result.gaveUp()).isZero());
        assertThat(writes.getAverage()).isCloseTo(row.get("calls_mean").doubleValue(), within(margin(row, "calls_sd")));
        assertThat(time.getAverage())
                .isCloseTo(row.get("time_mean_ms").doubleValue(), within(margin(row, "time_sd_ms")));
    }

    private static double margin(JsonNode row, String sd) {
        return 4 * row.get(sd).doubleValue() / Math.sqrt(RUNS);
    }

    @Test
    void fullJitterHalvesTheWritesOfPlainExponential() {
        double exponential = runs("exponential", 100)
                .mapToLong(ContentionResult::writes)
                .average()
                .orElseThrow();

        assertThat(runs("full", 100))
                .allSatisfy(result -> assertThat((double) result.writes()).isLessThanOrEqualTo(exponential / 2));
    }

    @Test
    void oneClientWritesOnce() {
        ContentionResult result =
                new ContentionSimulation(settings("full"), 1, Duration.ofMillis(10), Duration.ZERO, 1).run();

        assertThat(result).isEqualTo(new ContentionResult(1, 1, 0, Duration.ofMillis(40)));
        assertThat(result.table().csv()).isEqualTo("clients,writes,gave up,time\n1,1,0,0.0 s\n");
    }

    @Test
    void clientsGiveUpWhereTheirPolicyDoes() {
        RetrySettings settings = settings("none").toBuilder().attempts(2).build();

        ContentionResult result = ContentionSimulation.of(settings, 50).run();

        assertThat(result.gaveUp()).isPositive();
        assertThat(result.writes()).isLessThan(100);
    }
}
