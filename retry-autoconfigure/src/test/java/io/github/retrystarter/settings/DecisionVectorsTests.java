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
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.testing.ScriptedRandom;

import static org.assertj.core.api.Assertions.assertThat;

/** The decision cases of the Retry-After vectors. */
class DecisionVectorsTests {

    private static final Duration TOTAL = Duration.ofHours(1);

    static Stream<JsonNode> cases() throws IOException {
        try (InputStream vectors =
                DecisionVectorsTests.class.getResourceAsStream("/vectors/retry-after-vectors.json")) {
            List<JsonNode> cases = new ArrayList<>();
            new ObjectMapper().readTree(vectors).get("decisions").forEach(cases::add);
            List<JsonNode> required =
                    cases.stream().filter(c -> !c.path("optional").asBoolean()).toList();
            assertThat(required).hasSizeGreaterThanOrEqualTo(14);
            return required.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decidesAsTheVectorSays(JsonNode vector) {
        RetryDecision decision = decide(vector);

        JsonNode expected = vector.get("expected");
        if (expected.get("action").asText().equals("wait")) {
            assertThat(decision)
                    .isInstanceOfSatisfying(
                            RetryDecision.RetryIn.class,
                            retry -> assertThat(retry.delay())
                                    .isEqualTo(Duration.ofMillis(
                                            expected.get("wait_ms").asLong())));
        } else {
            assertThat(decision).isEqualTo(new RetryDecision.GiveUp(reason(expected)));
        }
    }

    private static GiveUpReason reason(JsonNode expected) {
        return switch (expected.get("reason").asText()) {
            case "hint-exceeds-max-wait" -> GiveUpReason.RETRY_AFTER_TOO_LONG;
            case "deadline" -> GiveUpReason.DEADLINE;
            default -> throw new IllegalArgumentException(expected.toString());
        };
    }

    private static RetryDecision decide(JsonNode vector) {
        boolean spread = vector.has("spread_ms");
        RetrySettingsBuilder settings = RetrySettings.builder()
                .backoff(new FixedStrategy(
                        Duration.ofMillis(vector.get("backoff_ms").asLong()),
                        Duration.ofMillis(vector.path("spread_ms").asLong())))
                .retryAfterSpread(spread);
        settings.retryAfterMax(
                vector.get("max_wait_ms").isNull()
                        ? null
                        : Duration.ofMillis(vector.get("max_wait_ms").asLong()));
        Duration elapsed = Duration.ZERO;
        if (!vector.get("remaining_ms").isNull()) {
            settings.deadline(TOTAL);
            elapsed = TOTAL.minusMillis(vector.get("remaining_ms").asLong());
        }
        Throwable failure = new IOException("reset");
        return settings.build()
                .decide(
                        1,
                        Duration.ZERO,
                        elapsed,
                        new Classification(Classification.Kind.RETRYABLE, failure, null, false),
                        hint(vector.get("hint_ms")),
                        new ScriptedRandom(vector.path("spread_draw").asLong()));
    }

    private static RetryHint hint(JsonNode hint) {
        if (hint.isNull()) {
            return RetryHint.NONE;
        }
        Duration delay = hint.isTextual() ? RetryHint.LONGEST : Duration.ofMillis(hint.asLong());
        return new RetryHint(RetryHint.Directive.NONE, delay, "retry-after", false);
    }

    /** Always the same wait, and a ceiling of its own for the spread. */
    private record FixedStrategy(Duration own, Duration most) implements BackoffStrategy {

        @Override
        public Duration waitAfter(int attempt, Duration previousWait, RandomGenerator random) {
            return own;
        }

        @Override
        public Optional<Duration> ceiling(int attempt, Duration previousWait) {
            return Optional.of(most);
        }
    }
}
