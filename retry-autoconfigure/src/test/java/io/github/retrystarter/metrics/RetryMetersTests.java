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
package io.github.retrystarter.metrics;

import java.net.ConnectException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryRuntime;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

class RetryMetersTests {

    private static final RetrySettings SETTINGS = RetrySettings.builder()
            .backoff(BackoffKind.CONSTANT)
            .base(Duration.ofMillis(250))
            .attempts(6)
            .budget(new BudgetSettings(false, 0, Duration.ofSeconds(1), 0))
            .build();

    private final RetryPolicy payments = RetryPolicy.of("payments", SETTINGS, new VirtualTime().runtime());
    private final RetryPolicy reports = RetryPolicy.of("reports", SETTINGS, new VirtualTime().runtime());
    private final RetryMeters meters =
            new RetryMeters(() -> new RetryPolicies(RetryRuntime.standalone(), List.of(payments, reports), List::of));

    @Test
    void everySeriesOfEveryPolicyExistsAtZeroBeforeTheFirstCall() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

        meters.bindTo(registry);

        List<String> lines = registry.scrape().lines().toList();
        for (String policy : List.of("payments", "reports")) {
            for (String outcome : List.of("first-try", "recovered", "gave-up")) {
                assertThat(lines)
                        .contains("retry_calls_total{outcome=\"" + outcome + "\",policy=\"" + policy + "\"} 0.0");
            }
            for (String outcome : List.of("success", "failure")) {
                assertThat(lines)
                        .contains("retry_attempts_total{outcome=\"" + outcome + "\",policy=\"" + policy + "\"} 0.0");
            }
            for (GiveUpReason reason : GiveUpReason.values()) {
                assertThat(lines)
                        .contains("retry_giveups_total{policy=\"" + policy + "\",reason=\"" + reason.key() + "\"} 0.0");
            }
            for (String attempt : List.of("2", "3", "4", "5+")) {
                assertThat(lines)
                        .contains("retry_recoveries_total{attempt=\"" + attempt + "\",policy=\"" + policy + "\"} 0.0");
            }
            for (String source : List.of("backoff", "retry-after")) {
                assertThat(lines)
                        .contains("retry_waits_seconds_count{policy=\"" + policy + "\",source=\"" + source + "\"} 0");
            }
            assertThat(lines).contains("retry_waiting{policy=\"" + policy + "\"} 0.0");
        }
        assertThat(lines)
                .filteredOn(line -> line.startsWith("# HELP retry_"))
                .extracting(line -> line.split(" ")[2])
                .contains(
                        "retry_calls_total",
                        "retry_attempts_total",
                        "retry_giveups_total",
                        "retry_recoveries_total",
                        "retry_waits_seconds",
                        "retry_waiting");
    }

    @Test
    void everyMeterNameHasOneSetOfTagKeysAndADescription() {
        MeterRegistry registry = new SimpleMeterRegistry();
        registry.config().commonTags("region", "north");

        meters.bindTo(registry);

        registry.getMeters().stream()
                .collect(Collectors.groupingBy(meter -> meter.getId().getName()))
                .forEach((name, all) -> {
                    Set<List<String>> keys = new HashSet<>();
                    all.forEach(meter -> keys.add(
                            meter.getId().getTags().stream().map(Tag::getKey).toList()));
                    assertThat(keys).as(name).hasSize(1);
                    assertThat(all)
                            .allSatisfy(meter ->
                                    assertThat(meter.getId().getDescription()).isNotBlank());
                });
    }

    @Test
    void countersAreCountersAndWaitsAreTimedInSeconds() {
        MeterRegistry registry = new SimpleMeterRegistry();
        meters.bindTo(registry);

        payments.execute(new Script(new ConnectException("1"), new ConnectException("2"), "value"));

        assertThat(registry.get("retry.waits")
                        .tags("policy", "payments", "source", "backoff")
                        .timer())
                .satisfies(timer -> {
                    assertThat(timer.count()).isEqualTo(2);
                    assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(500);
                });
        assertThat(registry.get("retry.calls")
                        .tags("policy", "payments", "outcome", "recovered")
                        .functionCounter())
                .satisfies(counter -> {
                    assertThat(counter.getId().getType()).isEqualTo(Meter.Type.COUNTER);
                    assertThat(counter.count()).isOne();
                });
    }

    @Test
    void aRegistryThatIsBoundTwiceCountsOnce() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        CompositeMeterRegistry composite = new CompositeMeterRegistry();
        composite.add(simple);
        composite.add(prometheus);
        meters.bindTo(composite);
        meters.bindTo(composite);

        payments.execute(new Script(new ConnectException("1"), "value"));

        for (MeterRegistry registry : List.of(simple, prometheus)) {
            assertThat(registry.get("retry.waits")
                            .tags("policy", "payments", "source", "backoff")
                            .timer()
                            .count())
                    .isOne();
            assertThat(registry.get("retry.attempts")
                            .tags("policy", "payments", "outcome", "success")
                            .functionCounter()
                            .count())
                    .isOne();
        }
    }

    @Test
    void theIdentitiesHoldAfterManyCallsOnManyThreads() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        meters.bindTo(registry);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<Integer>> results = IntStream.range(0, 8)
                    .mapToObj(seed -> threads.submit(() -> {
                        start.await();
                        Random random = new Random(seed);
                        for (int i = 0; i < 1_250; i++) {
                            payments.execute(randomScript(random));
                        }
                        return 1_250;
                    }))
                    .toList();
            start.countDown();
            for (Future<Integer> result : results) {
                assertThat(result.get(60, TimeUnit.SECONDS)).isEqualTo(1_250);
            }
        } finally {
            threads.shutdownNow();
        }

        double calls = sum(registry, "retry.calls");
        assertThat(calls).isEqualTo(10_000);
        assertThat(sum(registry, "retry.giveups"))
                .isPositive()
                .isEqualTo(count(registry, "retry.calls", "outcome", "gave-up"));
        assertThat(sum(registry, "retry.recoveries"))
                .isPositive()
                .isEqualTo(count(registry, "retry.calls", "outcome", "recovered"));
        long waits = registry.get("retry.waits").tag("policy", "payments").timers().stream()
                .mapToLong(Timer::count)
                .sum();
        assertThat(sum(registry, "retry.attempts")).isEqualTo(calls + waits);
        assertThat(registry.get("retry.waiting")
                        .tag("policy", "payments")
                        .gauge()
                        .value())
                .isZero();
    }

    private static Script randomScript(Random random) {
        Object[] steps = new Object[1 + random.nextInt(8)];
        Arrays.setAll(steps, i -> new ConnectException("refused"));
        if (random.nextInt(4) > 0) {
            steps[steps.length - 1] = random.nextInt(5) == 0 ? new IllegalArgumentException("bad") : "value";
        }
        return new Script(steps);
    }

    private static double sum(MeterRegistry registry, String name) {
        return registry.get(name).tag("policy", "payments").functionCounters().stream()
                .mapToDouble(FunctionCounter::count)
                .sum();
    }

    private static double count(MeterRegistry registry, String name, String key, String value) {
        return registry.get(name)
                .tag("policy", "payments")
                .tag(key, value)
                .functionCounter()
                .count();
    }

    @Test
    void callsThatWaitAreShownWhileTheyWait() throws Exception {
        CountDownLatch asleep = new CountDownLatch(1);
        CountDownLatch wake = new CountDownLatch(1);
        TimeAndChance time = new VirtualTime().timeAndChance();
        RetryPolicy policy = RetryPolicy.of(
                "waiting",
                SETTINGS,
                RetryRuntime.builder()
                        .timeAndChance(() -> new TimeAndChance(
                                time.clock(),
                                time.ticker(),
                                duration -> {
                                    asleep.countDown();
                                    wake.await();
                                },
                                RetryTimer.through(duration -> {
                                    asleep.countDown();
                                    wake.await();
                                }),
                                time.random()))
                        .build());
        MeterRegistry registry = new SimpleMeterRegistry();
        new RetryMeters(() -> new RetryPolicies(RetryRuntime.standalone(), List.of(policy), List::of)).bindTo(registry);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<?> call = thread.submit(() -> policy.execute(new Script(new ConnectException("1"), "value")));
            assertThat(asleep.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(registry.get("retry.waiting").gauge().value()).isOne();
            wake.countDown();
            call.get(30, TimeUnit.SECONDS);
            assertThat(registry.get("retry.waiting").gauge().value()).isZero();
        } finally {
            thread.shutdownNow();
        }
    }
}
