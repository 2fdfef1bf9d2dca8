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
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.TestPropertySource;

import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.sample.Runbook.Curl;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.micrometer.core.instrument.MeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** The runbook knows every alert, meter and reason, and its commands work. */
@SampleTest
@TestPropertySource(properties = "management.endpoint.retrypolicies.access=unrestricted")
@DirtiesContext(classMode = ClassMode.AFTER_CLASS)
class RunbookTests {

    @LocalServerPort
    private int port;

    @Autowired
    private MeterRegistry registry;

    @Autowired
    private RetryPolicies policies;

    @Test
    void explainsEveryMeter() {
        Set<String> meters = registry.getMeters().stream()
                .map(meter -> meter.getId().getName())
                .filter(name -> name.startsWith("retry."))
                .collect(Collectors.toSet());

        assertThat(Runbook.firstCells("What the meters mean")).containsExactlyInAnyOrderElementsOf(meters);
    }

    @Test
    void explainsEveryReason() {
        List<String> reasons =
                Arrays.stream(GiveUpReason.values()).map(GiveUpReason::key).toList();

        assertThat(Runbook.firstCells("What the reasons mean")).containsExactlyInAnyOrderElementsOf(reasons);
    }

    @Test
    void hasASectionForEveryAlertAndNoOther() {
        assertThat(Runbook.headings().stream().filter(heading -> heading.matches("Retry[A-Z]\\w+")))
                .containsExactlyInAnyOrderElementsOf(
                        AlertRule.all().stream().map(AlertRule::name).toList());
    }

    @Test
    void showsCommandsThatWorkAndLeaveThePolicyAsConfigured() {
        RetrySettings configured = policies.get("payments").settings();
        assertThat(Runbook.curls()).hasSize(Runbook.text().split("curl ", -1).length - 1);
        assertThat(Runbook.curls().stream().map(Curl::method)).contains("GET", "POST", "DELETE");

        for (Curl curl : Runbook.curls()) {
            HttpResponse<String> response = send(curl);
            assertThat(response.statusCode())
                    .as("%s: %s", curl, response.body())
                    .isEqualTo(200);
            if (curl.method().equals("POST")) {
                assertThat(policies.get("payments").settings()).as(curl.body()).isNotEqualTo(configured);
            }
        }

        assertThat(policies.get("payments").settings()).isEqualTo(configured);
    }

    @Test
    void aPolicyThatIsSwitchedOffSaysSo() {
        policies.update("payments", settings -> settings.enabled(false));
        try {
            assertThat(new ShopClient(port).call("/payments/flaky?failures=1"))
                    .isEqualTo(new ShopClient.Call(502, "disabled", List.of("503")));
            assertThat(new ShopClient(port).call("/payments/bad-request").outcome())
                    .isEqualTo("not-retryable");
        } finally {
            policies.reset("payments");
        }
    }

    private HttpResponse<String> send(Curl curl) {
        BodyPublisher body = curl.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(curl.body());
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + curl.target()))
                .header("Content-Type", "application/json")
                .method(curl.method(), body)
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofString())
                .join();
    }
}
