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

import java.lang.reflect.Method;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.DynamicMethodMatcherPointcut;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Advice that comes after the retry takes part in every attempt, as it would in a call of its own. */
class AdviceBehindTests {

    private final List<String> seen = new ArrayList<>();
    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withBean(Echo.class)
            .withPropertyValues(
                    "spring.aop.auto=false",
                    "retry.policies.p.attempts=3",
                    "retry.policies.p.backoff=constant",
                    "retry.policies.p.base=10ms");

    interface Service {

        String say(String word) throws ConnectException;

        String sayVarious(String... words) throws ConnectException;
    }

    /** Fails twice, then answers with what it was told. */
    static class Echo implements Service {

        private int calls;
        private Exception failure = new ConnectException("refused");

        @Override
        @Retryable("p")
        public String say(String word) throws ConnectException {
            if (calls++ % 3 < 2) {
                throw Echo.<RuntimeException>sneaky(failure);
            }
            return word;
        }

        @Override
        @Retryable("p")
        public String sayVarious(String... words) throws ConnectException {
            return say(String.join(" ", words));
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <X extends Exception> X sneaky(Exception failure) throws X {
            throw (X) failure;
        }
    }

    @FunctionalInterface
    interface Test {

        void with(Service service, Advised proxy) throws Exception;
    }

    private void run(boolean proxyTargetClass, Test test) {
        contexts.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                .run(context -> {
                    Service service = context.getBean(Service.class);
                    test.with(service, (Advised) service);
                });
    }

    private MethodInterceptor noting(String name) {
        return invocation -> {
            seen.add(name);
            return invocation.proceed();
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyAttemptGoesThroughAllOfItInItsOrder(boolean proxyTargetClass) {
        run(proxyTargetClass, (service, proxy) -> {
            proxy.addAdvice(noting("one"));
            proxy.addAdvice(noting("two"));

            assertThat(service.say("hello")).isEqualTo("hello");

            assertThat(seen).containsExactly("one", "two", "one", "two", "one", "two");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void adviceThatComesLaterTakesPartFromItsFirstCallOn(boolean proxyTargetClass) {
        run(proxyTargetClass, (service, proxy) -> {
            assertThat(service.say("hello")).isEqualTo("hello");
            proxy.addAdvice(noting("late"));

            assertThat(service.say("hello")).isEqualTo("hello");

            assertThat(seen).containsExactly("late", "late", "late");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void argumentsThatItReplacesAreThoseOfItsAttemptAlone(boolean proxyTargetClass) {
        run(proxyTargetClass, (service, proxy) -> {
            proxy.addAdvice((MethodInterceptor) invocation -> {
                ProxyMethodInvocation own = (ProxyMethodInvocation) invocation;
                seen.add((String) own.getArguments()[0]);
                own.getArguments()[0] = "in place";
                own.setArguments("replaced");
                return own.proceed();
            });

            assertThat(service.say("hello")).isEqualTo("replaced");

            assertThat(seen).containsExactly("hello", "hello", "hello");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void attributesThatItSetsAreThoseOfTheWholeCall(boolean proxyTargetClass) {
        run(proxyTargetClass, (service, proxy) -> {
            proxy.addAdvice(0, (MethodInterceptor) invocation -> {
                ProxyMethodInvocation outer = (ProxyMethodInvocation) invocation;
                outer.setUserAttribute("count", 10);
                Object value = outer.proceed();
                seen.add("after: " + outer.getUserAttribute("count"));
                return value;
            });
            proxy.addAdvice((MethodInterceptor) invocation -> {
                ProxyMethodInvocation inner = (ProxyMethodInvocation) invocation;
                Integer count = (Integer) inner.getUserAttribute("count");
                inner.setUserAttribute("count", count == null ? 0 : count + 1);
                return inner.proceed();
            });

            assertThat(service.say("hello")).isEqualTo("hello");

            assertThat(seen).containsExactly("after: 13");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itMayRepeatItselfToo(boolean proxyTargetClass) {
        run(proxyTargetClass, (service, proxy) -> {
            proxy.addAdvice((MethodInterceptor) AdviceBehindTests::twice);
            proxy.addAdvice(noting("attempt"));

            assertThat(service.say("hello")).isEqualTo("first");

            // The first attempt fails twice, the second one succeeds.
            assertThat(seen).hasSize(3);
        });
    }

    private static @Nullable Object twice(MethodInvocation invocation) throws Throwable {
        try {
            return ((ProxyMethodInvocation) invocation).invocableClone("first").proceed();
        } catch (ConnectException refused) {
            return invocation.proceed();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void adviceThatLooksAtTheArgumentsIsAskedInEveryAttempt(boolean proxyTargetClass) {
        run(proxyTargetClass, (service, proxy) -> {
            DynamicMethodMatcherPointcut loud = new DynamicMethodMatcherPointcut() {
                @Override
                public boolean matches(Method method, Class<?> targetClass, @Nullable Object... arguments) {
                    return "loud".equals(arguments[0]);
                }
            };
            proxy.addAdvisor(new DefaultPointcutAdvisor(loud, noting("loud")));

            assertThat(service.say("hello")).isEqualTo("hello");
            assertThat(service.say("loud")).isEqualTo("loud");

            assertThat(seen).containsExactly("loud", "loud", "loud");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void severalArgumentsArriveAsTheyWereGiven(boolean proxyTargetClass) {
        run(proxyTargetClass, (service, proxy) -> {
            proxy.addAdvice(noting("attempt"));

            assertThat(service.sayVarious("a", "b")).isEqualTo("a b");
            assertThat(service.sayVarious()).isEmpty();

            assertThat(seen).hasSize(6);
        });
    }

    /** An exception that the method does not declare is presented to advice in different ways by different proxies. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failuresReachItAsTheyDoWithoutRetries(boolean proxyTargetClass) {
        Echo bean = new Echo();
        bean.failure = new InstantiationException("undeclared");
        List<Throwable> without = new ArrayList<>();
        List<Throwable> with = new ArrayList<>();
        ProxyFactory plain = new ProxyFactory(bean);
        plain.setProxyTargetClass(proxyTargetClass);
        plain.addAdvice(collecting(without));
        Service plainService = (Service) plain.getProxy();
        catchThrowable(() -> plainService.say("hello"));

        run(proxyTargetClass, (service, proxy) -> {
            ((Echo) proxy.getTargetSource().getTarget()).failure = bean.failure;
            proxy.addAdvice(collecting(with));
            assertThatThrownBy(() -> service.say("hello")).isNotNull();
        });

        assertThat(without).hasSize(1);
        assertThat(with)
                .hasSize(1)
                .first()
                .extracting(Object::getClass)
                .isEqualTo(without.get(0).getClass());
    }

    private static MethodInterceptor collecting(List<Throwable> failures) {
        return invocation -> {
            try {
                return invocation.proceed();
            } catch (Throwable failure) {
                failures.add(failure);
                throw failure;
            }
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itSeesTheInvocationOfTheProxy(boolean proxyTargetClass) {
        run(proxyTargetClass, (service, proxy) -> {
            proxy.addAdvice((MethodInterceptor) invocation -> {
                ProxyMethodInvocation own = (ProxyMethodInvocation) invocation;
                assertThat(own.getProxy()).isSameAs(service);
                assertThat(own.getThis()).isSameAs(proxy.getTargetSource().getTarget());
                assertThat(own.getMethod().getName()).isEqualTo("say");
                assertThat(own.getStaticPart()).isEqualTo(own.getMethod());
                seen.add("looked");
                return own.proceed();
            });

            assertThat(service.say("hello")).isEqualTo("hello");

            assertThat(seen).hasSize(3);
        });
    }
}
