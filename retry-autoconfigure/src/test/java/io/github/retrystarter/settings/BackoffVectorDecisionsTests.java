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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.testing.ScriptedRandom;

import static org.assertj.core.api.Assertions.assertThat;

/** What the backoff vectors say about giving up, about presets and about the worst case. */
class BackoffVectorDecisionsTests {

    private static JsonNode vectors() throws IOException {
        try (InputStream vectors =
                BackoffVectorDecisionsTests.class.getResourceAsStream("/vectors/backoff-vectors.json")) {
            return new ObjectMapper().readTree(vectors);
        }
    }

    static Stream<JsonNode> casesWithALimit() throws IOException {
        List<JsonNode> cases = new ArrayList<>();
        vectors()
                .get("sections")
                .forEach(section -> section.forEach(c -> {
                    if (c.get("inputs").has("max_attempts") || c.get("inputs").has("retryable")) {
                        cases.add(c);
                    }
                }));
        assertThat(cases).hasSizeGreaterThanOrEqualTo(24);
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("casesWithALimit")
    void givesUpOrWaitsAsTheVectorSays(JsonNode vector) {
        JsonNode inputs = vector.get("inputs");
        ScriptedRandom random = new ScriptedRandom();

        RetryDecision decision = settings(vector)
                .decide(
                        inputs.path("attempt").asInt(1),
                        Duration.ofMillis(inputs.path("previous_ms").asLong(0)),
                        Duration.ZERO,
                        failure(inputs.path("retryable").asBoolean(true)),
                        RetryHint.NONE,
                        random);

        if (vector.get("expected_ms").isNull()) {
            assertThat(decision).isInstanceOf(RetryDecision.GiveUp.class);
            assertThat(random.bounds()).isEmpty();
        } else {
            Duration expected = Duration.ofMillis(vector.get("expected_ms").asLong());
            assertThat(decision).isEqualTo(new RetryDecision.RetryIn(expected, expected, WaitSource.BACKOFF));
        }
    }

    private static RetrySettings settings(JsonNode vector) {
        JsonNode inputs = vector.get("inputs");
        String policy = vector.get("policy").asText();
        RetrySettingsBuilder settings = RetrySettings.builder()
                .backoff(BackoffKind.of(policy.equals("fixed") ? "constant" : policy)
                        .orElseThrow())
                .base(Duration.ofMillis(inputs.get("base_ms").asLong()))
                .attempts(inputs.path("max_attempts").asInt(RetrySettings.UNLIMITED));
        if (inputs.hasNonNull("cap_ms")) {
            settings.cap(Duration.ofMillis(inputs.get("cap_ms").asLong()));
        }
        if (inputs.has("multiplier")) {
            settings.multiplier(inputs.get("multiplier").asDouble());
        }
        return settings.build();
    }

    private static Classification failure(boolean retryable) {
        Classification.Kind kind = retryable ? Classification.Kind.RETRYABLE : Classification.Kind.NOT_RETRYABLE;
        return new Classification(kind, new IOException("reset"), null, false);
    }

    @Test
    void presetsHaveTheValuesAndTheWorstCaseOfTheVectors() throws IOException {
        List<String> checked = new ArrayList<>();
        for (JsonNode vector : vectors().get("presets")) {
            RetryPreset preset = RetryPreset.of(vector.get("name").asText()).orElseThrow();
            checked.add(preset.key());
            assertThat(preset.attempts()).isEqualTo(vector.get("max_attempts").asInt());
            assertThat(preset.base())
                    .isEqualTo(Duration.ofMillis(vector.get("base_ms").asLong()));
            assertThat(preset.cap())
                    .isEqualTo(Duration.ofMillis(vector.get("cap_ms").asLong()));
            assertThat(preset.multiplier()).isEqualTo(vector.get("multiplier").asDouble());
            double total = vector.get("total_max_wait_ms").asDouble();
            assertThat((double) worstCase(preset).toMillis()).isBetween(total, total + preset.attempts() - 1);
        }
        assertThat(checked).hasSize(6);
    }

    private static Duration worstCase(RetryPreset preset) {
        return RetrySettings.builder()
                .attempts(preset.attempts())
                .base(preset.base())
                .cap(preset.cap())
                .multiplier(preset.multiplier())
                .build()
                .worstCaseWait()
                .orElseThrow();
    }

    @Test
    void worstCasesAreThoseOfTheVectors() throws IOException {
        JsonNode totals = vectors().get("worst_case_totals");
        for (BackoffKind kind : BackoffKind.values()) {
            String key = kind == BackoffKind.CONSTANT ? "fixed" : kind.key().replace('-', '_');
            if (totals.has(key)) {
                Duration worst = RetrySettings.builder()
                        .backoff(kind)
                        .attempts(totals.get("max_attempts").asInt())
                        .base(Duration.ofMillis(totals.get("base_ms").asLong()))
                        .cap(Duration.ofMillis(totals.get("cap_ms").asLong()))
                        .build()
                        .worstCaseWait()
                        .orElseThrow();
                assertThat(worst.toMillis())
                        .as(key)
                        .isEqualTo(totals.get(key).get("max_ms").asLong());
            }
        }
    }

    @Test
    void theTotalsOfTheVectorsAreWorstCases() throws IOException {
        for (JsonNode total : vectors().get("totals")) {
            RetrySettingsBuilder settings = RetrySettings.builder()
                    .backoff(BackoffKind.EXPONENTIAL)
                    .attempts(total.get("delays").asInt() + 1)
                    .base(Duration.ofMillis(total.get("base_ms").asLong()))
                    .multiplier(total.get("multiplier").asDouble())
                    .cap(
                            total.get("cap_ms").isNull()
                                    ? RetryHint.LONGEST
                                    : Duration.ofMillis(total.get("cap_ms").asLong()));
            assertThat(settings.build().worstCaseWait())
                    .as(total.get("name").asText())
                    .contains(Duration.ofMillis(total.get("total_ms").asLong()));
        }
    }
}
