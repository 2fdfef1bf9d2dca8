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
package io.github.retrystarter.recipes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every pair of values out of the keys of {@code retry.defaults}, the presets on both levels and the keys of a policy: a
 * combination without a contradiction starts with the schedule that the design gives it, any other stops with the names
 * and places of both sides.
 */
class PairwiseConfigurationTests {

    private static final List<String> BACKOFFS =
            List.of("", "constant", "linear", "exponential", "full-jitter", "equal-jitter", "decorrelated-jitter");

    /** The values of each key; the empty one stands for a key that is not written. */
    private static final Map<String, List<String>> VALUES = values();

    private static final int KEYS = VALUES.size();

    private static final CoveringArray VALID =
            new CoveringArray(sizes(), row -> oracle(row).broken().isEmpty());

    private static final CoveringArray WITH_ONE_CONTRADICTION =
            new CoveringArray(sizes(), row -> oracle(row).broken().size() == 1);

    private static Map<String, List<String>> values() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<String> presets = new ArrayList<>(List.of(""));
        PolicyOracle.presets().stream().sorted().forEach(presets::add);
        values.put("preset", presets);
        values.put("backoff", BACKOFFS);
        values.put("base", List.of("", "0", "1500us", "150ms", "20s"));
        values.put("cap", List.of("", "80ms", "4s", "10m"));
        values.put("multiplier", List.of("", "1", "1.5", "3"));
        values.put("increment", List.of("", "0", "250ms"));
        values.put("attempts", List.of("", "1", "4", "unlimited"));
        values.put("deadline", List.of("", "30s"));
        values.put("retry-after.max", List.of("", "2s", "unlimited"));
        return values;
    }

    /** The keys of the defaults, then those of the policy. */
    private static List<Integer> sizes() {
        List<Integer> sizes = new ArrayList<>();
        for (int level = 0; level < 2; level++) {
            VALUES.values().forEach(values -> sizes.add(values.size()));
        }
        return sizes;
    }

    private static PolicyOracle oracle(List<Integer> row) {
        return new PolicyOracle(keys(row.subList(0, KEYS)), keys(row.subList(KEYS, 2 * KEYS)));
    }

    private static Map<String, String> keys(List<Integer> places) {
        Map<String, String> keys = new LinkedHashMap<>();
        int factor = 0;
        for (Map.Entry<String, List<String>> key : VALUES.entrySet()) {
            String value = key.getValue().get(places.get(factor++));
            if (!value.isEmpty()) {
                keys.put(key.getKey(), value);
            }
        }
        return keys;
    }

    static Stream<PolicyOracle> valid() {
        return VALID.rows().stream().map(PairwiseConfigurationTests::oracle);
    }

    static Stream<PolicyOracle> contradictory() {
        return Stream.concat(VALID.impossible().stream(), WITH_ONE_CONTRADICTION.rows().stream())
                .distinct()
                .map(PairwiseConfigurationTests::oracle);
    }

    @ParameterizedTest
    @MethodSource("valid")
    void aCombinationWithoutAContradictionStartsWithTheScheduleOfTheDesign(PolicyOracle expected) {
        RetryContexts.runner(new VirtualTime())
                .withInitializer(Yaml.file(expected.yaml()))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    RetrySettings settings = Recipe.p(context).settings();
                    assertThat(settings.attempts())
                            .isEqualTo(
                                    expected.attempts() == PolicyOracle.UNLIMITED
                                            ? RetrySettings.UNLIMITED
                                            : expected.attempts());
                    assertThat(settings.deadline()).isEqualTo(expected.deadline());
                    assertThat(settings.hints().max()).isEqualTo(expected.longestHint());
                    assertThat(settings.hints().spread())
                            .isEqualTo(expected.backoff().endsWith("-jitter"));
                    assertSchedule(settings.backoff(), expected);
                    assertThat(settings.worstCaseWait()).isEqualTo(expected.worstCase());
                });
    }

    private static void assertSchedule(BackoffStrategy backoff, PolicyOracle expected) {
        Duration previousMost = Duration.ZERO;
        Duration previousLeast = Duration.ZERO;
        for (int attempt = 1; attempt <= 12; attempt++) {
            Optional<Duration> most = backoff.ceiling(attempt, previousMost);
            Duration least = backoff.floor(attempt, previousLeast);
            assertThat(most).as("most after %d", attempt).contains(Duration.ofMillis(expected.most(attempt)));
            assertThat(least).as("least after %d", attempt).isEqualTo(Duration.ofMillis(expected.least(attempt)));
            previousMost = most.get();
            previousLeast = least;
        }
    }

    @ParameterizedTest
    @MethodSource("contradictory")
    void aContradictionStopsStartUpWithTheNamesAndPlacesOfBothSides(PolicyOracle expected) {
        RetryContexts.runner(new VirtualTime())
                .withInitializer(Yaml.file(expected.yaml()))
                .run(context -> {
                    String message = Recipe.refusal(context).getMessage();
                    assertThat(expected.broken())
                            .as("one of these in: %s", message)
                            .anySatisfy(origins -> assertThat(message).contains(origins));
                });
    }

    @Test
    void everyPairOfValuesStandsInOneOfTheTwo() {
        assertThat(VALID.rows()).hasSizeBetween(60, 200);
        assertThat(VALID.impossible())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(oracle(row).broken()).isNotEmpty());
        assertThat(WITH_ONE_CONTRADICTION.rows()).hasSizeBetween(60, 250);
    }
}
