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
package io.github.retrystarter.sample;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

import io.github.retrystarter.sample.ShopClient.Call;
import io.github.retrystarter.sample.ShopClient.Line;

import static org.assertj.core.api.Assertions.assertThat;

@SampleTest
class ShopTests {

    @LocalServerPort
    private int port;

    private ShopClient shop;

    @BeforeEach
    void findShop() {
        shop = new ShopClient(port);
    }

    @Test
    void succeedsAfterRetries() {
        assertThat(shop.call("/payments/flaky?failures=2"))
                .isEqualTo(new Call(200, "success", List.of("503", "503", "200")));
    }

    @Test
    void givesUpWhenTheAttemptsAreExhausted() {
        assertThat(shop.call("/suggestions/outage?seconds=3600"))
                .isEqualTo(new Call(502, "attempts-exhausted", List.of("503", "503")));
    }

    @Test
    void waitsAtLeastAsManySecondsAsTheServerAsks() {
        Call call = shop.call("/partner-api/rate-limit?seconds=2&key=seconds");

        assertThat(call).isEqualTo(new Call(200, "success", List.of("429 (Retry-After: 2)", "200")));
        assertThat(shop.upstreamLog("seconds").get(1).afterMillis()).isGreaterThanOrEqualTo(2_000);
    }

    @Test
    void waitsUntilTheDateThatTheServerAsksFor() {
        Call call = shop.call("/partner-api/rate-limit?seconds=2&form=date&key=date");

        List<Line> log = shop.upstreamLog("date");
        assertThat(call.outcome()).isEqualTo("success");
        assertThat(log)
                .extracting(Line::answer)
                .last()
                .isEqualTo("200")
                .isEqualTo(call.answers().get(1));
        assertThat(log).hasSize(2);
        assertThat(log.get(1).at()).isAfterOrEqualTo(dateIn(log.get(0).answer()));
        assertThat(log.get(1).afterMillis()).isGreaterThanOrEqualTo(2_000);
    }

    private static Instant dateIn(String answer) {
        assertThat(answer).startsWith("429 (Retry-After: ").endsWith(" GMT)");
        String date = answer.substring("429 (Retry-After: ".length(), answer.length() - 1);
        return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
    }

    @Test
    void givesUpAtOnceWhenTheServerAsksForAnHour() {
        assertThat(shop.call("/partner-api/rate-limit?seconds=3600"))
                .isEqualTo(new Call(502, "retry-after-too-long", List.of("429 (Retry-After: 3600)")));
    }

    @Test
    void sendsABadRequestOnce() {
        assertThat(shop.call("/payments/bad-request")).isEqualTo(new Call(502, "not-retryable", List.of("400")));
    }

    @Test
    void retriesAfterAConnectionReset() {
        assertThat(shop.call("/payments/reset")).isEqualTo(new Call(200, "success", List.of("reset", "200")));
    }

    @Test
    void keepsCallersApart() {
        List<CompletableFuture<Call>> calls = IntStream.range(0, 20)
                .mapToObj(caller -> shop.callAsync("/payments/flaky?failures=1&key=caller-" + caller))
                .toList();

        assertThat(calls)
                .extracting(CompletableFuture::join)
                .containsOnly(new Call(200, "success", List.of("503", "200")));
    }

    @Test
    void continuesAScenarioUnderTheSameKey() {
        shop.call("/payments/flaky?failures=1&key=again");

        assertThat(shop.call("/payments/flaky?failures=1&key=again").answers()).containsExactly("503", "200", "200");
    }

    @Test
    void knowsNothingOfAnUnknownScenario() {
        assertThat(shop.call("/payments/earthquake")).isEqualTo(new Call(502, "not-retryable", List.of("404")));
    }
}
