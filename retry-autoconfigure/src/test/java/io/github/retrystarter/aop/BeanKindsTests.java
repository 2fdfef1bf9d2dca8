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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.event.EventListener;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.MethodValidationPostProcessor;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.Converter;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.RenewedScope;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.UnseenConverter;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotNull;
import reactor.core.publisher.Mono;

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

    private static RetryCounts counts(ApplicationContext context, String policy) {
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

    static class OfWords extends Converter<String> {

        @Override
        protected String convert(String value) throws ConnectException {
            return answer(value);
        }
    }

    static class OfNumbers extends UnseenConverter<Integer> {

        OfNumbers() {
            super(7);
        }
    }

    /** Calls itself through its proxy, down to a level that fails as often as it is told. */
    static class Recursive {

        private final Recursive self;
        private final AtomicInteger invoked = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();

        Recursive(@Lazy Recursive self) {
            this.self = self;
        }

        void failNext(int times) {
            failures.set(times);
            invoked.set(0);
        }

        int invoked() {
            return invoked.get();
        }

        private String bottom() throws ConnectException {
            if (failures.getAndDecrement() > 0) {
                throw new ConnectException("refused");
            }
            return "value";
        }

        @Retryable("p")
        String blocking(int depth) throws ConnectException {
            invoked.incrementAndGet();
            return depth > 0 ? self.blocking(depth - 1) : bottom();
        }

        @Retryable("p")
        CompletableFuture<String> future(int depth) throws ConnectException {
            invoked.incrementAndGet();
            return depth > 0
                    ? self.future(depth - 1).thenApply(value -> value)
                    : CompletableFuture.completedFuture(bottom());
        }

        @Retryable("p")
        Mono<String> mono(int depth) {
            invoked.incrementAndGet();
            return depth > 0 ? self.mono(depth - 1).map(value -> value) : Mono.fromCallable(this::bottom);
        }
    }

    private enum Recursion {
        BLOCKING {
            @Override
            String call(Recursive bean) throws Exception {
                return bean.blocking(3);
            }
        },
        FUTURE {
            @Override
            String call(Recursive bean) throws Exception {
                return bean.future(3).get(1, TimeUnit.MINUTES);
            }
        },
        MONO {
            @Override
            String call(Recursive bean) throws Exception {
                return bean.mono(3).toFuture().get(1, TimeUnit.MINUTES);
            }
        };

        abstract String call(Recursive bean) throws Exception;
    }

    @Nested
    class Methods {

        @Test
        void protectedOnesOfAGenericClassInAnotherPackageAreRetried() {
            contexts.withBean(OfWords.class).run(context -> {
                OfWords bean = context.getBean(OfWords.class);
                assertThat(bean.convert("word")).isEqualTo("word");
                assertThat(Converter.convert(bean, "word")).isEqualTo("word");
                assertThat(Converter.inherited(bean, "word")).isEqualTo("word");
                assertThat(counts(context, "p").calls(CallOutcome.RECOVERED)).isEqualTo(3);
                assertThat(counts(context, "p").attempts(AttemptOutcome.FAILURE))
                        .isEqualTo(6);
            });
        }

        @Test
        void packagePrivateOnesOfAClassInAnotherPackageStopStartUp() {
            contexts.withBean("numbers", OfNumbers.class)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .hasMessage("Method " + OfNumbers.class.getName()
                                    + ".convert of the bean \"numbers\" is annotated with @Retryable, but is"
                                    + " package-private in io.github.retrystarter.testing, another package than that of"
                                    + " the bean's class."));
        }

        @ParameterizedTest
        @EnumSource
        void onesThatCallThemselvesAreRetriedWhereTheyFailAndNowhereElse(Recursion recursion) {
            contexts.withBean(Recursive.class).run(context -> {
                Recursive bean = context.getBean(Recursive.class);
                bean.failNext(2);

                assertThat(recursion.call(bean)).isEqualTo("value");

                assertThat(bean.invoked()).isEqualTo(6);
                assertThat(counts(context, "p").calls(CallOutcome.RECOVERED)).isOne();
                assertThat(counts(context, "p").calls(CallOutcome.FIRST_TRY)).isEqualTo(3);

                bean.failNext(100);

                assertThatThrownBy(() -> recursion.call(bean)).hasStackTraceContaining("ConnectException: refused");

                assertThat(bean.invoked()).isEqualTo(6);
                assertThat(counts(context, "p").giveUps(GiveUpReason.ATTEMPTS_EXHAUSTED))
                        .isOne();
                assertThat(counts(context, "p").giveUps(GiveUpReason.ALREADY_RETRIED))
                        .isEqualTo(3);
            });
        }

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
            RenewedScope scope = new RenewedScope();
            contexts.withInitializer(context -> scope.register(context, "flaky", Flaky.class, Flaky::new))
                    .run(context -> {
                        fetchRenewed(20, scope, context);
                        long loaded = ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
                        fetchRenewed(2000, scope, context);
                        assertThat(ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount() - loaded)
                                .isLessThanOrEqualTo(10);
                    });
        }

        private static void fetchRenewed(int times, RenewedScope scope, ApplicationContext context)
                throws ConnectException {
            for (int i = 0; i < times; i++) {
                scope.renew();
                assertThat(context.getBean("flaky", Client.class).fetch()).isEqualTo("value");
            }
        }

        @Test
        void ofAParentAreRetriedOnceWhoeverCallsThem() {
            contexts.withBean("flaky", Flaky.class)
                    .run(parent -> contexts.withParent(parent).run(child -> {
                        assertThat(child.getBean("flaky", Client.class).fetch()).isEqualTo("value");
                        assertThat(counts(parent, "p").attempts(AttemptOutcome.FAILURE))
                                .isEqualTo(2);
                        assertThat(counts(parent, "p").calls(CallOutcome.RECOVERED))
                                .isOne();
                        assertThat(counts(child, "p").calls(CallOutcome.RECOVERED))
                                .isZero();
                    }));
        }

        @Test
        void ofAChildAreRetriedOnceByThePoliciesOfTheChild() {
            contexts.run(parent -> contexts.withParent(parent)
                    .withBean("flaky", Flaky.class)
                    .run(child -> {
                        assertThat(child.getBean("flaky", Client.class).fetch()).isEqualTo("value");
                        assertThat(counts(child, "p").attempts(AttemptOutcome.FAILURE))
                                .isEqualTo(2);
                        assertThat(counts(child, "p").calls(CallOutcome.RECOVERED))
                                .isOne();
                        assertThat(counts(parent, "p").calls(CallOutcome.RECOVERED))
                                .isZero();
                    }));
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

    record Happened(String what) {}

    static class Listening extends Flaky {

        private final List<String> heard = new CopyOnWriteArrayList<>();

        @EventListener
        @Retryable("p")
        public void on(Happened event) throws ConnectException {
            heard.add(event.what());
            if (event.what().equals("fatal")) {
                throw new ConnectException("fatal");
            }
            answer();
        }

        List<String> heard() {
            return heard;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Schedules {}

    /** Gives up in its first run, is saved in its second and works in those that follow. */
    static class Ticking {

        private final AtomicInteger attempts = new AtomicInteger();

        @Scheduled(fixedRate = 1)
        @Retryable("p")
        public void tick() throws ConnectException {
            if (attempts.incrementAndGet() <= 4) {
                throw new ConnectException("refused");
            }
        }
    }

    /** The same with a publisher, which the scheduler subscribes to for each run. */
    static class TickingPublisher {

        private final AtomicInteger attempts = new AtomicInteger();

        @Scheduled(fixedDelay = 1)
        @Retryable("p")
        public Mono<Integer> tick() {
            return Mono.fromCallable(attempts::incrementAndGet)
                    .flatMap(number -> number <= 4 ? Mono.error(new ConnectException("refused")) : Mono.just(number));
        }
    }

    @Nested
    class BesideOtherAnnotations {

        @Test
        void listenersOfEventsAreRetried() {
            contexts.withBean(Listening.class).run(context -> {
                Listening bean = context.getBean(Listening.class);

                context.publishEvent(new Happened("first"));

                assertThat(bean.heard()).containsExactly("first", "first", "first");
                assertThat(counts(context, "p").calls(CallOutcome.RECOVERED)).isOne();
                assertThatThrownBy(() -> context.publishEvent(new Happened("fatal")))
                        .hasRootCauseMessage("fatal");
                assertThat(bean.heard()).hasSize(6);
            });
        }

        @ParameterizedTest
        @ValueSource(classes = {Ticking.class, TickingPublisher.class})
        void scheduledRunsAreRetriedAndGoOnAfterOneThatGaveUp(Class<?> type) {
            contexts.withUserConfiguration(Schedules.class)
                    .withBean("ticking", type)
                    .run(context -> {
                        RetryCounts counts = counts(context, "p");
                        Eventually.until("a run works at once", () -> counts.calls(CallOutcome.FIRST_TRY) > 0);

                        assertThat(counts.calls(CallOutcome.GAVE_UP)).isOne();
                        assertThat(counts.calls(CallOutcome.RECOVERED)).isOne();
                        assertThat(counts.attempts(AttemptOutcome.FAILURE)).isEqualTo(4);
                    });
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
