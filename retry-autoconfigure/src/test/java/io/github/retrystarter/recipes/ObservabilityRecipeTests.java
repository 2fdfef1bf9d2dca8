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

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

import com.sun.net.httpserver.HttpServer;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.CompiledClasses;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.OneCall;
import io.github.retrystarter.testing.QuietLog;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.StyleKind;
import io.github.retrystarter.testing.Tracing;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;

import static org.assertj.core.api.Assertions.assertThat;

/** Faults of kind K7 that were reported against other libraries: meters, traces and hooks. */
@ExtendWith(QuietLog.class)
class ObservabilityRecipeTests {

    private static final Pattern SERIES = Pattern.compile("(\\w+)\\{(.*)} (\\S+)");

    private final PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private static ApplicationContextRunner contexts(MeterRegistry registry) {
        return RetryContexts.runner(new VirtualTime())
                .withBean(MeterRegistry.class, () -> registry)
                .withBean(EveryStyle.class)
                .withInitializer(Yaml.file("""
                        retry:
                          defaults: {backoff: constant, base: 10ms, budget.enabled: false}
                          policies: {p: {attempts: 3}, q: {budget.enabled: true, budget.ratio: 0, budget.min-retries: 0}}
                        """));
    }

    private static RetryPolicy p(ApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("p");
    }

    private static ConnectException refused() {
        return new ConnectException("refused");
    }

    private static double counted(MeterRegistry registry, String meter, String tag, String value) {
        return registry.get(meter)
                .tags("policy", "p", tag, value)
                .functionCounter()
                .count();
    }

    // B94
    @Test
    void allSeriesOfEveryPolicyAreAtZeroBeforeTheFirstCall() {
        contexts(prometheus).run(context -> {
            Map<String, Set<String>> policiesByName = new HashMap<>();
            for (String line : prometheus.scrape().lines().toList()) {
                Matcher series = SERIES.matcher(line);
                if (series.matches() && !series.group(1).equals("retry_budget_available")) {
                    assertThat(Double.parseDouble(series.group(3))).as(line).isZero();
                    policiesByName
                            .computeIfAbsent(series.group(1), name -> new TreeSet<>())
                            .add(series.group(2).replaceAll(".*policy=\"(\\w+)\".*", "$1"));
                }
            }
            assertThat(policiesByName)
                    .containsKeys(
                            "retry_calls_total",
                            "retry_attempts_total",
                            "retry_giveups_total",
                            "retry_recoveries_total",
                            "retry_waits_seconds_count")
                    .allSatisfy(
                            (name, policies) -> assertThat(policies).as(name).containsExactly("p", "q"));
        });
    }

    // B95
    @Test
    void everyNameHasOneSetOfKeysWhateverHappened() {
        prometheus.config().commonTags("region", "north");
        List<Throwable> refusedRegistrations = new ArrayList<>();
        prometheus.config().onMeterRegistrationFailed((id, why) -> refusedRegistrations.add(new AssertionError(why)));
        contexts(prometheus).run(context -> {
            p(context).execute(new Script("value"));
            p(context).execute(new Script(refused(), "value"));
            p(context).execute(new Script(refused()));
            p(context).execute(new Script(new IllegalArgumentException("bad")));
            p(context).callAsync(attempt -> new CompletableFuture<>()).cancel(true);
            context.getBean(RetryPolicies.class).get("q").execute(new Script(refused()));

            Map<String, Set<Set<String>>> keys = new HashMap<>();
            for (String line : prometheus.scrape().lines().toList()) {
                Matcher series = SERIES.matcher(line);
                if (series.matches()) {
                    keys.computeIfAbsent(series.group(1), name -> new HashSet<>())
                            .add(Arrays.stream(series.group(2).split(","))
                                    .map(label -> label.substring(0, label.indexOf('=')))
                                    .collect(Collectors.toSet()));
                }
            }
            assertThat(keys).allSatisfy((name, sets) -> {
                assertThat(sets).as(name).hasSize(1);
                assertThat(sets.iterator().next()).contains("policy", "region");
            });
            for (String reason : List.of("attempts-exhausted", "not-retryable", "cancelled")) {
                assertThat(counted(prometheus, "retry.giveups", "reason", reason))
                        .isOne();
            }
            assertThat(prometheus
                            .get("retry.giveups")
                            .tags("policy", "q", "reason", "budget")
                            .functionCounter()
                            .count())
                    .isOne();
            assertThat(refusedRegistrations).isEmpty();
        });
    }

    // B97
    @Test
    void countersAreCountersThatNeverFallAndWaitsAreTimers() {
        contexts(prometheus).run(context -> {
            Random random = new Random(7);
            double before = 0;
            for (int i = 0; i < 1_000; i++) {
                p(context).execute(script(random));
                double now = prometheus.get("retry.attempts").functionCounters().stream()
                        .mapToDouble(FunctionCounter::count)
                        .sum();
                assertThat(now).isGreaterThan(before);
                before = now;
            }
            for (String counter : List.of("retry.calls", "retry.attempts", "retry.giveups", "retry.recoveries")) {
                assertThat(prometheus.get(counter).meters())
                        .allSatisfy(meter -> assertThat(meter.getId().getType()).isEqualTo(Meter.Type.COUNTER));
            }
            assertThat(prometheus.get("retry.waits").meters())
                    .allSatisfy(meter -> assertThat(meter.getId().getType()).isEqualTo(Meter.Type.TIMER));
            assertThat(prometheus.scrape())
                    .contains(
                            "# TYPE retry_calls_total counter",
                            "# TYPE retry_attempts_total counter",
                            "# TYPE retry_giveups_total counter",
                            "retry_waits_seconds_count{",
                            "retry_waits_seconds_sum{");
        });
    }

    private static Script script(Random random) {
        Object[] steps = new Object[1 + random.nextInt(5)];
        Arrays.setAll(steps, i -> refused());
        if (random.nextInt(4) > 0) {
            steps[steps.length - 1] = random.nextInt(5) == 0 ? new IllegalArgumentException("bad") : "value";
        }
        return new Script(steps);
    }

    /** Throws exceptions of as many classes as it is given. */
    static class Throwing {

        private final List<? extends RuntimeException> failures;

        Throwing(List<? extends RuntimeException> failures) {
            this.failures = failures;
        }

        @Retryable("p")
        public void run(String argument, int kind) {
            throw failures.get(kind % failures.size());
        }
    }

    // B98
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void neitherExceptionsNorArgumentsMakeSeries(boolean tagMethod) {
        String source = IntStream.range(0, 500)
                .mapToObj(i -> "public static class Kind" + i + " extends RuntimeException {}")
                .collect(Collectors.joining("\n", "package generated; public class Kinds {", "}"));
        CompiledClasses classes = CompiledClasses.of(Map.of("generated.Kinds", source));
        List<? extends RuntimeException> failures = IntStream.range(0, 500)
                .mapToObj(i -> (RuntimeException) BeanUtils.instantiateClass(classes.get("generated.Kinds$Kind" + i)))
                .toList();
        contexts(prometheus)
                .withPropertyValues("retry.metrics.tag-method=" + tagMethod)
                .withBean(Throwing.class, () -> new Throwing(failures))
                .run(context -> {
                    Throwing bean = context.getBean(Throwing.class);
                    int before = prometheus.getMeters().size();
                    for (int i = 0; i < 100_000; i++) {
                        try {
                            bean.run("argument " + i, i);
                        } catch (RuntimeException expected) {
                            // Nothing classifies it.
                        }
                    }
                    assertThat(prometheus.getMeters()).hasSize(before);
                    assertThat(p(context).counts().giveUps(GiveUpReason.NOT_RETRYABLE))
                            .isEqualTo(100_000);
                });
    }

    // B98
    @Test
    void aNameOfAPolicyDoesNotComeFromACall() {
        contexts(prometheus).run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            int before = prometheus.getMeters().size();
            for (int i = 0; i < 10_000; i++) {
                assertThat(policies.find("p" + i)).isEmpty();
            }
            assertThat(prometheus.getMeters()).hasSize(before);
        });
    }

    // B100
    @ParameterizedTest
    @CsvSource({
        "ok,'',none",
        "x ok,RETRY RECOVERED,none",
        "x x x,RETRY RETRY GAVE_UP,attempts-exhausted",
        "bad,GAVE_UP,not-retryable"
    })
    void hooksHearOfEachComingRetryAndOfTheEndOnce(String steps, String kinds, String reason) {
        List<RetryEvent> events = new CopyOnWriteArrayList<>();
        contexts(prometheus)
                .withBean(RetryEventListener.class, () -> events::add)
                .run(context -> {
                    p(context)
                            .execute(new Script(Arrays.stream(steps.split(" "))
                                    .map(ObservabilityRecipeTests::step)
                                    .toArray()));

                    assertThat(events.stream().map(event -> event.kind().name()).collect(Collectors.joining(" ")))
                            .isEqualTo(kinds);
                    assertThat(events.stream()
                                    .filter(event -> event.reason() != null)
                                    .map(event -> event.reason().key()))
                            .containsExactlyElementsOf(reason.equals("none") ? List.of() : List.of(reason));
                });
    }

    private static Object step(String step) {
        return switch (step) {
            case "x" -> refused();
            case "bad" -> new IllegalArgumentException("bad");
            default -> step;
        };
    }

    // B101
    @Test
    void aChangedPolicyGoesOnCountingInTheSameSeries() {
        contexts(prometheus).run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            int before = prometheus.getMeters().size();
            for (int i = 0; i < 3; i++) {
                p(context).execute(new Script("value"));
            }
            policies.update("p", settings -> settings.attempts(5));
            for (int i = 0; i < 3; i++) {
                p(context).execute(new Script(refused(), "value"));
            }
            policies.reset("p");

            assertThat(counted(prometheus, "retry.attempts", "outcome", "success"))
                    .isEqualTo(6);
            assertThat(prometheus
                            .get("retry.waits")
                            .tags("policy", "p", "source", "backoff")
                            .timer()
                            .count())
                    .isEqualTo(3);
            assertThat(prometheus.getMeters()).hasSize(before);
            assertThat(prometheus.scrape().lines().filter(line -> line.startsWith("retry_calls_total")))
                    .doesNotHaveDuplicates();
        });
    }

    // B103
    @Test
    void callsAttemptsAndWaitsAddUpFromTheRegistryAlone() {
        contexts(prometheus).run(context -> {
            Random random = new Random(11);
            for (int i = 0; i < 10_000; i++) {
                p(context).execute(script(random));
            }
            double calls = sum("retry.calls");
            double waits = prometheus.get("retry.waits").tag("policy", "p").timers().stream()
                    .mapToLong(Timer::count)
                    .sum();
            assertThat(calls).isEqualTo(10_000);
            assertThat(sum("retry.attempts")).isEqualTo(calls + waits);
            assertThat(sum("retry.giveups")).isEqualTo(counted(prometheus, "retry.calls", "outcome", "gave-up"));
            assertThat(sum("retry.recoveries")).isEqualTo(counted(prometheus, "retry.calls", "outcome", "recovered"));
        });
    }

    private double sum(String meter) {
        return prometheus.get(meter).tag("policy", "p").functionCounters().stream()
                .mapToDouble(FunctionCounter::count)
                .sum();
    }

    /** Answers by its fallback. */
    static class WithFallback {

        @Retryable(value = "p", fallback = "other")
        public String call() throws ConnectException {
            throw refused();
        }

        String other() {
            return "from the fallback";
        }
    }

    // B103
    @Test
    void aFallbackDoesNotHideAFailure() {
        contexts(prometheus).withBean(WithFallback.class).run(context -> {
            assertThat(context.getBean(WithFallback.class).call()).isEqualTo("from the fallback");

            assertThat(counted(prometheus, "retry.calls", "outcome", "gave-up")).isOne();
            assertThat(counted(prometheus, "retry.giveups", "reason", "attempts-exhausted"))
                    .isOne();
            assertThat(sum("retry.attempts")).isEqualTo(3);
        });
    }

    // B104
    @Test
    void eachAttemptHasASpanOfItsOwnAndSendsItOnce() throws IOException {
        VirtualTime time = new VirtualTime();
        Tracing tracing = new Tracing(time.ticker());
        List<List<String>> traceparents = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            traceparents.add(exchange.getRequestHeaders().get("traceparent"));
            exchange.sendResponseHeaders(traceparents.size() == 1 ? 503 : 200, -1);
            exchange.close();
        });
        server.start();
        RestClient client = RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory())
                .observationRegistry(tracing.registry())
                .build();
        String uri = "http://localhost:" + server.getAddress().getPort() + "/";
        try {
            Recipe.policy(time, "")
                    .withBean(ObservationRegistry.class, tracing::registry)
                    .run(context -> context.getBean(Subject.class)
                            .call(() -> client.get().uri(uri).retrieve().toBodilessEntity()));
        } finally {
            server.stop(0);
        }

        SpanData call = tracing.span("retry p");
        List<SpanData> attempts = tracing.spans("retry p attempt");
        List<SpanData> requests = tracing.spans().stream()
                .filter(span -> span.getKind() == SpanKind.CLIENT)
                .toList();
        assertThat(attempts.stream().map(SpanData::getParentSpanId))
                .containsExactly(call.getSpanId(), call.getSpanId());
        assertThat(requests.stream().map(SpanData::getParentSpanId))
                .containsExactlyElementsOf(
                        attempts.stream().map(SpanData::getSpanId).toList());
        assertThat(requests.stream().map(SpanData::getSpanId)).hasSize(2).doesNotHaveDuplicates();
        assertThat(traceparents)
                .hasSize(2)
                .doesNotHaveDuplicates()
                .allSatisfy(values -> assertThat(values).hasSize(1));
        assertThat(attempts.stream().map(span -> span.getAttributes().get(AttributeKey.stringKey("attempt"))))
                .containsExactly("1", "2");
        assertThat(tracing.span("retry p wait").getAttributes().get(AttributeKey.stringKey("delay")))
                .isEqualTo("10ms");
    }

    // B106
    @Test
    void everyRegistryOfACompositeShowsACallOnce() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        CompositeMeterRegistry composite = new CompositeMeterRegistry();
        composite.add(simple);
        composite.add(prometheus);
        contexts(composite).run(context -> {
            p(context).execute(new Script(refused(), "value"));

            for (MeterRegistry registry : List.of(simple, prometheus)) {
                assertThat(counted(registry, "retry.calls", "outcome", "recovered"))
                        .isOne();
                assertThat(registry.get("retry.waits")
                                .tags("policy", "p", "source", "backoff")
                                .timer()
                                .count())
                        .isOne();
            }
        });
    }

    // B106
    @Test
    void twoRegistriesWithoutAPrimaryOneEachShowACallOnce() {
        SimpleMeterRegistry other = new SimpleMeterRegistry();
        contexts(prometheus).withBean("other", MeterRegistry.class, () -> other).run(context -> {
            assertThat(context).hasNotFailed();
            p(context).execute(new Script("value"));

            for (MeterRegistry registry : List.of(other, prometheus)) {
                assertThat(counted(registry, "retry.calls", "outcome", "first-try"))
                        .isOne();
            }
        });
    }

    // B107
    @ParameterizedTest
    @EnumSource
    void aHookHearsOfEachFailureInEveryStyle(StyleKind style) {
        List<RetryEvent> events = new CopyOnWriteArrayList<>();
        ConnectException first = refused();
        ConnectException second = refused();
        Iterator<Object> steps = List.<Object>of(first, second, "value").iterator();
        contexts(prometheus)
                .withPropertyValues("retry.policies.p.backoff=linear")
                .withBean(RetryEventListener.class, () -> events::add)
                .run(context -> {
                    OneCall call = style.begin(
                            context.getBean(EveryStyle.class),
                            () -> {
                                Object step = steps.next();
                                if (step instanceof ConnectException failure) {
                                    throw failure;
                                }
                                return step;
                            },
                            Runnable::run);
                    assertThat(call.failure()).isNull();

                    assertThat(events).extracting(RetryEvent::attempt).containsExactly(1, 2, 3);
                    assertThat(events).extracting(RetryEvent::failure).containsExactly(first, second, null);
                    assertThat(events)
                            .extracting(RetryEvent::delay)
                            .containsExactly(Duration.ofMillis(10), Duration.ofMillis(20), Duration.ZERO);
                    assertThat(events).allSatisfy(event -> {
                        assertThat(event.policy()).isEqualTo("p");
                        assertThat(event.method().getName())
                                .isEqualTo(style.name().toLowerCase(Locale.ROOT));
                    });
                });
    }
}
