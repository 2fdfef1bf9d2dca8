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

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.TestPropertySource;

import com.jayway.jsonpath.JsonPath;

import io.github.retrystarter.sample.Dashboard.Panel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A real Prometheus scrapes the sample, and is asked what the dashboard and the alerts ask.
 *
 * <p>All counters are at zero in the first scrape, and every query is about the moment of the last one. Within a range that
 * begins before the first, Prometheus then has nothing to extrapolate.
 *
 * <p>The policies are those of the sample, with short waits of their own, a hold for the partner, and a small budget for
 * the suggestions, so that every alert has something to find.
 */
@NeedsPrometheus
@SampleTest
@TestPropertySource(
        properties = {
            "retry.policies.payments.base=20ms",
            "retry.policies.payments.deadline=10m",
            "retry.policies.partner-api.retry-after.max=10m",
            "retry.policies.partner-api.retry-after.hold=true",
            "retry.policies.suggestions.budget.min-retries=2",
            "retry.policies.suggestions.budget.window=10m",
            "management.endpoint.retrypolicies.access=unrestricted"
        })
@DirtiesContext(classMode = ClassMode.AFTER_CLASS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PrometheusTests {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int RANGE_SECONDS = 300;
    private static final String RANGE = "5m";
    private static final String ALL = ".*";
    private static final Percentage EXTRAPOLATION = Percentage.withPercentage(1);

    @LocalServerPort
    private int port;

    private PrometheusServer prometheus;
    private double start;
    private double end;
    private Vector raw;

    @BeforeAll
    void play(@TempDir Path folder) throws Exception {
        prometheus = PrometheusServer.start(folder, port);
        start = scrapeAfter(scrapeAfter(0));
        new ScriptedRun(port).play();
        end = scrapeAfter(scrapeAfter(now()));
        raw = prometheus.query("{__name__=~\"retry_.+\"}", end);
    }

    @AfterAll
    void endPrometheus() throws InterruptedException {
        if (prometheus != null) {
            prometheus.close();
        }
    }

    private static double now() {
        return System.currentTimeMillis() / 1_000.0;
    }

    /** Waits for a scrape that began after a moment, and returns when that was. */
    private double scrapeAfter(double moment) {
        return await().atMost(PATIENCE).until(this::lastScrape, scrape -> scrape > moment);
    }

    private double lastScrape() {
        return prometheus
                .query("min(timestamp(retry_calls_total))")
                .values()
                .getOrDefault(Map.<String, String>of(), 0.0);
    }

    @Test
    void knowsEveryCounterAsTheScriptLeavesIt() {
        Map<String, Double> counters = new TreeMap<>();
        raw.positive().values().forEach((labels, value) -> {
            if (labels.get("__name__").matches(".*_(total|count)")) {
                counters.put(series(labels), value);
            }
        });

        assertThat(counters).containsExactlyInAnyOrderEntriesOf(ScriptedRun.COUNTERS);
    }

    @Test
    void knowsEverySeriesOfTheSample() {
        assertThat(raw.values().keySet().stream().map(PrometheusTests::series))
                .containsExactlyInAnyOrderElementsOf(
                        new ShopClient(port).scrape().series().keySet());
    }

    private static String series(Map<String, String> labels) {
        return labels.entrySet().stream()
                .filter(label -> !label.getKey().equals("__name__"))
                .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
                .collect(Collectors.joining(",", labels.get("__name__") + "{", "}"));
    }

    static List<Panel> panels() {
        return Dashboard.read().panelsWithQueries();
    }

    @ParameterizedTest
    @MethodSource("panels")
    void everyPanelShowsWhatTheCallsDid(Panel panel) {
        Vector shown = prometheus.query(query(panel, ALL, RANGE), end);

        assertThat(shown.values()).as(panel.title()).isNotEmpty();
        assertSame(panel.title(), shown, expected(panel.title(), raw));
    }

    @ParameterizedTest
    @MethodSource("panels")
    void everyPanelShowsTheChosenPolicyOnly(Panel panel) {
        Vector shown = prometheus.query(query(panel, "payments", RANGE), end);

        assertThat(shown.values()).as(panel.title()).isNotEmpty();
        assertSame(panel.title(), shown, expected(panel.title(), raw.where("policy", "payments")));
    }

    /** What Grafana asks for: a value for each step, from the scrapes of a short time before it. */
    @ParameterizedTest
    @MethodSource("panels")
    void everyPanelHasSomethingToDraw(Panel panel) {
        assertThat(prometheus.queryRange(query(panel, ALL, "15s"), start, end))
                .isNotEmpty()
                .allSatisfy(value -> assertThat(value).isFinite().isNotNegative())
                .anySatisfy(value -> assertThat(value).isPositive());
    }

    private static String query(Panel panel, String policy, String interval) {
        assertThat(panel.queries()).hasSize(1);
        return panel.queries().get(0).expanded(policy, interval);
    }

    /** What a panel has to show, from the values as they were scraped. */
    private static Vector expected(String panel, Vector raw) {
        Vector calls = raw.of("retry_calls_total");
        Vector attempts = raw.of("retry_attempts_total");
        Vector giveUps = raw.of("retry_giveups_total");
        Vector waits = raw.of("retry_waits_seconds_count");
        Vector waited = raw.of("retry_waits_seconds_sum");
        return switch (panel) {
            case "Calls" -> calls.sumBy();
            case "Saved by a retry" -> calls.where("outcome", "recovered").sumBy();
            case "Given up" -> calls.where("outcome", "gave-up").sumBy();
            case "Waiting now" -> raw.of("retry_waiting").sumBy();
            case "Calls by outcome" -> perSecond(calls.sumBy("policy", "outcome"));
            case "Attempts by outcome" -> perSecond(attempts.sumBy("policy", "outcome"));
            case "Attempts per call" -> attempts.sumBy("policy").over(calls.sumBy("policy"));
            case "Give-ups by reason" ->
                perSecond(giveUps.sumBy("policy", "reason").positive());
            case "Recoveries by attempt" ->
                perSecond(raw.of("retry_recoveries_total").sumBy("policy", "attempt"));
            case "Waits by source" -> perSecond(waits.sumBy("policy", "source"));
            case "Mean wait by source" -> waited.sumBy("policy", "source").over(waits.sumBy("policy", "source"));
            case "Longest wait by source" -> raw.of("retry_waits_seconds_max").maxBy("policy", "source");
            case "Time waited per call" -> waited.sumBy("policy").over(calls.sumBy("policy"));
            case "Calls that wait" -> raw.of("retry_waiting").sumBy("policy");
            case "Budget available" -> raw.of("retry_budget_available").minBy("policy");
            case "Hold remaining" -> raw.of("retry_hold_remaining_seconds").maxBy("policy");
            case "Give-ups in this range" -> giveUps.sumBy("policy", "reason").positive();
            default -> throw new IllegalArgumentException("Nobody has said yet what is right for " + panel);
        };
    }

    private static Vector perSecond(Vector counts) {
        return counts.perSecondOf(RANGE_SECONDS);
    }

    private static void assertSame(String name, Vector actual, Vector expected) {
        assertThat(actual.values()).as(name).containsOnlyKeys(expected.values().keySet());
        actual.values()
                .forEach((labels, value) -> assertThat(value)
                        .as("%s %s", name, labels)
                        .isCloseTo(expected.values().get(labels), EXTRAPOLATION));
    }

    @Test
    void theGaugesAreThoseOfTheScript() {
        assertThat(raw.of("retry_waiting").sumBy("policy").positive())
                .isEqualTo(Vector.none().with(1, "policy", "partner-api"));
        assertThat(raw.of("retry_budget_available").minBy("policy").values())
                .containsEntry(Map.of("policy", "suggestions"), 0.0);
        assertThat(raw.of("retry_hold_remaining_seconds")
                        .maxBy("policy")
                        .positive()
                        .values())
                .containsOnlyKeys(Map.of("policy", "partner-api"));
    }

    @Test
    void everyVariableOffersItsValues() {
        assertThat(Dashboard.read().variables().stream().map(this::offered))
                .containsExactly(List.of("retry-sample"), List.of("partner-api", "payments", "suggestions"));
    }

    /** What Grafana makes of {@code label_values(selector, label)}. */
    private List<String> offered(String variable) {
        String inner = variable.substring("label_values(".length(), variable.length() - 1);
        int comma = inner.lastIndexOf(',');
        return prometheus.labelValues(
                inner.substring(comma + 1).strip(), new PromQl(inner.substring(0, comma)).expanded(ALL, RANGE));
    }

    static List<AlertRule> alerts() {
        return AlertRule.all();
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void everyAlertFindsWhatTheCallsDid(AlertRule alert) {
        assertSame(alert.name(), prometheus.query(alert.expression().text(), end), found(alert.name()));
    }

    private Vector found(String alert) {
        Vector none = Vector.none();
        return switch (alert) {
            case "RetryMostCallsGivenUp" -> none.with(1, "policy", "suggestions");
            case "RetryGivesUp" ->
                none.with(5 / 32.0, "policy", "payments", "reason", "attempts-exhausted")
                        .with(2 / 6.0, "policy", "suggestions", "reason", "attempts-exhausted")
                        .with(1 / 5.0, "policy", "partner-api", "reason", "retry-after-too-long");
            case "RetryNotRetryable" -> none.with(5 / 32.0, "policy", "payments");
            case "RetryRatioHigh" -> none.with(70 / 32.0, "policy", "payments");
            case "RetryBudgetRefusing" -> none.with(4 / 6.0, "policy", "suggestions");
            case "RetryWaitsLong" -> expected("Time waited per call", raw.where("policy", "partner-api"));
            case "RetryHoldActive" -> none.with(longestHold("partner-api"), "policy", "partner-api");
            case "RetryDisabled" -> none.with(2, "policy", "payments");
            default -> throw new IllegalArgumentException("Nobody has said yet what is right for " + alert);
        };
    }

    private double longestHold(String policy) {
        String remaining = "retry_hold_remaining_seconds{policy=\"" + policy + "\"}";
        return prometheus.queryRange(remaining, start, end).stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
    }

    /** Prometheus evaluates the rules by itself; none fires yet, since each wants to see its condition for minutes. */
    @Test
    void everyAlertIsPending() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(prometheus.rules())
                        .hasSameSizeAs(alerts())
                        .allSatisfy(rule -> assertThat(rule).containsEntry("health", "ok")));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(prometheus.rules().stream().flatMap(PrometheusTests::pending))
                        .containsExactlyInAnyOrder(
                                "RetryMostCallsGivenUp suggestions",
                                "RetryGivesUp payments attempts-exhausted",
                                "RetryGivesUp suggestions attempts-exhausted",
                                "RetryGivesUp partner-api retry-after-too-long",
                                "RetryNotRetryable payments",
                                "RetryRatioHigh payments",
                                "RetryBudgetRefusing suggestions",
                                "RetryWaitsLong partner-api",
                                "RetryHoldActive partner-api",
                                "RetryDisabled payments"));
    }

    private static Stream<String> pending(Map<String, Object> rule) {
        return JsonPath.<List<Map<String, Object>>>read(rule, "$.alerts[?(@.state == 'pending')].labels").stream()
                .map(labels -> Stream.of("alertname", "policy", "reason")
                        .filter(labels::containsKey)
                        .map(label -> labels.get(label).toString())
                        .collect(Collectors.joining(" ")));
    }
}
