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
package io.github.retrystarter.autoconfigure;

import java.net.ConnectException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.feign.FeignFailureResolver;
import io.github.retrystarter.feign.FeignResponseResultResolver;
import io.github.retrystarter.feign.RetryHeadersRequestInterceptor;
import io.github.retrystarter.metrics.RetryMeters;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.web.SpringWebFailureResolver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** Libraries that may be absent, and beans that a user may replace. */
class OptionalLibrariesTests {

    private final ApplicationContextRunner contexts =
            RetryContexts.runner(new VirtualTime()).withPropertyValues("retry.policies.p.attempts=3");

    public static class Flaky {

        final AtomicInteger calls = new AtomicInteger();

        @Retryable("p")
        public String fetch() throws ConnectException {
            if (calls.incrementAndGet() < 3) {
                throw new ConnectException("refused");
            }
            return "value";
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.micrometer",
                "io.micrometer.observation",
                "org.springframework.web",
                "org.springframework.http",
                "org.springframework.dao",
                "org.springframework.transaction",
                "org.springframework.boot.actuate",
                "org.springframework.web.reactive",
                "reactor",
                "io.github.resilience4j",
                "feign",
                "org.apache.hc"
            })
    void theAnnotationWorksWithout(String library) {
        contexts.withClassLoader(new FilteredClassLoader(library))
                .withBean(Flaky.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Flaky.class).fetch()).isEqualTo("value");
                    assertThat(context.getBean(RetryPolicies.class)
                                    .get("p")
                                    .counts()
                                    .calls(CallOutcome.RECOVERED))
                            .isOne();
                });
    }

    @Test
    void metersAreLeftOutWithoutMicrometerAndWebFailuresWithoutSpringWeb() {
        contexts.withClassLoader(new FilteredClassLoader("io.micrometer", "org.springframework.web"))
                .run(context -> assertThat(context)
                        .doesNotHaveBean(RetryMeters.class)
                        .doesNotHaveBean(SpringWebFailureResolver.class));
        contexts.run(context ->
                assertThat(context).hasSingleBean(RetryMeters.class).hasSingleBean(SpringWebFailureResolver.class));
    }

    @Test
    void feignIsLeftOutWhereItIsMissingAndHeardWithoutSpringWeb() {
        contexts.withPropertyValues("retry.http.attempt-header=Retry-Attempt")
                .withClassLoader(new FilteredClassLoader("feign"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean("retryFeignFailureResolver")
                        .doesNotHaveBean("retryFeignResponseResultResolver")
                        .doesNotHaveBean("retryFeignRetryerCheck")
                        .doesNotHaveBean("retryHeadersRequestInterceptor"));
        contexts.withPropertyValues("retry.http.attempt-header=Retry-Attempt")
                .withClassLoader(new FilteredClassLoader("org.springframework.web", "org.springframework.http"))
                .run(context -> assertThat(context)
                        .hasSingleBean(FeignFailureResolver.class)
                        .hasSingleBean(FeignResponseResultResolver.class)
                        .hasSingleBean(RetryHeadersRequestInterceptor.class));
    }

    @Test
    void aRegistryOfTheApplicationIsBoundWithoutBootsMetrics() {
        contexts.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(Flaky.class)
                .run(context -> {
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    assertThat(registry.get("retry.calls")
                                    .tags("policy", "p", "outcome", "recovered")
                                    .functionCounter()
                                    .count())
                            .isZero();

                    context.getBean(Flaky.class).fetch();

                    assertThat(registry.get("retry.calls")
                                    .tags("policy", "p", "outcome", "recovered")
                                    .functionCounter()
                                    .count())
                            .isOne();
                    assertThat(registry.get("retry.waits")
                                    .tags("policy", "p", "source", "backoff")
                                    .timer()
                                    .count())
                            .isEqualTo(2);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoRegistries {

        @Bean
        @Primary
        MeterRegistry first() {
            return new SimpleMeterRegistry();
        }

        @Bean
        MeterRegistry second() {
            return new SimpleMeterRegistry();
        }
    }

    @Test
    void thePrimaryRegistryIsBoundWhereThereAreSeveral() {
        contexts.withUserConfiguration(TwoRegistries.class).run(context -> {
            assertThat(context.getBean("first", MeterRegistry.class).getMeters())
                    .isNotEmpty();
            assertThat(context.getBean("second", MeterRegistry.class).getMeters())
                    .isEmpty();
        });
    }

    @Test
    void allRegistriesAreBoundOnceWhereNoneIsPrimary() {
        contexts.withBean("first", MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean("second", MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(Flaky.class)
                .run(context -> {
                    context.getBean(Flaky.class).fetch();

                    for (String name : new String[] {"first", "second"}) {
                        MeterRegistry registry = context.getBean(name, MeterRegistry.class);
                        assertThat(registry.get("retry.attempts")
                                        .tags("policy", "p", "outcome", "failure")
                                        .functionCounter()
                                        .count())
                                .isEqualTo(2);
                        assertThat(registry.get("retry.waits")
                                        .tags("policy", "p", "source", "backoff")
                                        .timer()
                                        .count())
                                .isEqualTo(2);
                    }
                });
    }

    @Test
    void aBinderOfTheApplicationReplacesOurs() {
        contexts.withBean(
                        "mine",
                        RetryMeters.class,
                        () -> new RetryMeters(() -> {
                            throw new IllegalStateException("not asked");
                        }))
                .run(context ->
                        assertThat(context).hasSingleBean(RetryMeters.class).hasBean("mine"));
    }

    @Test
    void withoutAnyConfigurationNothingHappens() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RetryAutoConfiguration.class, RetryAopAutoConfiguration.class))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(RetryPolicies.class).all()).isEmpty();
                });
    }
}
