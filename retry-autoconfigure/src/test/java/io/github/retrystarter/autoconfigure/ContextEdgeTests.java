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
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.DuplicateRetryPolicyException;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetryPolicyCustomizer;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The beginning and the end of a context, and what stands beside it. */
@ExtendWith(OutputCaptureExtension.class)
class ContextEdgeTests {

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withInitializer(Yaml.file("retry.policies.p: {attempts: 3, backoff: constant, base: 10ms}"));

    static class Flaky {

        final AtomicInteger calls = new AtomicInteger();

        @Retryable("p")
        String fetch() throws ConnectException {
            if (calls.incrementAndGet() < 3) {
                throw new ConnectException("refused");
            }
            return "value";
        }
    }

    @Test
    void aFirstFailureAfterTheEndOfTheContextIsThrownAsItIs() {
        AtomicReference<RetryPolicy> policy = new AtomicReference<>();
        AtomicReference<Flaky> bean = new AtomicReference<>();
        contexts.withBean(Flaky.class).run(context -> {
            policy.set(context.getBean(RetryPolicies.class).get("p"));
            bean.set(context.getBean(Flaky.class));
        });
        ConnectException refused = new ConnectException("refused");

        assertThatThrownBy(() -> policy.get().call(new Script(refused, "value")))
                .isSameAs(refused);
        assertThat(policy.get().counts().giveUps(GiveUpReason.SHUTDOWN)).isEqualTo(1);
        assertThatThrownBy(() -> bean.get().fetch()).isInstanceOf(ConnectException.class);
        assertThat(policy.get().counts().giveUps(GiveUpReason.SHUTDOWN)).isEqualTo(2);
    }

    @Configuration(proxyBeanMethods = false)
    static class Misplaced {

        @Bean
        @Retryable("p")
        StringBuilder builder() {
            return new StringBuilder();
        }
    }

    @Test
    void anAnnotationOnABeanMethodIsToldToDoNothing(CapturedOutput output) {
        contexts.withUserConfiguration(Misplaced.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).containsOnlyOnce("@Retryable on the @Bean method of \"builder\" does nothing");
        });
    }

    @Test
    void twoPoliciesOfOneNameAreShownWithoutAStackTrace() {
        contexts.withBean(
                        "mine",
                        RetryPolicy.class,
                        () -> RetryPolicy.of("p", RetrySettings.builder().build()))
                .run(context -> {
                    Throwable failure = context.getStartupFailure();
                    assertThat(failure).isInstanceOf(DuplicateRetryPolicyException.class);
                    assertThat(new DuplicateRetryPolicyFailureAnalyzer()
                                    .analyze(failure)
                                    .getDescription())
                            .contains("two retry policies named \"p\"")
                            .contains("retry.policies.p");
                });
    }

    @Test
    void aPlaceholderThatLeadsToItselfIsShownAsItIsWritten() {
        RetryContexts.runner(new VirtualTime())
                .withInitializer(Yaml.file("retry.policies.p.base: ${retry.policies.p.base}"))
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(InvalidRetryPropertyException.class)
                        .hasMessageContaining("retry.policies.p.base (${retry.policies.p.base}) must be a duration"));
    }

    @Test
    void aCustomizerThatThrowsIsToldWithTheNameOfThePolicy() {
        contexts.withBean(RetryPolicyCustomizer.class, () -> (name, settings) -> {
                    throw new IllegalStateException("broken customizer");
                })
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidRetryPropertyException.class)
                        .hasMessageContaining("retry.policies.p")
                        .hasMessageContaining("broken customizer"));
    }

    @Test
    void aPolicyBeanOfAParentContextIsKnown() {
        AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext();
        parent.registerBean(
                "shared",
                RetryPolicy.class,
                () -> RetryPolicy.of("shared", RetrySettings.builder().build()));
        parent.refresh();
        try (parent) {
            contexts.withParent(parent).run(context -> {
                assertThat(context.getBean(RetryPolicies.class).names()).containsExactly("p", "shared");
                assertThatThrownBy(() -> context.getBean(RetryPolicies.class).get("other"))
                        .hasMessageContaining("Known policies: p, shared.");
            });
        }
    }
}
