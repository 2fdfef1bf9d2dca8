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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.MethodMode;

import static org.assertj.core.api.Assertions.assertThat;

@SampleTest
class MeterTests {

    private static final List<String> POLICIES = List.of("partner-api", "payments", "suggestions");
    private static final List<String> REASONS = List.of(
            "not-retryable",
            "attempts-exhausted",
            "deadline",
            "retry-after-too-long",
            "server-said-no",
            "budget",
            "already-retried",
            "not-idempotent",
            "not-repeatable",
            "disabled",
            "half-open",
            "circuit-open",
            "circuit-opened",
            "interrupted",
            "cancelled",
            "shutdown");

    @LocalServerPort
    private int port;

    private ShopClient shop;

    @BeforeEach
    void findShop() {
        shop = new ShopClient(port);
    }

    @Test
    @DirtiesContext(methodMode = MethodMode.BEFORE_METHOD)
    void showsEverySeriesAtZeroBeforeTheFirstCall() {
        Scrape scrape = shop.scrape();

        assertThat(scrape.series()).containsOnlyKeys(everySeries());
        assertThat(scrape.seriesThatAreNotZero())
                .containsOnly(
                        Map.entry("retry_budget_available{policy=\"partner-api\"}", "100.0"),
                        Map.entry("retry_budget_available{policy=\"payments\"}", "100.0"),
                        Map.entry("retry_budget_available{policy=\"suggestions\"}", "100.0"));
    }

    private static List<String> everySeries() {
        List<String> series = new ArrayList<>();
        for (String policy : POLICIES) {
            String own = "policy=\"" + policy + "\"";
            for (String outcome : List.of("first-try", "recovered", "gave-up")) {
                series.add("retry_calls_total{outcome=\"" + outcome + "\"," + own + "}");
            }
            for (String outcome : List.of("success", "failure")) {
                series.add("retry_attempts_total{outcome=\"" + outcome + "\"," + own + "}");
            }
            for (String source : List.of("backoff", "retry-after")) {
                Stream.of("count", "sum", "max")
                        .map(part -> "retry_waits_seconds_" + part + "{" + own + ",source=\"" + source + "\"}")
                        .forEach(series::add);
            }
            for (String reason : REASONS) {
                series.add("retry_giveups_total{" + own + ",reason=\"" + reason + "\"}");
            }
            for (String attempt : List.of("2", "3", "4", "5+")) {
                series.add("retry_recoveries_total{attempt=\"" + attempt + "\"," + own + "}");
            }
            series.add("retry_waiting{" + own + "}");
            series.add("retry_budget_available{" + own + "}");
            series.add("retry_hold_remaining_seconds{" + own + "}");
        }
        return series;
    }

    @Test
    void saysWhatEachMeterMeans() {
        assertThat(shop.scrape().lines())
                .contains(
                        "# HELP retry_attempts_total Invocations, first ones included",
                        "# HELP retry_budget_available Retries that the budget would allow right now",
                        "# HELP retry_calls_total Calls by how they ended",
                        "# HELP retry_giveups_total Calls given up, by reason",
                        "# HELP retry_hold_remaining_seconds Time until a held policy's retries may go on",
                        "# HELP retry_recoveries_total Calls saved, by attempt",
                        "# HELP retry_waiting Calls waiting for their next attempt right now",
                        "# HELP retry_waits_seconds Waits between attempts, by what decided their length");
    }

    @Test
    @DirtiesContext(methodMode = MethodMode.BEFORE_METHOD)
    void countsCallsAttemptsWaitsRecoveriesAndGiveUps() {
        shop.call("/payments/flaky?failures=0");
        shop.call("/payments/flaky?failures=2");
        shop.call("/payments/reset");
        shop.call("/payments/bad-request");
        shop.call("/partner-api/rate-limit?seconds=1");
        shop.call("/partner-api/rate-limit?seconds=3600");
        shop.call("/suggestions/outage?seconds=3600");

        Map<String, String> series = shop.scrape().seriesThatAreNotZero();
        series.keySet().removeIf(name -> name.matches("retry_(waits_seconds_(sum|max)|budget_available).*"));
        assertThat(series)
                .containsOnly(
                        Map.entry("retry_calls_total{outcome=\"first-try\",policy=\"payments\"}", "1.0"),
                        Map.entry("retry_calls_total{outcome=\"recovered\",policy=\"payments\"}", "2.0"),
                        Map.entry("retry_calls_total{outcome=\"gave-up\",policy=\"payments\"}", "1.0"),
                        Map.entry("retry_attempts_total{outcome=\"success\",policy=\"payments\"}", "3.0"),
                        Map.entry("retry_attempts_total{outcome=\"failure\",policy=\"payments\"}", "4.0"),
                        Map.entry("retry_waits_seconds_count{policy=\"payments\",source=\"backoff\"}", "3"),
                        Map.entry("retry_recoveries_total{attempt=\"2\",policy=\"payments\"}", "1.0"),
                        Map.entry("retry_recoveries_total{attempt=\"3\",policy=\"payments\"}", "1.0"),
                        Map.entry("retry_giveups_total{policy=\"payments\",reason=\"not-retryable\"}", "1.0"),
                        Map.entry("retry_calls_total{outcome=\"recovered\",policy=\"partner-api\"}", "1.0"),
                        Map.entry("retry_calls_total{outcome=\"gave-up\",policy=\"partner-api\"}", "1.0"),
                        Map.entry("retry_attempts_total{outcome=\"success\",policy=\"partner-api\"}", "1.0"),
                        Map.entry("retry_attempts_total{outcome=\"failure\",policy=\"partner-api\"}", "2.0"),
                        Map.entry("retry_waits_seconds_count{policy=\"partner-api\",source=\"retry-after\"}", "1"),
                        Map.entry("retry_recoveries_total{attempt=\"2\",policy=\"partner-api\"}", "1.0"),
                        Map.entry("retry_giveups_total{policy=\"partner-api\",reason=\"retry-after-too-long\"}", "1.0"),
                        Map.entry("retry_calls_total{outcome=\"gave-up\",policy=\"suggestions\"}", "1.0"),
                        Map.entry("retry_attempts_total{outcome=\"failure\",policy=\"suggestions\"}", "2.0"),
                        Map.entry("retry_waits_seconds_count{policy=\"suggestions\",source=\"backoff\"}", "1"),
                        Map.entry("retry_giveups_total{policy=\"suggestions\",reason=\"attempts-exhausted\"}", "1.0"));
    }

    @Test
    void timesTheWaits() {
        shop.call("/partner-api/rate-limit?seconds=1");

        String sum =
                shop.scrape().series().get("retry_waits_seconds_sum{policy=\"partner-api\",source=\"retry-after\"}");
        assertThat(Double.parseDouble(sum)).isGreaterThanOrEqualTo(1);
    }
}
