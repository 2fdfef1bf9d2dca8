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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import io.github.retrystarter.actuate.RetryPoliciesEndpoint;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** Contexts with a parent that has policies of its own. */
@ExtendWith(OutputCaptureExtension.class)
class ParentContextTests {

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withPropertyValues("management.endpoints.web.exposure.include=*", "spring.jmx.enabled=true");

    private static void recover(ApplicationContext context, String policy) throws ConnectException {
        AtomicInteger attempts = new AtomicInteger();
        String value = context.getBean(RetryPolicies.class).get(policy).call(attempt -> {
            if (attempts.incrementAndGet() == 1) {
                throw new ConnectException("refused");
            }
            return "value";
        });
        assertThat(value).isEqualTo("value");
    }

    private static double recovered(MeterRegistry registry, String policy) {
        return registry.get("retry.calls")
                .tags("policy", policy, "outcome", "recovered")
                .functionCounter()
                .count();
    }

    @Test
    void thePoliciesOfBothHaveMetersInTheRegistryOfTheParent() {
        contexts.withPropertyValues("retry.policies.upper.attempts=3")
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(parent -> {
                    MeterRegistry registry = parent.getBean(MeterRegistry.class);
                    contexts.withParent(parent)
                            .withPropertyValues("retry.policies.lower.attempts=3")
                            .run(child -> assertBothAreCounted(parent, child));
                    // With the child its meters have gone; those of the parent stay.
                    assertThat(registry.find("retry.calls")
                                    .tag("policy", "lower")
                                    .meters())
                            .isEmpty();
                    assertThat(recovered(registry, "upper")).isOne();
                });
    }

    private static void assertBothAreCounted(ApplicationContext parent, ApplicationContext child)
            throws ConnectException {
        recover(parent, "upper");
        recover(child, "lower");
        MeterRegistry registry = parent.getBean(MeterRegistry.class);
        assertThat(recovered(registry, "upper")).isOne();
        assertThat(recovered(registry, "lower")).isOne();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void thePoliciesOfBothHaveMetersWhereBootMakesTheRegistry(CapturedOutput output) throws ConnectException {
        try (var parent = new SpringApplicationBuilder(Application.class)
                        .web(WebApplicationType.NONE)
                        .run("--retry.policies.upper.base=1ms");
                var child = new SpringApplicationBuilder(Application.class)
                        .parent(parent)
                        .web(WebApplicationType.NONE)
                        .run("--retry.policies.lower.base=1ms")) {
            assertBothAreCounted(parent, child);
            // The child knows the policy of its parent, as it knows its beans.
            RetryPolicy upper = parent.getBean(RetryPolicies.class).get("upper");
            assertThat(child.getBean(RetryPolicies.class).get("upper")).isSameAs(upper);
            assertThat(output).doesNotContain("in a parent context");
        }
    }

    @Test
    void twoPoliciesOfOneNameForOneRegistryAreWarnedOf(CapturedOutput output) {
        ApplicationContextRunner same = contexts.withPropertyValues("retry.policies.p.attempts=3");
        same.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(parent -> {
            assertThat(output).doesNotContain("in a parent context");

            same.withParent(parent).run(child -> {
                recover(child, "p");

                assertThat(recovered(parent.getBean(MeterRegistry.class), "p")).isZero();
                assertThat(output)
                        .containsOnlyOnce(
                                "The policy \"p\" is also in a parent context, which has its meters: what this"
                                        + " context does under it is not counted. Give one of them another name, or exclude"
                                        + " RetryMetricsAutoConfiguration from the context that needs no meters");
            });
        });
    }

    @Test
    void theChildHasAnEndpointForItsPoliciesToo() {
        contexts.withPropertyValues("retry.policies.upper.attempts=3")
                .run(parent -> contexts.withParent(parent)
                        .withPropertyValues("retry.policies.lower.attempts=3")
                        .run(child -> {
                            assertThat(shown(parent)).isEqualTo(Set.of("upper"));
                            assertThat(shown(child)).isEqualTo(Set.of("upper", "lower"));
                        }));
    }

    private static Set<?> shown(ApplicationContext context) {
        Object policies =
                context.getBean(RetryPoliciesEndpoint.class).policies().get("policies");
        return ((Map<?, ?>) policies).keySet();
    }
}
