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
package io.github.retrystarter.retryafter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.github.retrystarter.retryafter.RetryHint.Directive;

import static org.assertj.core.api.Assertions.assertThat;

/** Every case of the shared vectors, but those of gRPC, which this package does not read. */
class RetryAfterVectorsTests {

    private static final Set<Integer> RETRYABLE_STATUSES = Set.of(408, 429, 502, 503, 504);

    private static final JsonNode VECTORS = load();

    @Test
    void readsEveryCaseAsTheVectorsSay() {
        SoftAssertions softly = new SoftAssertions();

        int checked = check(softly);

        softly.assertAll();
        assertThat(checked).isEqualTo(VECTORS.get("cases").size() - casesOfGrpc());
        assertThat(checked).isGreaterThanOrEqualTo(153);
    }

    @Test
    void readsEveryCaseAlikeUnderAnyDefaultLocaleAndTimeZone() {
        SoftAssertions softly = new SoftAssertions();

        Defaults.runUnderEach(() -> check(softly));

        softly.assertAll();
    }

    private static int check(SoftAssertions softly) {
        int checked = 0;
        for (JsonNode testCase : VECTORS.get("cases")) {
            if (!isGrpc(testCase)) {
                check(softly, testCase);
                checked++;
            }
        }
        return checked;
    }

    private static void check(SoftAssertions softly, JsonNode testCase) {
        RetryHint hint = reader(testCase).read(headers(testCase));
        JsonNode expected = testCase.get("expected");
        String reason = expected.path("reason").asText();
        String description = testCase.get("id").asText() + " " + testCase.get("headers") + " " + hint;

        softly.assertThat(outcome(testCase, hint))
                .as(description)
                .isEqualTo(expected.get("outcome").asText());
        if (expected.get("outcome").asText().equals("delay")) {
            softly.assertThat(hint.delay())
                    .as(description)
                    .isEqualTo(
                            expected.path("saturated").asBoolean()
                                    ? RetryHint.LONGEST
                                    : Duration.ofMillis(expected.get("delay_ms").asLong()));
            softly.assertThat(hint.source())
                    .as(description)
                    .isEqualTo(expected.path("source").asText("retry-after"));
        }
        if (List.of("malformed", "empty").contains(reason)) {
            softly.assertThat(hint.unreadable()).as(description).isTrue();
        }
        if (List.of("absent", "quota-remaining", "no-reset").contains(reason)) {
            softly.assertThat(hint).as(description).isSameAs(RetryHint.NONE);
        }
    }

    private static String outcome(JsonNode testCase, RetryHint hint) {
        boolean open = RETRYABLE_STATUSES.contains(testCase.get("status").asInt());
        if (hint.directive() == Directive.DO_NOT_RETRY) {
            return "do-not-retry";
        }
        return hint.delay() != null && (open || hint.directive() == Directive.RETRY) ? "delay" : "ignored";
    }

    private static RetryHintReader reader(JsonNode testCase) {
        List<HintSource> sources = new ArrayList<>();
        testCase.path("enabled").forEach(key -> sources.add(source(key.asText())));
        Clock clock = Clock.fixed(Instant.parse(testCase.get("now").asText()), ZoneOffset.UTC);
        return new RetryHintReader(testCase.has("enabled") ? sources : List.of(HintSource.RETRY_AFTER), clock);
    }

    private static HintSource source(String key) {
        return Arrays.stream(HintSource.values())
                .filter(source -> source.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, List<String>> headers(JsonNode testCase) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (JsonNode header : testCase.get("headers")) {
            headers.computeIfAbsent(header.get(0).asText(), name -> new ArrayList<>())
                    .add(header.get(1).asText());
        }
        return headers;
    }

    private static int casesOfGrpc() {
        int count = 0;
        for (JsonNode testCase : VECTORS.get("cases")) {
            count += isGrpc(testCase) ? 1 : 0;
        }
        return count;
    }

    private static boolean isGrpc(JsonNode testCase) {
        return testCase.get("kind").asText().equals("grpc");
    }

    private static JsonNode load() {
        try (InputStream in = RetryAfterVectorsTests.class.getResourceAsStream("/vectors/retry-after-vectors.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
