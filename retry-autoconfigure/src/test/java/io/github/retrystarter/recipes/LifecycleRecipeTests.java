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
package io.github.retrystarter.recipes;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.RequestScope;
import org.springframework.web.context.request.ServletRequestAttributes;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.classify.ResultClassifier;
import io.github.retrystarter.classify.Retryability;
import io.github.retrystarter.execution.AttemptExecutor;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.RetryWaits;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.EveryStyle.Work;
import io.github.retrystarter.testing.Garbage;
import io.github.retrystarter.testing.HandTime;
import io.github.retrystarter.testing.JavaProcess;
import io.github.retrystarter.testing.LiveThreads;
import io.github.retrystarter.testing.OneCall;
import io.github.retrystarter.testing.QuietLog;
import io.github.retrystarter.testing.ReloadedContexts;
import io.github.retrystarter.testing.RenewedScope;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.StyleKind;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Faults of kind K8 that were reported against other libraries: life cycle, performance and leaks. */
@ExtendWith(QuietLog.class)
class LifecycleRecipeTests {

    private static ApplicationContextRunner contexts(String keys) {
        return RetryContexts.runner()
                .withInitializer(
                        Yaml.file("retry.policies.p: {backoff: constant, budget.enabled: false, " + keys + "}"))
                .withBean(EveryStyle.class);
    }

    private static Object refused() throws ConnectException {
        throw new ConnectException("refused");
    }

    private static Work failingOnce() {
        AtomicInteger attempts = new AtomicInteger();
        return () -> attempts.incrementAndGet() == 1 ? refused() : "value";
    }

    /** Takes one value for a failure. */
    static final class BadIsBad implements ResultClassifier {

        @Override
        public Retryability classify(Object result) {
            return result.equals("bad") ? Retryability.RETRYABLE : Retryability.UNKNOWN;
        }
    }

    // B109
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptedWaitGivesTheLastOutcomeBackWithTheFlagSet(boolean byException) {
        ConnectException failure = new ConnectException("refused");
        contexts("attempts: 3, base: 1h, cap: 1h").withBean(BadIsBad.class).run(context -> {
            EveryStyle bean = context.getBean(EveryStyle.class);
            RetryCounts counts = context.getBean(RetryPolicies.class).get("p").counts();
            AtomicInteger calls = new AtomicInteger();
            AtomicReference<Object> outcome = new AtomicReference<>();
            AtomicBoolean flagged = new AtomicBoolean();
            Thread caller = new Thread(() -> {
                try {
                    outcome.set(bean.blocking(() -> {
                        calls.incrementAndGet();
                        if (byException) {
                            throw failure;
                        }
                        return "bad";
                    }));
                } catch (Exception ex) {
                    outcome.set(ex);
                }
                flagged.set(Thread.currentThread().isInterrupted());
            });
            caller.start();
            Eventually.until("it waits", () -> counts.waiting() == 1);

            caller.interrupt();
            caller.join();

            assertThat(outcome.get()).isSameAs(byException ? failure : "bad");
            assertThat(flagged).isTrue();
            assertThat(calls).hasValue(1);
            assertThat(counts.giveUps(GiveUpReason.INTERRUPTED)).isOne();
        });
    }

    // B110
    @ParameterizedTest
    @ValueSource(strings = {"base: 0ms", "base: 1h, cap: 1h"})
    void aFlaggedThreadMakesOneAttemptAndKeepsItsFlag(String base) {
        contexts("attempts: 100, " + base).run(context -> {
            EveryStyle bean = context.getBean(EveryStyle.class);
            AtomicInteger calls = new AtomicInteger();
            Thread.currentThread().interrupt();
            boolean flagged;
            try {
                assertThatThrownBy(() -> bean.blocking(() -> {
                            calls.incrementAndGet();
                            return refused();
                        }))
                        .isInstanceOf(ConnectException.class);
            } finally {
                flagged = Thread.interrupted();
            }
            assertThat(flagged).isTrue();
            assertThat(calls).hasValue(1);
        });
    }

    // B112
    @Test
    void aBeanThatIsMadeAgainAndAgainUsesOneProxyClass() {
        contexts("attempts: 2, base: 1ms")
                .withInitializer(context -> ((GenericApplicationContext) context)
                        .registerBean(
                                "again",
                                EveryStyle.class,
                                EveryStyle::new,
                                definition -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE)))
                .run(context -> {
                    Class<?> proxy = context.getBean("again").getClass();
                    assertThat(proxy).isNotSameAs(EveryStyle.class);
                    for (int i = 0; i < 2_000; i++) {
                        assertThat(context.getBean("again").getClass()).isSameAs(proxy);
                    }
                });
    }

    /** Tells of its end. */
    static class Refreshed extends EveryStyle implements AutoCloseable {

        private final AtomicInteger closed;

        Refreshed(AtomicInteger closed) {
            this.closed = closed;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    // B112
    @Test
    void aBeanThatIsRefreshedAgainAndAgainNeedsNoNewClasses() {
        RenewedScope scope = new RenewedScope();
        AtomicInteger closed = new AtomicInteger();
        contexts("attempts: 2, base: 0ms")
                .withInitializer(context ->
                        scope.registerBehindProxy(context, "refreshed", Refreshed.class, () -> new Refreshed(closed)))
                .run(context -> {
                    Refreshed bean = context.getBean("refreshed", Refreshed.class);
                    refresh(20, scope, bean);
                    long loaded = ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();

                    refresh(2_000, scope, bean);

                    assertThat(ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount() - loaded)
                            .isLessThanOrEqualTo(10);
                    assertThat(closed).hasValue(2_020);
                    assertThat(context.getBean(RetryPolicies.class)
                                    .get("p")
                                    .counts()
                                    .calls(CallOutcome.RECOVERED))
                            .isEqualTo(2_020);
                });
    }

    private static void refresh(int times, RenewedScope scope, EveryStyle bean) throws Exception {
        for (int i = 0; i < times; i++) {
            assertThat(bean.blocking(failingOnce())).isEqualTo("value");
            scope.renew();
        }
    }

    /** Has state of its own, which its fallback tells. */
    static class Stateful {

        private static final AtomicInteger MADE = new AtomicInteger();

        private final int number = MADE.incrementAndGet();
        private final AtomicInteger calls = new AtomicInteger();

        @Retryable(value = "p", fallback = "other")
        Object call() throws ConnectException {
            calls.incrementAndGet();
            return refused();
        }

        @Retryable(value = "p", fallback = "otherLater")
        CompletableFuture<Object> callLater() {
            calls.incrementAndGet();
            return CompletableFuture.failedFuture(new ConnectException("refused"));
        }

        Object other() {
            return number;
        }

        CompletableFuture<Object> otherLater() {
            return CompletableFuture.completedFuture(number);
        }

        int number() {
            return number;
        }

        int calls() {
            return calls.get();
        }
    }

    // B113
    @ParameterizedTest
    @ValueSource(strings = {"prototype", "thread"})
    void theFallbackRunsOnTheInstanceThatWasCalled(String scope) {
        Recipe.policy(new VirtualTime(), "attempts: 2")
                .withInitializer(context -> {
                    context.getBeanFactory().registerScope("thread", new SimpleThreadScope());
                    ((GenericApplicationContext) context)
                            .registerBean(
                                    "stateful",
                                    Stateful.class,
                                    Stateful::new,
                                    definition -> definition.setScope(scope));
                })
                .run(context -> {
                    List<Stateful> instances = new ArrayList<>();
                    for (int i = 0; i < 3; i++) {
                        Thread caller = new Thread(() -> instances.add((Stateful) context.getBean("stateful")));
                        caller.start();
                        caller.join();
                    }
                    for (Stateful instance : List.of(instances.get(1), instances.get(0), instances.get(2))) {
                        assertThat(instance.call()).isEqualTo(instance.number());
                        assertThat(instance.callLater().get(20, TimeUnit.SECONDS))
                                .isEqualTo(instance.number());
                    }
                    assertThat(instances.stream().map(Stateful::number)).doesNotHaveDuplicates();
                });
    }

    private static void registerForRequests(ConfigurableApplicationContext context) {
        context.getBeanFactory().registerScope("request", new RequestScope());
        RootBeanDefinition definition = new RootBeanDefinition(Stateful.class);
        definition.setInstanceSupplier(Stateful::new);
        definition.setScope("request");
        GenericApplicationContext registry = (GenericApplicationContext) context;
        BeanDefinitionHolder proxy =
                ScopedProxyUtils.createScopedProxy(new BeanDefinitionHolder(definition, "stateful"), registry, true);
        registry.registerBeanDefinition("stateful", proxy.getBeanDefinition());
    }

    private static <T> T during(RequestAttributes request, Callable<T> work) throws Exception {
        RequestContextHolder.setRequestAttributes(request);
        try {
            return work.call();
        } finally {
            RequestContextHolder.resetRequestAttributes();
        }
    }

    // B113
    @Test
    void aBeanOfARequestStaysTheOneOfTheRequestThatBeganTheCall() {
        HandTime time = new HandTime();
        contexts("attempts: 3, base: 1h, cap: 1h")
                .withBean(TimeAndChance.class, time::timeAndChance)
                .withBean(AttemptExecutor.class, () -> Runnable::run)
                .withInitializer(LifecycleRecipeTests::registerForRequests)
                .run(context -> {
                    Stateful bean = context.getBean("stateful", Stateful.class);
                    RequestAttributes one = new ServletRequestAttributes(new MockHttpServletRequest());
                    RequestAttributes other = new ServletRequestAttributes(new MockHttpServletRequest());
                    int first = during(one, bean::number);
                    int second = during(other, bean::number);
                    assertThat(first).isNotEqualTo(second);

                    CompletableFuture<Object> begunInOne = during(one, bean::callLater);
                    CompletableFuture<Object> begunInOther = during(other, bean::callLater);
                    // The next attempts come while another request, or none, has the thread.
                    during(other, () -> {
                        time.fire(delay -> true);
                        return "fired";
                    });
                    time.fire(delay -> true);

                    assertThat(begunInOne.get(20, TimeUnit.SECONDS)).isEqualTo(first);
                    assertThat(begunInOther.get(20, TimeUnit.SECONDS)).isEqualTo(second);
                    assertThat(during(one, bean::calls)).isEqualTo(3);
                    assertThat(during(other, bean::calls)).isEqualTo(3);
                });
    }

    // B113
    @Test
    void aBlockingCallOfABeanOfARequestEndsOnTheInstanceOfThatRequest() {
        Recipe.policy(new VirtualTime(), "attempts: 2")
                .withInitializer(LifecycleRecipeTests::registerForRequests)
                .run(context -> {
                    Stateful bean = context.getBean("stateful", Stateful.class);
                    for (int i = 0; i < 3; i++) {
                        RequestAttributes request = new ServletRequestAttributes(new MockHttpServletRequest());
                        assertThat(during(request, bean::call)).isEqualTo(during(request, bean::number));
                        assertThat(during(request, bean::calls)).isEqualTo(2);
                    }
                });
    }

    // B115
    @Test
    void everyContextHasThreadsOfItsOwnAndEndsThem() {
        for (int i = 0; i < 20; i++) {
            contexts("attempts: 2, base: 1ms").run(context -> {
                EveryStyle bean = context.getBean(EveryStyle.class);
                assertThat(bean.blocking(failingOnce())).isEqualTo("value");
                assertThat(LiveThreads.named("retry-"))
                        .as("for a blocking call")
                        .isEmpty();
                for (StyleKind kind : StyleKind.values()) {
                    assertThat(kind.begin(bean, failingOnce(), Runnable::run).failure())
                            .isNull();
                }
                assertThat(LiveThreads.named("retry-timer")).hasSize(1);
                assertThat(LiveThreads.named("retry-attempt-")).isNotEmpty();
                assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(thread -> thread.getName().startsWith("retry-"))
                        .allMatch(Thread::isDaemon);
            });
            LiveThreads.awaitNoneOfOurs();
        }
    }

    // B115
    @Test
    void callsThatWaitDoNotKeepTheVirtualMachineAlive() throws InterruptedException {
        JavaProcess process = JavaProcess.run(WaitingAtTheEnd.class, List.of());

        assertThat(process.output()).contains("main returns");
        assertThat(process.exitCode()).as(process.output()).isZero();
    }

    // B116
    @Test
    void anExecutorAndATimerThatAreGivenAreNotEnded() {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        RetryTimer timer = (task, delay) -> {
            var due = clock.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
            return () -> due.cancel(false);
        };
        try {
            for (int i = 0; i < 2; i++) {
                contexts("attempts: 2, base: 1ms")
                        .withBean(AttemptExecutor.class, () -> pool::execute)
                        .withBean(RetryTimer.class, () -> timer)
                        .run(context -> {
                            EveryStyle bean = context.getBean(EveryStyle.class);
                            for (int call = 0; call < 2; call++) {
                                assertThat(StyleKind.FUTURE
                                                .begin(bean, failingOnce(), Runnable::run)
                                                .failure())
                                        .isNull();
                            }
                            assertThat(LiveThreads.named("retry-")).isEmpty();
                        });
                assertThat(pool.isShutdown()).isFalse();
                assertThat(clock.isShutdown()).isFalse();
            }
        } finally {
            pool.shutdownNow();
            clock.shutdownNow();
        }
    }

    // B118
    @Test
    void policiesMadeInCodeAreKeptByNobody() {
        contexts("attempts: 2").run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            RetrySettings settings = RetrySettings.builder()
                    .backoff(BackoffKind.CONSTANT)
                    .base(Duration.ZERO)
                    .attempts(2)
                    .build();
            List<WeakReference<RetryPolicy>> made = new ArrayList<>();
            for (int i = 0; i < 1_000_000; i++) {
                RetryPolicy policy = RetryPolicy.of("generated-" + i, settings);
                if (i % 1_000 == 0) {
                    AtomicInteger attempts = new AtomicInteger();
                    assertThat(policy.<Object, ConnectException>call(
                                    attempt -> attempts.incrementAndGet() == 1 ? refused() : "value"))
                            .isEqualTo("value");
                    assertThat(policy.callAsync(attempt -> attempts.incrementAndGet() == 3
                                            ? CompletableFuture.failedFuture(new ConnectException("refused"))
                                            : CompletableFuture.completedFuture("value"))
                                    .get(20, TimeUnit.SECONDS))
                            .isEqualTo("value");
                    made.add(new WeakReference<>(policy));
                }
            }
            Garbage.assertCollected("policies that nobody uses", made);
            assertThat(policies.names()).containsExactly("p");
        });
    }

    // B119
    @Test
    void classesThatConfigurationNamesComeFromTheLoaderOfEachContext() throws InterruptedException {
        ReloadedContexts.assertLeaveNothing(2);
    }

    @Test
    void tenThousandCallsWaitOnAFewThreads() {
        int before = LiveThreads.count();
        contexts("attempts: 2, base: 1h, cap: 1h").run(context -> {
            EveryStyle bean = context.getBean(EveryStyle.class);
            RetryCounts counts = context.getBean(RetryPolicies.class).get("p").counts();
            List<OneCall> calls = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                calls.add(StyleKind.values()[1 + i % 3].begin(bean, LifecycleRecipeTests::refused, Runnable::run));
            }
            assertThat(counts.waiting()).isEqualTo(10_000);
            assertThat(context.getBean(RetryWaits.class).inProgress()).isEqualTo(10_000);
            assertThat(LiveThreads.named("retry-timer")).hasSize(1);
            assertThat(LiveThreads.named("retry-attempt-")).isEmpty();
            // The machine may have started some for itself.
            assertThat(LiveThreads.count()).isLessThan(before + 20);
            calls.forEach(OneCall::stop);
            assertThat(counts.waiting()).isZero();
            assertThat(context.getBean(RetryWaits.class).inProgress()).isZero();
        });
        LiveThreads.awaitNoneOfOurs();
    }

    @Test
    void tenThousandFurtherAttemptsRunOnAFewThreads() {
        contexts("attempts: 2, base: 300ms").run(context -> {
            EveryStyle bean = context.getBean(EveryStyle.class);
            AtomicInteger mostThreads = new AtomicInteger();
            List<OneCall> calls = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                AtomicInteger attempts = new AtomicInteger();
                int number = i;
                calls.add(StyleKind.FUTURE.begin(
                        bean,
                        () -> {
                            if (attempts.incrementAndGet() == 1) {
                                return refused();
                            }
                            if (number % 500 == 0) {
                                mostThreads.accumulateAndGet(
                                        LiveThreads.named("retry-").size(), Math::max);
                            }
                            return "value";
                        },
                        Runnable::run));
            }
            for (OneCall call : calls) {
                assertThat(call.failure()).isNull();
            }
            assertThat(mostThreads.get()).isBetween(2, 1 + 16);
        });
    }
}
