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

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.retrystarter.sample.ShopClient.Call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Calls with outcomes that are known beforehand, for each series that the dashboard and the alerts look at. The last call
 * goes on: it waits for five minutes, and holds its policy.
 */
final class ScriptedRun {

    /** Every counter that is not zero in the end. */
    static final Map<String, Double> COUNTERS = Map.ofEntries(
            Map.entry("retry_calls_total{outcome=\"first-try\",policy=\"payments\"}", 4.0),
            Map.entry("retry_calls_total{outcome=\"recovered\",policy=\"payments\"}", 16.0),
            Map.entry("retry_calls_total{outcome=\"gave-up\",policy=\"payments\"}", 12.0),
            Map.entry("retry_attempts_total{outcome=\"success\",policy=\"payments\"}", 20.0),
            Map.entry("retry_attempts_total{outcome=\"failure\",policy=\"payments\"}", 82.0),
            Map.entry("retry_waits_seconds_count{policy=\"payments\",source=\"backoff\"}", 70.0),
            Map.entry("retry_recoveries_total{attempt=\"2\",policy=\"payments\"}", 3.0),
            Map.entry("retry_recoveries_total{attempt=\"3\",policy=\"payments\"}", 2.0),
            Map.entry("retry_recoveries_total{attempt=\"4\",policy=\"payments\"}", 1.0),
            Map.entry("retry_recoveries_total{attempt=\"5+\",policy=\"payments\"}", 10.0),
            Map.entry("retry_giveups_total{policy=\"payments\",reason=\"attempts-exhausted\"}", 5.0),
            Map.entry("retry_giveups_total{policy=\"payments\",reason=\"not-retryable\"}", 5.0),
            Map.entry("retry_giveups_total{policy=\"payments\",reason=\"disabled\"}", 2.0),
            Map.entry("retry_calls_total{outcome=\"gave-up\",policy=\"suggestions\"}", 6.0),
            Map.entry("retry_attempts_total{outcome=\"failure\",policy=\"suggestions\"}", 8.0),
            Map.entry("retry_waits_seconds_count{policy=\"suggestions\",source=\"backoff\"}", 2.0),
            Map.entry("retry_giveups_total{policy=\"suggestions\",reason=\"attempts-exhausted\"}", 2.0),
            Map.entry("retry_giveups_total{policy=\"suggestions\",reason=\"budget\"}", 4.0),
            Map.entry("retry_calls_total{outcome=\"recovered\",policy=\"partner-api\"}", 4.0),
            Map.entry("retry_calls_total{outcome=\"gave-up\",policy=\"partner-api\"}", 1.0),
            Map.entry("retry_attempts_total{outcome=\"success\",policy=\"partner-api\"}", 4.0),
            Map.entry("retry_attempts_total{outcome=\"failure\",policy=\"partner-api\"}", 6.0),
            Map.entry("retry_waits_seconds_count{policy=\"partner-api\",source=\"backoff\"}", 1.0),
            Map.entry("retry_waits_seconds_count{policy=\"partner-api\",source=\"retry-after\"}", 3.0),
            Map.entry("retry_recoveries_total{attempt=\"2\",policy=\"partner-api\"}", 4.0),
            Map.entry("retry_giveups_total{policy=\"partner-api\",reason=\"retry-after-too-long\"}", 1.0));

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final int port;
    private final ShopClient shop;

    ScriptedRun(int port) {
        this.port = port;
        this.shop = new ShopClient(port);
    }

    void play() {
        List<CompletableFuture<Call>> payments = Stream.of(
                        times(4, "/payments/flaky?failures=0"),
                        times(3, "/payments/flaky?failures=1"),
                        times(2, "/payments/flaky?failures=2"),
                        times(1, "/payments/flaky?failures=3"),
                        times(10, "/payments/flaky?failures=4"),
                        times(5, "/payments/flaky?failures=9"),
                        times(5, "/payments/bad-request"))
                .flatMap(List::stream)
                .map(shop::callAsync)
                .toList();
        payments.forEach(CompletableFuture::join);
        switchPaymentsOff();
        times(2, "/payments/flaky?failures=9").forEach(shop::call);
        reset();

        times(6, "/suggestions/outage?seconds=3600").forEach(shop::call);

        shop.call("/partner-api/flaky?failures=1");
        times(3, "/partner-api/rate-limit?seconds=2").stream()
                .map(shop::callAsync)
                .toList()
                .forEach(CompletableFuture::join);
        shop.call("/partner-api/rate-limit?seconds=3600");
        shop.callAsync("/partner-api/rate-limit?seconds=300");
        await().atMost(PATIENCE)
                .until(() -> shop.scrape().series().get("retry_waiting{policy=\"partner-api\"}"), "1.0"::equals);
    }

    private static List<String> times(int times, String target) {
        return Collections.nCopies(times, target);
    }

    private void switchPaymentsOff() {
        send(payments()
                .POST(BodyPublishers.ofString("{\"enabled\": false}"))
                .header("Content-Type", "application/json"));
    }

    private void reset() {
        send(payments().DELETE());
    }

    private HttpRequest.Builder payments() {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/retrypolicies/payments"));
    }

    private static void send(HttpRequest.Builder request) {
        assertThat(HttpClient.newHttpClient()
                        .sendAsync(request.build(), BodyHandlers.ofString())
                        .join()
                        .statusCode())
                .isEqualTo(200);
    }
}
