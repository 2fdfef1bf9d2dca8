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
package io.github.retrystarter.settings;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Random;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.github.retrystarter.backoff.BackoffKind;

import static org.assertj.core.api.Assertions.assertThat;

/** What is known about the waits of a policy before the first one. */
class ScheduleTests {

    private static RetrySettingsBuilder settings(BackoffKind kind) {
        return RetrySettings.builder().backoff(kind).attempts(9);
    }

    @ParameterizedTest
    @EnumSource(BackoffKind.class)
    void drawnWaitsStayWithinTheRowsAndHaveTheirMean(BackoffKind kind) {
        RetrySettings settings = settings(kind).build();
        List<ScheduleRow> rows = settings.schedule();
        Random random = new Random(11);
        int calls = 20_000;
        double[] sums = new double[rows.size()];
        for (int call = 0; call < calls; call++) {
            Duration previous = Duration.ZERO;
            for (ScheduleRow row : rows) {
                previous = settings.backoff().waitAfter(row.attempt(), previous, random);
                assertThat(previous).isBetween(row.least(), row.most().orElseThrow());
                sums[row.attempt() - 1] += previous.toMillis();
            }
        }
        for (ScheduleRow row : rows) {
            double mean = row.mean().orElseThrow().toMillis();
            assertThat(sums[row.attempt() - 1] / calls)
                    .as(row.toString())
                    .isCloseTo(mean, Percentage.withPercentage(3));
        }
    }

    @Test
    void theSumsAreThoseOfTheVectors() throws IOException {
        JsonNode totals;
        try (InputStream vectors = getClass().getResourceAsStream("/vectors/backoff-vectors.json")) {
            totals = new ObjectMapper().readTree(vectors).get("worst_case_totals");
        }
        for (BackoffKind kind : BackoffKind.values()) {
            JsonNode total = totals.get(
                    kind == BackoffKind.CONSTANT ? "fixed" : kind.key().replace('-', '_'));
            if (total != null) {
                List<ScheduleRow> rows = settings(kind).attempts(8).build().schedule();
                assertThat(sum(rows.stream()
                                .map(row -> row.most().orElseThrow())
                                .toList()))
                        .isEqualTo(total.get("max_ms").asLong());
                if (total.has("mean_ms")) {
                    assertThat(sum(rows.stream()
                                    .map(row -> row.mean().orElseThrow())
                                    .toList()))
                            .isEqualTo(total.get("mean_ms").asLong());
                }
                if (total.has("min_ms")) {
                    assertThat(sum(rows.stream().map(ScheduleRow::least).toList()))
                            .isEqualTo(total.get("min_ms").asLong());
                }
            }
        }
    }

    private static long sum(List<Duration> waits) {
        return waits.stream().mapToLong(Duration::toMillis).sum();
    }

    @Test
    void hasAtMostTwentyRowsAndNoneWhereNothingIsRetried() {
        assertThat(settings(BackoffKind.FULL_JITTER)
                        .attempts(RetrySettings.UNLIMITED)
                        .build()
                        .schedule())
                .hasSize(20);
        assertThat(settings(BackoffKind.FULL_JITTER).attempts(1).build().schedule())
                .isEmpty();
        assertThat(settings(BackoffKind.FULL_JITTER).enabled(false).build().schedule())
                .isEmpty();
    }

    @Test
    void aStrategyThatStatesNothingLeavesMeanAndMostOpen() {
        List<ScheduleRow> rows = RetrySettings.builder()
                .backoff((attempt, previous, random) -> Duration.ofMillis(5))
                .build()
                .schedule();

        assertThat(rows).hasSize(2).allSatisfy(row -> {
            assertThat(row.least()).isZero();
            assertThat(row.mean()).isEmpty();
            assertThat(row.most()).isEmpty();
        });
    }

    @Test
    void theWorstCaseWithHintsTakesTheLongestHintForEveryWait() {
        RetrySettings settings = settings(BackoffKind.CONSTANT).attempts(4).build();

        assertThat(settings.worstCaseWait()).contains(Duration.ofMillis(300));
        assertThat(settings.worstCaseWaitWithHints()).contains(Duration.ofSeconds(90));
        assertThat(settings.toBuilder().retryAfterEnabled(false).build().worstCaseWaitWithHints())
                .contains(Duration.ofMillis(300));
        assertThat(settings.toBuilder().retryAfterMax(null).build().worstCaseWaitWithHints())
                .isEmpty();
        assertThat(settings.toBuilder()
                        .retryAfterMax(null)
                        .deadline(Duration.ofMinutes(1))
                        .build()
                        .worstCaseWaitWithHints())
                .contains(Duration.ofMinutes(1));
    }

    @Test
    void theWorstCaseOfAStrategyThatRisesAndFallsIsCountedWaitByWait() {
        RetrySettings settings =
                RetrySettings.builder().backoff(new SawTooth()).attempts(5).build();

        assertThat(settings.worstCaseWait()).contains(Duration.ofMillis(1 + 2 + 1 + 2));
    }

    /** Waits one and two milliseconds in turn. */
    private static final class SawTooth implements io.github.retrystarter.backoff.BackoffStrategy {

        @Override
        public Duration waitAfter(int attempt, Duration previousWait, java.util.random.RandomGenerator random) {
            return Duration.ofMillis(attempt % 2 == 1 ? 1 : 2);
        }

        @Override
        public java.util.Optional<Duration> ceiling(int attempt, Duration previousWait) {
            return java.util.Optional.of(waitAfter(attempt, previousWait, new Random(1)));
        }
    }
}
