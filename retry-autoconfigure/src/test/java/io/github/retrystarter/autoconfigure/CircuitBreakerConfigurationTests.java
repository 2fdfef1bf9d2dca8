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

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.circuitbreaker.Resilience4jBreakers;
import io.github.retrystarter.execution.RetryBreaker;
import io.github.retrystarter.execution.RetryBreakers;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetryPolicyCustomizer;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The circuit breakers that policies name, and what stops start-up. */
@ExtendWith(OutputCaptureExtension.class)
class CircuitBreakerConfigurationTests {

    private final ApplicationContextRunner bare = RetryContexts.runner(new VirtualTime());
    private final ApplicationContextRunner contexts =
            bare.withBean(CircuitBreakerRegistry.class, CircuitBreakerConfigurationTests::registry);

    private static CircuitBreakerRegistry registry() {
        CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();
        registry.circuitBreaker("orders");
        registry.circuitBreaker("inventory");
        return registry;
    }

    public static class Shop {

        @Retryable("p")
        public String order() {
            return "ordered";
        }
    }

    private static InvalidRetryPropertyException refusal(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        assertThat(context.getStartupFailure()).isInstanceOf(InvalidRetryPropertyException.class);
        return (InvalidRetryPropertyException) context.getStartupFailure();
    }

    @Test
    void theBreakerThatAPolicyNamesIsAroundAnnotatedMethods() {
        contexts.withBean(Shop.class)
                .withInitializer(Yaml.file("retry.policies.p.circuit-breaker: orders"))
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    assertThat(shop.order()).isEqualTo("ordered");

                    context.getBean(CircuitBreakerRegistry.class)
                            .circuitBreaker("orders")
                            .transitionToOpenState();

                    assertThatExceptionOfType(CallNotPermittedException.class).isThrownBy(shop::order);
                    assertThat(context.getBean(RetryPolicies.class)
                                    .get("p")
                                    .counts()
                                    .giveUps(GiveUpReason.CIRCUIT_OPEN))
                            .isOne();
                });
    }

    @Test
    void aMissingOneStopsStartUpWithPropertyValuePlaceNamesAndTheNearest() {
        contexts.withInitializer(Yaml.file("""
                        retry:
                          policies:
                            p:
                              circuit-breaker: oders
                        """)).run(context -> {
            InvalidRetryPropertyException refusal = refusal(context);
            assertThat(refusal)
                    .hasMessage("retry.policies.p.circuit-breaker (oders) is not the name of a circuit breaker: it must"
                            + " be one of inventory, orders; did you mean orders?, from application.yml - 4:24");
            assertThat(refusal.property()).isEqualTo("retry.policies.p.circuit-breaker");
            assertThat(refusal.value()).isEqualTo("oders");
            assertThat(new InvalidRetryPropertyFailureAnalyzer()
                            .analyze(refusal)
                            .getDescription())
                    .contains("Property: retry.policies.p.circuit-breaker")
                    .contains("Value: \"oders\"")
                    .contains("Origin: application.yml - 4:24");
        });
    }

    @Test
    void aMissingOneIsNotMadeByAskingForIt() {
        CircuitBreakerRegistry registry = registry();
        bare.withBean(CircuitBreakerRegistry.class, () -> registry)
                .withInitializer(Yaml.file("retry.policies.p.circuit-breaker: missing"))
                .run(context -> assertThat(context).hasFailed());

        assertThat(registry.getAllCircuitBreakers()).hasSize(2);
    }

    @Test
    void aMissingOneThatIsInheritedIsNamedWhereItIsWritten() {
        contexts.withInitializer(
                        Yaml.file("retry: {defaults: {circuit-breaker: missing}, policies: {p: {attempts: 2}}}"))
                .run(context -> assertThat(refusal(context))
                        .hasMessageContaining("retry.defaults.circuit-breaker (missing)")
                        .hasMessageContaining("application.yml - 1:"));
    }

    @Test
    void aMissingOneOfACustomizerOrOfAPolicyInCodeIsRefusedToo() {
        contexts.withInitializer(Yaml.file("retry.policies.p.circuit-breaker: orders"))
                .withBean(RetryPolicyCustomizer.class, () -> (policy, settings) -> settings.circuitBreaker("missing"))
                .run(context -> assertThat(refusal(context))
                        .hasMessageContaining("retry.policies.p.circuit-breaker (missing)")
                        .hasMessageContaining("from the code of a RetryPolicy or RetryPolicyCustomizer bean"));
        contexts.withBean(
                        RetryPolicy.class,
                        () -> RetryPolicy.of(
                                "mine",
                                RetrySettings.builder()
                                        .circuitBreaker("missing")
                                        .build()))
                .run(context -> assertThat(refusal(context))
                        .hasMessageContaining("retry.policies.mine.circuit-breaker (missing)"));
    }

    @Test
    void withoutARegistryTheKeyIsRefusedWithWhatToAdd() {
        bare.withInitializer(Yaml.file("retry.policies.p.circuit-breaker: orders"))
                .run(context -> assertThat(refusal(context))
                        .hasMessageContaining("retry.policies.p.circuit-breaker (orders) is not the name of a circuit"
                                + " breaker, and there is none at all: add"
                                + " resilience4j.circuitbreaker.instances.orders"));
    }

    @Test
    void withoutTheLibraryTheKeyIsRefusedWithTheArtifact() {
        bare.withClassLoader(new FilteredClassLoader("io.github.resilience4j"))
                .withInitializer(Yaml.file("retry.policies.p.circuit-breaker: orders"))
                .run(context -> assertThat(refusal(context))
                        .hasMessageContaining(
                                "retry.policies.p.circuit-breaker (orders) needs Resilience4j, which is not"
                                        + " on the class path: add io.github.resilience4j:resilience4j-spring-boot4")
                        .hasMessageContaining("application.yml - 1:"));
    }

    @Test
    void withoutTheLibraryThereAreNoBreakersAndNothingElseIsMissing() {
        bare.withClassLoader(new FilteredClassLoader("io.github.resilience4j"))
                .withBean(Shop.class)
                .withInitializer(Yaml.file("retry.policies.p.attempts: 2"))
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(RetryBreakers.class);
                    assertThat(context.getBean(Shop.class).order()).isEqualTo("ordered");
                });
    }

    @Test
    void aRegistryThatNoPolicyNeedsIsNotWoken() {
        AtomicInteger made = new AtomicInteger();
        bare.withBean(
                        CircuitBreakerRegistry.class,
                        () -> {
                            made.incrementAndGet();
                            return registry();
                        },
                        definition -> definition.setLazyInit(true))
                .withInitializer(Yaml.file("retry.policies.p.attempts: 2"))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(Resilience4jBreakers.class);
                    assertThat(made).hasValue(0);
                });
    }

    @Test
    void breakersOfTheApplicationReplaceThoseOfTheLibrary() {
        RetryBreakers own = new RetryBreakers() {
            @Override
            public Optional<RetryBreaker> find(String name) {
                return name.equals("own")
                        ? Optional.of(() -> {
                            throw new IllegalStateException("closed for today");
                        })
                        : Optional.empty();
            }

            @Override
            public Collection<String> names() {
                return List.of("own");
            }
        };
        contexts.withBean(RetryBreakers.class, () -> own)
                .withInitializer(Yaml.file("retry.policies.p.circuit-breaker: own"))
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(Resilience4jBreakers.class);
                    assertThat(context.getBean(RetryPolicies.class)
                                    .get("p")
                                    .execute(attempt -> "value")
                                    .reason())
                            .isEqualTo(GiveUpReason.CIRCUIT_OPEN);
                });
    }

    @Test
    void aChangeToAMissingOneChangesNothing(CapturedOutput output) {
        contexts.withInitializer(Yaml.file("""
                        retry:
                          policies:
                            p: {circuit-breaker: orders, attempts: 2}
                            q: {attempts: 2}
                        """)).run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policies.update("p", settings -> settings.circuitBreaker("missing")))
                    .withMessageContaining("\"missing\", which does not exist. Known: inventory, orders.");

            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "change",
                            Map.of("retry.policies.q.circuit-breaker", "lost", "retry.policies.p.attempts", "5")));
            context.publishEvent(new EnvironmentChangeEvent(context));

            assertThat(policies.get("p").settings().breaker()).isEqualTo("orders");
            assertThat(policies.get("p").settings().attempts()).isEqualTo(2);
            assertThat(policies.get("q").settings().breaker()).isNull();
            assertThat(output).contains("ERROR").contains("names the circuit breaker \"lost\", which does not exist");
        });
    }

    /** The starter of the line of Boot that the tests run on; it makes the configured instances with its registry. */
    private static AutoConfigurations libraryStarter() {
        return AutoConfigurations.of(Arrays.stream(new String[] {
                    "io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration",
                    "io.github.resilience4j.springboot3.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration"
                })
                .filter(name -> ClassUtils.isPresent(name, null))
                .map(name -> ClassUtils.resolveClassName(name, null))
                .toArray(Class<?>[]::new));
    }

    @Test
    void instancesThatTheLibrarysStarterConfiguresAreKnown() {
        ApplicationContextRunner starter = bare.withConfiguration(libraryStarter())
                .withPropertyValues("resilience4j.circuitbreaker.instances.warehouse.sliding-window-size=5");
        starter.withInitializer(Yaml.file("retry.policies.p.circuit-breaker: warehouse"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(CircuitBreakerRegistry.class)
                            .circuitBreaker("warehouse")
                            .transitionToOpenState();
                    assertThat(context.getBean(RetryPolicies.class)
                                    .get("p")
                                    .execute(attempt -> "value")
                                    .reason())
                            .isEqualTo(GiveUpReason.CIRCUIT_OPEN);
                });
        starter.withInitializer(Yaml.file("retry.policies.p.circuit-breaker: werehouse"))
                .run(context -> assertThat(refusal(context))
                        .hasMessageContaining("must be one of warehouse; did you mean warehouse?"));
    }
}
