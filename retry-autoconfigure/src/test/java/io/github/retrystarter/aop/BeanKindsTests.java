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
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.Scope;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.MethodValidationPostProcessor;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotNull;

/** Every way in which a bean comes to be is retried all the same. */
class BeanKindsTests {

    private final VirtualTime time = new VirtualTime();
    private final ApplicationContextRunner contexts = RetryContexts.runner(time)
            .withPropertyValues(
                    "retry.defaults.backoff=constant",
                    "retry.defaults.base=10ms",
                    "retry.defaults.budget.enabled=false",
                    "retry.policies.p.attempts=3",
                    "retry.policies.q.attempts=5");

    private static RetryCounts counts(
            org.springframework.boot.test.context.assertj.AssertableApplicationContext context, String policy) {
        return context.getBean(RetryPolicies.class).get(policy).counts();
    }

    interface Client {

        String fetch() throws ConnectException;
    }

    /** Fails twice, then answers, and so on. */
    static class Flaky implements Client {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        @Retryable("p")
        public String fetch() throws ConnectException {
            return answer();
        }

        final String answer() throws ConnectException {
            if (calls.incrementAndGet() % 3 != 0) {
                throw new ConnectException("refused");
            }
            return "value";
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Retryable("")
    @interface Outer {

        @AliasFor(annotation = Retryable.class, attribute = "value")
        String policy();

        @AliasFor(annotation = Retryable.class, attribute = "fallback")
        String orElse() default "";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Outer(policy = "p")
    @interface Inner {

        @AliasFor(annotation = Outer.class, attribute = "policy")
        String name();

        @AliasFor(annotation = Outer.class, attribute = "orElse")
        String otherwise() default "";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Inner(name = "q", otherwise = "instead")
    @interface Innermost {}

    static class Meta {

        private final AtomicInteger calls = new AtomicInteger();

        @Innermost
        String deep() throws ConnectException {
            if (calls.incrementAndGet() < 4) {
                throw new ConnectException("refused");
            }
            return "value";
        }

        String instead() {
            return "instead";
        }
    }

    @Innermost
    static class MetaOnType {

        String deep() {
            return "value";
        }

        String instead() {
            return "instead";
        }
    }

    @Nested
    class Annotations {

        @Test
        void aliasesReachThroughThreeAnnotations() throws Throwable {
            contexts.withBean(Meta.class).run(context -> {
                assertThat(context.getBean(Meta.class).deep()).isEqualTo("value");
                assertThat(counts(context, "q").attempts(AttemptOutcome.FAILURE))
                        .isEqualTo(3);
            });
            for (Class<?> type : new Class<?>[] {Meta.class, MetaOnType.class}) {
                FallbackMethod fallback =
                        FallbackMethods.of(type.getDeclaredMethod("deep"), type).orElseThrow();
                assertThat(fallback.invoke(type.getDeclaredConstructor().newInstance(), new Object[0], null))
                        .isEqualTo("instead");
            }
        }
    }

    static class Visibilities extends Flaky {

        @Retryable("p")
        String inPackage() throws ConnectException {
            return answer();
        }

        @Retryable("p")
        protected String inFamily() throws ConnectException {
            return answer();
        }
    }

    interface WithDefault {

        String answer() throws ConnectException;

        @Retryable("p")
        default String byDefault() throws ConnectException {
            return answer();
        }
    }

    static class TakesDefault implements WithDefault {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public String answer() throws ConnectException {
            if (calls.incrementAndGet() < 3) {
                throw new ConnectException("refused");
            }
            return "default";
        }
    }

    @Retryable("p")
    interface OnType {

        String one() throws ConnectException;
    }

    static class OfOnType extends Flaky implements OnType {

        @Override
        public String one() throws ConnectException {
            return answer();
        }
    }

    abstract static class Generic<T> {

        @Retryable("p")
        abstract T convert(T value) throws ConnectException;
    }

    static class OfText extends Generic<String> {

        private final AtomicInteger calls = new AtomicInteger();

        @Override
        String convert(String value) throws ConnectException {
            if (calls.incrementAndGet() < 3) {
                throw new ConnectException("refused");
            }
            return value;
        }
    }

    @Nested
    class Methods {

        @Test
        void packagePrivateAndProtectedOnesAreRetried() {
            contexts.withBean(Visibilities.class).run(context -> {
                Visibilities bean = context.getBean(Visibilities.class);
                assertThat(bean.inPackage()).isEqualTo("value");
                assertThat(bean.inFamily()).isEqualTo("value");
            });
        }

        @ParameterizedTest
        @ValueSource(strings = {"true", "false"})
        void defaultOnesAreRetried(String proxyTargetClass) {
            contexts.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                    .withBean(TakesDefault.class)
                    .run(context -> assertThat(
                                    context.getBean(WithDefault.class).byDefault())
                            .isEqualTo("default"));
        }

        @Test
        void onesThatAnAnnotatedInterfaceDeclaresAreRetried() {
            contexts.withBean(OfOnType.class)
                    .run(context ->
                            assertThat(context.getBean(OnType.class).one()).isEqualTo("value"));
        }

        @Test
        void onesThatFillATypeVariableAreRetriedAsOne() {
            contexts.withBean(OfText.class).run(context -> {
                Generic<String> bean = context.getBean(OfText.class);
                assertThat(bean.convert("text")).isEqualTo("text");
                assertThat(counts(context, "p").calls(CallOutcome.RECOVERED)).isOne();
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Factories {

        @Bean
        Client byInterface() {
            return new Flaky();
        }

        @Bean
        @Lazy
        Client lazy() {
            return new Flaky();
        }

        @Bean
        @org.springframework.context.annotation.Scope("prototype")
        Client prototype() {
            return new Flaky();
        }

        @Bean
        @org.springframework.context.annotation.Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
        Client scopedByInterface() {
            return SHARED;
        }

        @Bean
        @org.springframework.context.annotation.Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Flaky scopedByClass() {
            return SHARED;
        }

        private static final Flaky SHARED = new Flaky();
    }

    @Nested
    class Beans {

        @ParameterizedTest
        @ValueSource(strings = {"byInterface", "lazy", "prototype", "scopedByInterface", "scopedByClass"})
        void ofFactoryMethodsAreRetriedOnceHoweverTheyLive(String bean) {
            contexts.withUserConfiguration(Factories.class).run(context -> {
                assertThat(context.getBean(bean, Client.class).fetch()).isEqualTo("value");
                assertThat(counts(context, "p").calls(CallOutcome.RECOVERED)).isOne();
                assertThat(counts(context, "p").attempts(AttemptOutcome.FAILURE))
                        .isEqualTo(2);
            });
        }

        @ParameterizedTest
        @CsvSource({"true, true", "true, false", "false, true", "false, false"})
        void thatAreProxiesAlreadyAreRetriedOnce(boolean innerOnClass, String proxyTargetClass) {
            contexts.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                    .withBean("bean", Client.class, () -> {
                        ProxyFactory factory = new ProxyFactory(new Flaky());
                        factory.setProxyTargetClass(innerOnClass);
                        return (Client) factory.getProxy();
                    })
                    .run(context -> {
                        assertThat(context.getBean(Client.class).fetch()).isEqualTo("value");
                        assertThat(counts(context, "p").calls(CallOutcome.RECOVERED))
                                .isOne();
                        assertThat(RetryProxies.isAdvised(context.getBean(Client.class)))
                                .isTrue();
                    });
        }

        @Test
        void thatAProxyFactoryBeanPutsAroundAnotherBeanAreRetriedOnce() {
            contexts.withBean("flaky", Flaky.class)
                    .withInitializer(context -> {
                        RootBeanDefinition around = new RootBeanDefinition(ProxyFactoryBean.class);
                        around.getPropertyValues().add("targetName", "flaky").add("interfaces", Client.class);
                        ((GenericApplicationContext) context).registerBeanDefinition("around", around);
                    })
                    .run(context -> {
                        assertThat(context.getBean("around", Client.class).fetch())
                                .isEqualTo("value");
                        assertThat(counts(context, "p").calls(CallOutcome.RECOVERED))
                                .isOne();
                        assertThat(counts(context, "p").calls(CallOutcome.FIRST_TRY))
                                .isZero();
                    });
        }

        @Test
        void thatAreMadeAnewAgainAndAgainNeedNoNewClasses() {
            Renewed scope = new Renewed();
            contexts.withInitializer(context -> {
                        context.getBeanFactory().registerScope("renewed", scope);
                        RootBeanDefinition flaky = new RootBeanDefinition(Flaky.class);
                        flaky.setScope("renewed");
                        ((GenericApplicationContext) context).registerBeanDefinition("flaky", flaky);
                    })
                    .run(context -> {
                        for (int i = 0; i < 20; i++) {
                            assertThat(scope.renew(context).fetch()).isEqualTo("value");
                        }
                        long loaded = ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
                        for (int i = 0; i < 2000; i++) {
                            scope.renew(context).fetch();
                        }
                        assertThat(ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount() - loaded)
                                .isLessThanOrEqualTo(10);
                    });
        }
    }

    /** A scope whose beans are dropped on demand. */
    static class Renewed implements Scope {

        private final Map<String, Object> beans = new HashMap<>();

        Client renew(org.springframework.context.ApplicationContext context) {
            beans.clear();
            return context.getBean("flaky", Client.class);
        }

        @Override
        public Object get(String name, ObjectFactory<?> factory) {
            return beans.computeIfAbsent(name, key -> factory.getObject());
        }

        @Override
        public @Nullable Object remove(String name) {
            return beans.remove(name);
        }

        @Override
        public void registerDestructionCallback(String name, Runnable callback) {
            // Nothing to destroy.
        }

        @Override
        @SuppressWarnings("NullAway") // Older lines of the framework do not say that there may be none.
        public @Nullable Object resolveContextualObject(String key) {
            return null;
        }

        @Override
        public @Nullable String getConversationId() {
            return null;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Caches {

        @Bean
        ConcurrentMapCacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }
    }

    static class Cached extends Flaky {

        private final AtomicInteger invoked = new AtomicInteger();

        @Retryable("p")
        @Cacheable("answers")
        public String cached(String key) throws ConnectException {
            invoked.incrementAndGet();
            return answer();
        }

        int invoked() {
            return invoked.get();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Threads {

        @Bean
        TaskExecutor taskExecutor() {
            return new SimpleAsyncTaskExecutor("elsewhere-");
        }
    }

    static class Elsewhere extends Flaky {

        private final java.util.List<String> threads = new java.util.concurrent.CopyOnWriteArrayList<>();

        @Async
        @Retryable("p")
        public Future<String> start() throws ConnectException {
            threads.add(Thread.currentThread().getName().replaceAll("[0-9]", ""));
            answer();
            return java.util.concurrent.CompletableFuture.completedFuture("value");
        }

        java.util.List<String> threads() {
            return threads;
        }
    }

    @Validated
    static class Checked extends Flaky {

        @Retryable("p")
        public String take(@NotNull @Nullable String argument) throws ConnectException {
            return answer() + argument;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Caches.class, Threads.class})
    static class AllAdvice {

        @Bean
        static MethodValidationPostProcessor validation() {
            return new MethodValidationPostProcessor();
        }
    }

    @Nested
    class BesideOtherAdvice {

        @Test
        void aRetriedSuccessIsCachedOnceAndAHitInvokesNothing() {
            contexts.withUserConfiguration(Caches.class).withBean(Cached.class).run(context -> {
                Cached bean = context.getBean(Cached.class);

                assertThat(bean.cached("a")).isEqualTo("value");
                assertThat(bean.invoked()).isEqualTo(3);
                assertThat(bean.cached("a")).isEqualTo("value");
                assertThat(bean.invoked()).isEqualTo(3);
                assertThat(counts(context, "p").attempts(AttemptOutcome.FAILURE))
                        .isEqualTo(2);
            });
        }

        @Test
        void attemptsRunOnTheThreadThatAsyncChose() {
            contexts.withUserConfiguration(Threads.class)
                    .withBean(Elsewhere.class)
                    .run(context -> {
                        Elsewhere bean = context.getBean(Elsewhere.class);

                        assertThat(bean.start().get(1, java.util.concurrent.TimeUnit.MINUTES))
                                .isEqualTo("value");
                        assertThat(bean.threads()).containsExactly("elsewhere-", "elsewhere-", "elsewhere-");
                    });
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void invalidArgumentsAreNotRetriedAndValidOnesAre(boolean valid) {
            contexts.withUserConfiguration(AllAdvice.class)
                    .withBean(Checked.class)
                    .run(context -> {
                        Checked bean = context.getBean(Checked.class);
                        if (valid) {
                            assertThat(bean.take("!")).isEqualTo("value!");
                        } else {
                            assertThatThrownBy(() -> bean.take(null)).isInstanceOf(ConstraintViolationException.class);
                            assertThat(time.sleeper().waits()).isEmpty();
                        }
                    });
        }

        @Test
        void theOrderIsAsyncThenRetryThenCache() {
            contexts.withUserConfiguration(AllAdvice.class)
                    .withBean(Everything.class)
                    .run(context -> assertThat(RetryProxies.order(context.getBean(Everything.class)))
                            .map(advisor -> advisor.substring(0, advisor.indexOf(' ')))
                            .containsExactly(
                                    "AsyncAnnotationAdvisor",
                                    "RetryAdvisor",
                                    "BeanFactoryCacheOperationSourceAdvisor"));
        }
    }

    static class Everything {

        @Async
        @Retryable("p")
        @Cacheable("answers")
        public void all() {}
    }
}
