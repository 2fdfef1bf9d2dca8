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

import java.lang.reflect.Method;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** The tag {@code method}, in a real Prometheus registry. */
class MethodTagTests {

    private static final Pattern SERIES = Pattern.compile("(\\w+)\\{(.*)} .*");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withBean(MeterRegistry.class, () -> registry)
            .withBean(Payments.class)
            .withBean(EveryStyle.class)
            .withPropertyValues(
                    "retry.metrics.tag-method=true",
                    "retry.defaults.budget.enabled=false",
                    "retry.policies.p.backoff=constant",
                    "retry.policies.payments.base=10ms");

    static class Payments {

        @Retryable("payments")
        public String charge(boolean fails) throws ConnectException {
            if (fails) {
                throw new ConnectException("refused");
            }
            return "receipt";
        }

        @Retryable("payments")
        public String refund() {
            return "receipt";
        }
    }

    private List<String> scrape() {
        return registry.scrape().lines().toList();
    }

    @Test
    void countersSayWhichMethodWasCalled() {
        contexts.run(context -> {
            Payments payments = context.getBean(Payments.class);
            payments.charge(false);
            payments.refund();
            try {
                payments.charge(true);
            } catch (ConnectException expected) {
                // Given up after three attempts.
            }
            policy(context).call(new Script(new ConnectException("refused"), "value"));

            assertThat(scrape())
                    .contains(
                            calls("first-try", "Payments.charge", 1),
                            calls("gave-up", "Payments.charge", 1),
                            calls("first-try", "Payments.refund", 1),
                            calls("recovered", "none", 1),
                            "retry_attempts_total{method=\"Payments.charge\",outcome=\"failure\",policy=\"payments\"} 3.0",
                            "retry_giveups_total{method=\"Payments.charge\",policy=\"payments\",reason=\"attempts-exhausted\"} 1.0",
                            "retry_recoveries_total{attempt=\"2\",method=\"none\",policy=\"payments\"} 1.0",
                            "retry_waits_seconds_count{policy=\"payments\",source=\"backoff\"} 3");
        });
    }

    private static String calls(String outcome, String method, int count) {
        return "retry_calls_total{method=\"" + method + "\",outcome=\"" + outcome + "\",policy=\"payments\"} " + count
                + ".0";
    }

    private static RetryPolicy policy(ApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("payments");
    }

    @Test
    void annotatedMethodsAndCallsInCodeHaveTheirSeriesAtZeroFromTheStart() {
        contexts.run(context -> assertThat(scrape())
                .contains(
                        calls("gave-up", "none", 0),
                        calls("gave-up", "Payments.charge", 0),
                        calls("gave-up", "Payments.refund", 0)));
    }

    @Test
    void everyNameHasOneSetOfTagKeys() {
        contexts.run(context -> {
            EveryStyle styles = context.getBean(EveryStyle.class);
            styles.future(() -> "value").join();
            styles.mono(() -> "value").block();
            styles.flux(() -> "value").blockLast();
            policy(context).call(new Script("value"));

            scrape().stream()
                    .map(SERIES::matcher)
                    .filter(Matcher::matches)
                    .collect(Collectors.groupingBy(
                            series -> series.group(1),
                            Collectors.mapping(series -> keys(series.group(2)), Collectors.toSet())))
                    .forEach((name, keys) -> assertThat(keys).as(name).hasSize(1));
            assertThat(scrape())
                    .contains(
                            "retry_calls_total{method=\"EveryStyle.mono\",outcome=\"first-try\",policy=\"p\"} 1.0",
                            "retry_calls_total{method=\"EveryStyle.future\",outcome=\"first-try\",policy=\"p\"} 1.0",
                            "retry_calls_total{method=\"EveryStyle.flux\",outcome=\"first-try\",policy=\"p\"} 1.0");
        });
    }

    private static Set<String> keys(String labels) {
        return Arrays.stream(labels.split(","))
                .map(label -> label.substring(0, label.indexOf('=')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void methodsBeyondTheFirstHundredShareOneSeries() throws Exception {
        List<Method> methods = Arrays.stream(Math.class.getMethods())
                .collect(Collectors.toMap(Method::getName, method -> method, (first, second) -> first))
                .values()
                .stream()
                .toList();
        contexts.run(context -> {
            RetryPolicy policy = policy(context);
            for (Method method : methods) {
                policy.call(attempt -> "value", method);
            }
            for (Method method : String.class.getMethods()) {
                policy.call(attempt -> "value", method);
            }
            for (int i = 0; i < 2; i++) {
                for (Method method : List.class.getMethods()) {
                    policy.call(attempt -> "value", method);
                }
            }

            List<String> series = scrape().stream()
                    .filter(line -> line.startsWith("retry_calls_total") && line.contains("first-try"))
                    .filter(line -> line.contains("\"payments\""))
                    .toList();
            assertThat(series).hasSize(102);
            assertThat(series).anyMatch(line -> line.contains("method=\"other\""));
            double counted = series.stream()
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                    .sum();
            assertThat(counted)
                    .isEqualTo(methods.size() + String.class.getMethods().length + 2 * List.class.getMethods().length)
                    .isEqualTo(policy.counts().calls(CallOutcome.FIRST_TRY));
        });
    }

    @Test
    void theTagIsNotThereUnlessItIsAskedFor() {
        contexts.withPropertyValues("retry.metrics.tag-method=false").run(context -> {
            context.getBean(Payments.class).refund();
            assertThat(scrape())
                    .contains("retry_calls_total{outcome=\"first-try\",policy=\"payments\"} 1.0")
                    .noneMatch(line -> line.contains("method="));
        });
    }

    @Test
    void filtersOfTheApplicationMayBundleMethods() {
        registry.config()
                .meterFilter(
                        MeterFilter.replaceTagValues("method", value -> value.startsWith("Payments.") ? "pay" : value));
        contexts.run(context -> {
            context.getBean(Payments.class).charge(false);
            context.getBean(Payments.class).refund();

            assertThat(scrape())
                    .contains(calls("first-try", "pay", 2), calls("first-try", "none", 0))
                    .noneMatch(line -> line.contains("Payments."));
        });
    }

    @Test
    void aPolicyWithARuntimeOfItsOwnCountsAllAsNone() throws Throwable {
        RetryPolicy own = RetryPolicy.of("own", RetrySettings.builder().build(), new VirtualTime().runtime());
        RetryMeters meters =
                new RetryMeters(() -> new RetryPolicies(new VirtualTime().runtime(), List.of(own), List::of), true);
        meters.bindTo(registry);

        own.call(attempt -> "value", Attempt.class.getMethod("isFirst"));

        assertThat(scrape()).contains("retry_calls_total{method=\"none\",outcome=\"first-try\",policy=\"own\"} 1.0");
    }

    @Test
    void aMethodThatBecomesKnownAfterTheEndLeavesNothing() throws Throwable {
        RetryPolicy[] kept = new RetryPolicy[1];
        contexts.run(context -> kept[0] = policy(context));
        assertThat(registry.getMeters()).isEmpty();

        kept[0].call(attempt -> "value", Attempt.class.getMethod("isFirst"));

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void manyThreadsThatMakeMethodsKnownCountEachCall() {
        Method[] methods = Math.class.getMethods();
        contexts.run(context -> {
            RetryPolicy policy = policy(context);
            IntStream.range(0, 10_000).parallel().forEach(i -> {
                try {
                    policy.call(attempt -> "value", methods[i % methods.length]);
                } catch (RuntimeException impossible) {
                    throw new AssertionError(impossible);
                }
            });

            double counted = registry.get("retry.calls").tag("policy", "payments").functionCounters().stream()
                    .mapToDouble(counter -> counter.count())
                    .sum();
            assertThat(counted).isEqualTo(10_000);
        });
    }

    @Test
    void anyOtherValueThanABooleanStopsStartUp() {
        contexts.withPropertyValues("retry.metrics.tag-method=some").run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure()).hasStackTraceContaining("retry.metrics.tag-method");
        });
    }
}
