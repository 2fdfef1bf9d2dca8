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
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.testing.VirtualTime;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** The meters in an application with all of Spring Boot's own metrics. */
class BootMetricsTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {

        @Bean
        TimeAndChance timeAndChance() {
            return new VirtualTime().timeAndChance();
        }

        @Bean
        Payments payments() {
            return new Payments();
        }

        @Bean
        MeterFilter noRecoveries() {
            return MeterFilter.denyNameStartsWith("retry.recoveries");
        }
    }

    static class Payments {

        private int calls;

        @Retryable("payments")
        public String charge() throws ConnectException {
            if (++calls % 2 == 1) {
                throw new ConnectException("refused");
            }
            return "receipt";
        }
    }

    private static ConfigurableApplicationContext run(Class<?> app, String... properties) {
        return new SpringApplicationBuilder(app)
                .web(WebApplicationType.NONE)
                .properties(Stream.concat(
                                Arrays.stream(properties),
                                Stream.of(
                                        "spring.main.banner-mode=off",
                                        "spring.jmx.enabled=false",
                                        "management.prometheus.metrics.export.enabled=true",
                                        "management.metrics.tags.region=north",
                                        "retry.policies.payments.backoff=constant",
                                        "retry.policies.payments.base=200ms"))
                        .toArray(String[]::new))
                .run();
    }

    @Test
    void commonTagsFiltersAndBucketsOfTheApplicationApply() throws Exception {
        try (ConfigurableApplicationContext context =
                run(App.class, "management.metrics.distribution.percentiles-histogram.retry.waits=true")) {
            context.getBean(Payments.class).charge();

            List<String> lines = context.getBean(PrometheusMeterRegistry.class)
                    .scrape()
                    .lines()
                    .toList();
            assertThat(lines)
                    .contains("retry_calls_total{outcome=\"recovered\",policy=\"payments\",region=\"north\"} 1.0")
                    .noneMatch(line -> line.startsWith("retry_recoveries"));
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("retry_waits_seconds_bucket{policy=\"payments\"")
                            && line.contains("source=\"backoff\""))
                    .hasSizeGreaterThan(50)
                    .anyMatch(line -> line.contains("le=\"+Inf\"") && line.endsWith(" 1"));
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("retry_") && !line.contains("region=\"north\""))
                    .isEmpty();
        }
    }

    @Test
    void observationsMakeNoTimersUnlessTheApplicationWantsThem() throws Exception {
        try (ConfigurableApplicationContext context = run(App.class)) {
            context.getBean(Payments.class).charge();

            assertThat(names(context)).contains("retry.waits").noneMatch(BootMetricsTests::ofObservation);
        }
        try (ConfigurableApplicationContext context = run(
                App.class, "management.metrics.enable.retry.call=true", "management.metrics.enable.retry.wait=true")) {
            context.getBean(Payments.class).charge();

            assertThat(context.getBean(PrometheusMeterRegistry.class).scrape())
                    .contains("retry_call_seconds_count{error=\"none\",outcome=\"recovered\",policy=\"payments\","
                            + "reason=\"none\",region=\"north\"} 1")
                    .contains("retry_wait_seconds_count{error=\"none\",policy=\"payments\",region=\"north\","
                            + "source=\"backoff\"} 1")
                    .contains("retry_waits_seconds_count{policy=\"payments\",region=\"north\",source=\"backoff\"} 1")
                    .doesNotContain("retry_attempt_seconds");
        }
    }

    private static boolean ofObservation(String name) {
        return name.matches("retry\\.(call|attempt|wait)(\\..*)?");
    }

    private static Set<String> names(ConfigurableApplicationContext context) {
        return context.getBean(MeterRegistry.class).getMeters().stream()
                .map(meter -> meter.getId().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "io.github.retrystarter.autoconfigure.RetryAopAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryCircuitBreakerAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryContextAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryDataAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryEndpointAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryFeignAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryHeadersAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryHttpClientAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryMetricsAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryObservationAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryReactiveAutoConfiguration",
                "io.github.retrystarter.autoconfigure.RetryWebAutoConfiguration"
            })
    static class WithoutUs {}

    @Test
    void allOtherMetersAreTheSameWithAndWithoutUs() throws Exception {
        Set<String> with;
        Set<String> without;
        try (ConfigurableApplicationContext context = run(App.class)) {
            context.getBean(Payments.class).charge();
            with = others(context);
        }
        try (ConfigurableApplicationContext context = run(WithoutUs.class)) {
            without = others(context);
        }

        assertThat(with)
                .isEqualTo(without)
                .anyMatch(id -> id.startsWith("jvm.memory.used"))
                .allMatch(id -> id.contains("region=north"));
    }

    /** Meters with their tags, but for those that come with what the machine does at that moment. */
    private static Set<String> others(ConfigurableApplicationContext context) {
        return context.getBean(MeterRegistry.class).getMeters().stream()
                .map(Meter::getId)
                .filter(id ->
                        !id.getName().startsWith("retry.") && !id.getName().startsWith("jvm.gc."))
                .filter(id -> !id.getName().startsWith("application."))
                .map(id -> id.getName() + " " + id.getType()
                        + id.getTags().stream()
                                .map(BootMetricsTests::text)
                                .sorted()
                                .toList())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String text(Tag tag) {
        // Pools of connections are numbered through the whole process.
        return tag.getKey() + "=" + tag.getValue().replaceFirst("^HikariPool-\\d+$", "HikariPool");
    }
}
