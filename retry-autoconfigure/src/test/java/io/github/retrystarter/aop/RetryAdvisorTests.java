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
package io.github.retrystarter.aop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.ConnectException;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.MethodValidationPostProcessor;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotNull;

@ExtendWith(OutputCaptureExtension.class)
class RetryAdvisorTests {

    private final VirtualTime time = new VirtualTime();
    private final ApplicationContextRunner contexts = RetryContexts.runner(time)
            .withPropertyValues(
                    "retry.policies.p.attempts=3",
                    "retry.policies.p.backoff=constant",
                    "retry.policies.p.base=10ms",
                    "retry.policies.q.attempts=5",
                    "retry.policies.q.backoff=constant",
                    "retry.policies.q.base=10ms");

    interface Client {

        String fetch() throws ConnectException;
    }

    /** Fails twice, then answers. */
    static class Flaky implements Client {

        final AtomicInteger calls = new AtomicInteger();
        int failures = 2;

        @Override
        @Retryable("p")
        public String fetch() throws ConnectException {
            if (calls.incrementAndGet() <= failures) {
                throw new ConnectException("refused");
            }
            return "value";
        }

        int calls() {
            return calls.get();
        }
    }

    @Test
    void anAnnotatedMethodIsRetriedUnderItsPolicy() {
        contexts.withBean(Flaky.class).run(context -> {
            Flaky bean = context.getBean(Flaky.class);

            assertThat(bean.fetch()).isEqualTo("value");

            assertThat(bean.calls()).isEqualTo(3);
            assertThat(time.sleeper().waitsInMillis()).containsExactly(10L, 10L);
            assertThat(AopUtils.isCglibProxy(bean)).isTrue();
        });
    }

    @Test
    void theLastFailureItselfReachesTheCallerUnwrapped() {
        contexts.withBean(Flaky.class).run(context -> {
            Flaky bean = context.getBean(Flaky.class);
            ((Flaky) org.springframework.test.util.AopTestUtils.getTargetObject(bean)).failures = 100;

            assertThatThrownBy(bean::fetch).isExactlyInstanceOf(ConnectException.class);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void bothKindsOfProxiesAreAdvisedWithoutAspectJAndWithoutBootsOwnProxyCreator(String proxyTargetClass) {
        contexts.withPropertyValues("spring.aop.auto=false", "spring.aop.proxy-target-class=" + proxyTargetClass)
                .withBean(Flaky.class)
                .run(context -> {
                    Client bean = context.getBean(Client.class);

                    assertThat(bean.fetch()).isEqualTo("value");
                    assertThat(AopUtils.isJdkDynamicProxy(bean)).isEqualTo(proxyTargetClass.equals("false"));
                });
    }

    @Test
    void onlyBeansWithAnAnnotatedMethodAreProxied() {
        contexts.withBean(Flaky.class).withBean("plain", StringBuilder.class).run(context -> {
            assertThat(AopUtils.isAopProxy(context.getBean("plain"))).isFalse();
            assertThat(AopUtils.isAopProxy(context.getBean("pRetryPolicy"))).isFalse();
        });
    }

    @Retryable("q")
    static class TypeLevel {

        final AtomicInteger calls = new AtomicInteger();

        String inheritedPolicy() throws ConnectException {
            return failUntil(5);
        }

        @Retryable("p")
        String ownPolicy() throws ConnectException {
            return failUntil(3);
        }

        private String failUntil(int success) throws ConnectException {
            if (calls.incrementAndGet() < success) {
                throw new ConnectException("refused");
            }
            return "value";
        }
    }

    @Test
    void anAnnotatedTypeCoversItsMethodsAndTheMethodsOwnAnnotationWins() {
        contexts.withBean(TypeLevel.class).run(context -> {
            assertThat(context.getBean(TypeLevel.class).inheritedPolicy()).isEqualTo("value");
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            assertThat(policies.get("q").counts().attempts(AttemptOutcome.FAILURE))
                    .isEqualTo(4);
            assertThat(policies.get("p").counts().attempts(AttemptOutcome.FAILURE))
                    .isZero();
        });
        contexts.withBean(TypeLevel.class).run(context -> {
            assertThat(context.getBean(TypeLevel.class).ownPolicy()).isEqualTo("value");
            assertThat(context.getBean(RetryPolicies.class).get("p").counts().attempts(AttemptOutcome.FAILURE))
                    .isEqualTo(2);
        });
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Retryable("p")
    @interface Robust {}

    @Retention(RetentionPolicy.RUNTIME)
    @Retryable("")
    @interface Under {

        @AliasFor(annotation = Retryable.class, attribute = "value")
        String policy();
    }

    static class Meta {

        final AtomicInteger calls = new AtomicInteger();

        @Robust
        String fixed() throws ConnectException {
            return failTwice();
        }

        @Under(policy = "q")
        String chosen() throws ConnectException {
            return failTwice();
        }

        private String failTwice() throws ConnectException {
            if (calls.getAndIncrement() % 3 < 2) {
                throw new ConnectException("refused");
            }
            return "value";
        }
    }

    @Test
    void annotationsThatCarryTheAnnotationWorkWithAndWithoutAnAlias() {
        contexts.withBean(Meta.class).run(context -> {
            Meta bean = context.getBean(Meta.class);
            RetryPolicies policies = context.getBean(RetryPolicies.class);

            assertThat(bean.fixed()).isEqualTo("value");
            assertThat(policies.get("p").counts().attempts(AttemptOutcome.FAILURE))
                    .isEqualTo(2);
            assertThat(bean.chosen()).isEqualTo("value");
            assertThat(policies.get("q").counts().attempts(AttemptOutcome.FAILURE))
                    .isEqualTo(2);
        });
    }

    interface Declared {

        @Retryable("p")
        String onInterface() throws ConnectException;

        @Retryable("p")
        String onBoth() throws ConnectException;
    }

    static class Declares implements Declared {

        @Override
        public String onInterface() throws ConnectException {
            throw new ConnectException("refused");
        }

        @Override
        @Retryable("q")
        public String onBoth() throws ConnectException {
            throw new ConnectException("refused");
        }
    }

    @Test
    void theAnnotationOfAnInterfaceCountsUnlessTheClassHasItsOwn() {
        contexts.withBean(Declares.class).run(context -> {
            Declared bean = context.getBean(Declared.class);
            RetryPolicies policies = context.getBean(RetryPolicies.class);

            assertThatThrownBy(bean::onInterface).isInstanceOf(ConnectException.class);
            assertThat(policies.get("p").counts().attempts(AttemptOutcome.FAILURE))
                    .isEqualTo(3);
            assertThatThrownBy(bean::onBoth).isInstanceOf(ConnectException.class);
            assertThat(policies.get("q").counts().attempts(AttemptOutcome.FAILURE))
                    .isEqualTo(5);
            assertThat(policies.get("p").counts().attempts(AttemptOutcome.FAILURE))
                    .isEqualTo(3);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class TargetLess {

        private static final AtomicInteger CALLS = new AtomicInteger();

        @Bean
        Declared client() {
            CALLS.set(0);
            return ProxyFactory.getProxy(Declared.class, (org.aopalliance.intercept.MethodInterceptor) invocation -> {
                if (invocation.getMethod().getName().equals("onInterface") && CALLS.incrementAndGet() < 3) {
                    throw new ConnectException("refused");
                }
                return "value";
            });
        }
    }

    @Test
    void aProxyWithoutATargetIsAdvised() {
        contexts.withUserConfiguration(TargetLess.class).run(context -> {
            assertThat(context.getBean(Declared.class).onInterface()).isEqualTo("value");
            assertThat(TargetLess.CALLS).hasValue(3);
        });
    }

    @Validated
    static class Checked {

        final AtomicInteger calls = new AtomicInteger();

        @Retryable("p")
        String take(@NotNull @Nullable String argument) {
            calls.incrementAndGet();
            return "taken " + argument;
        }

        int calls() {
            return calls.get();
        }
    }

    @Test
    void argumentsThatAreNotValidAreNotRetried() {
        contexts.withBean(MethodValidationPostProcessor.class)
                .withBean(Checked.class)
                .run(context -> {
                    Checked bean = context.getBean(Checked.class);

                    assertThatThrownBy(() -> bean.take(null)).isInstanceOf(ConstraintViolationException.class);

                    assertThat(bean.calls()).isZero();
                    assertThat(context.getBean(RetryPolicies.class)
                                    .get("p")
                                    .counts()
                                    .giveUps(GiveUpReason.NOT_RETRYABLE))
                            .isOne();
                });
    }

    @Test
    void advisorsOfOneContextAreEqualAndTheirOrderIsConfigurable() {
        contexts.withPropertyValues("retry.order=42").run(context -> {
            RetryAdvisor advisor = context.getBean(RetryAdvisor.class);
            assertThat(advisor.getOrder()).isEqualTo(42);
            assertThat(advisor.getPointcut())
                    .isEqualTo(new RetryablePointcut())
                    .hasSameHashCodeAs(new RetryablePointcut());
        });
    }

    @Test
    void noBeanOfOursIsMadeTooEarlyToBeProxied(CapturedOutput output) {
        contexts.withBean(Flaky.class).run(context -> {
            assertThat(context.getBean(Flaky.class).fetch()).isEqualTo("value");
            assertThat(output).doesNotContain("is not eligible for getting processed");
        });
    }

    @Test
    void aspectJIsNotOnTheClassPathOfTheseTests() {
        assertThatThrownBy(() -> Class.forName("org.aspectj.weaver.Advice")).isInstanceOf(ClassNotFoundException.class);
    }
}
