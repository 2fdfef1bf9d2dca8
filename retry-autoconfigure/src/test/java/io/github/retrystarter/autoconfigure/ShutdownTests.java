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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.GiveUpMarker;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryWaits;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.EveryStyle.Work;
import io.github.retrystarter.testing.HandTime;
import io.github.retrystarter.testing.Identities;
import io.github.retrystarter.testing.LiveThreads;
import io.github.retrystarter.testing.OneCall;
import io.github.retrystarter.testing.QuietLog;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.StyleKind;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** What becomes of calls when their application ends. */
@ExtendWith(QuietLog.class)
class ShutdownTests {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final HandTime time = new HandTime();
    private final AtomicLong waits = new AtomicLong();
    private ExecutorService threads;

    @BeforeEach
    void startThreads() {
        threads = Executors.newCachedThreadPool();
    }

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    private ApplicationContextRunner contexts() {
        return RetryContexts.runner()
                .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withInitializer(Yaml.file("""
                        retry.policies.p: {attempts: 2, backoff: constant, base: 1h, cap: 1h, budget.enabled: false}
                        """))
                .withBean(EveryStyle.class);
    }

    private ApplicationContextRunner byHand() {
        return contexts().withBean(TimeAndChance.class, time::timeAndChance);
    }

    private ApplicationContextRunner lazy() {
        return contexts()
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));
    }

    private RetryCounts counts(ApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("p").counts();
    }

    private RetryCounts watched(ApplicationContext context) {
        context.getBean(RetryPolicies.class).get("p").addWaitListener((source, delay) -> waits.incrementAndGet());
        return counts(context);
    }

    private static void waitFor(ApplicationContext context, Duration base) {
        context.getBean(RetryPolicies.class).update("p", settings -> settings.base(base));
    }

    private List<OneCall> begin(ApplicationContext context, StyleKind kind, int number, Work work) {
        EveryStyle bean = context.getBean(EveryStyle.class);
        List<OneCall> calls = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            calls.add(kind.begin(bean, work, threads));
        }
        return calls;
    }

    private List<OneCall> beginInEveryStyle(ApplicationContext context, int blocking, int each, Work work) {
        List<OneCall> calls = new ArrayList<>();
        for (StyleKind kind : StyleKind.values()) {
            calls.addAll(begin(context, kind, kind == StyleKind.BLOCKING ? blocking : each, work));
        }
        return calls;
    }

    private CompletableFuture<Void> close(ApplicationContext context) {
        return CompletableFuture.runAsync(((ConfigurableApplicationContext) sourceOf(context))::close, threads);
    }

    private static ApplicationContext sourceOf(ApplicationContext context) {
        return context instanceof org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider<?> own
                ? own.getSourceApplicationContext()
                : context;
    }

    private static Object refused() throws ConnectException {
        throw new ConnectException("refused");
    }

    private static Work failingOnce() {
        AtomicInteger attempts = new AtomicInteger();
        return () -> attempts.incrementAndGet() == 1 ? refused() : "value";
    }

    private static void assertEndedByShutdown(OneCall call) throws InterruptedException {
        assertThat(call.failure()).isInstanceOf(ConnectException.class);
        assertThat(GiveUpMarker.of(call.failure(), "p").orElseThrow().content().reason())
                .isEqualTo(GiveUpReason.SHUTDOWN);
        assertThat(call.ends()).isEqualTo(1);
    }

    @Test
    void waitsThatCannotEndInTimeEndWhenTheShutdownBeginsAndShortOnesGetToTheirEnd() {
        byHand().run(context -> {
            RetryCounts counts = watched(context);
            RetryWaits inProgress = context.getBean(RetryWaits.class);
            List<OneCall> longOnes = beginInEveryStyle(context, 100, 270, ShutdownTests::refused);
            Eventually.until("all wait", () -> counts.waiting() == longOnes.size());
            waitFor(context, SHORT);
            List<OneCall> shortOnes = new ArrayList<>();
            for (int i = 0; i < 90; i++) {
                shortOnes.addAll(begin(context, StyleKind.values()[i % 4], 1, failingOnce()));
            }
            assertThat(longOnes.size() + shortOnes.size()).isEqualTo(1_000);
            Eventually.until("all wait", () -> counts.waiting() == 1_000);

            CompletableFuture<Void> closed = close(context);

            for (OneCall call : longOnes) {
                assertEndedByShutdown(call);
            }
            assertThat(closed).isNotDone();
            assertThat(shortOnes).noneMatch(OneCall::ended);
            assertThat(counts.giveUps(GiveUpReason.SHUTDOWN)).isEqualTo(longOnes.size());

            time.fire(SHORT::equals);

            for (OneCall call : shortOnes) {
                assertThat(call.failure()).isNull();
                assertThat(call.ends()).isEqualTo(1);
            }
            Eventually.until("the context is closed", closed::isDone);
            assertThat(inProgress.inProgress()).isZero();
            assertThat(time.pending()).isZero();
            assertThat(counts.calls(CallOutcome.RECOVERED)).isEqualTo(shortOnes.size());
            Identities.assertHold(counts, waits.get());
            LiveThreads.awaitNoneOfOurs();
        });
    }

    @ParameterizedTest
    @EnumSource
    void whileTheApplicationEndsOnlyWaitsBeginThatEndInTime(StyleKind kind) {
        byHand().run(context -> {
            RetryCounts counts = watched(context);
            waitFor(context, SHORT);
            List<OneCall> shortOnes = new ArrayList<>(begin(context, kind, 1, failingOnce()));
            Eventually.until("it waits", () -> time.pending() == 1);
            waitFor(context, LONG);
            List<OneCall> longOnes = new ArrayList<>(begin(context, kind, 1, failingOnce()));
            Eventually.until("it waits too", () -> time.pending() == 2);
            close(context);
            assertEndedByShutdown(longOnes.get(0));
            AtomicInteger attempts = new AtomicInteger();

            OneCall late = begin(context, kind, 1, () -> {
                        attempts.incrementAndGet();
                        return refused();
                    })
                    .get(0);
            assertEndedByShutdown(late);
            assertThat(attempts).hasValue(1);
            waitFor(context, SHORT);
            shortOnes.addAll(begin(context, kind, 1, failingOnce()));
            Eventually.until("they wait", () -> time.pending() == 2);
            assertThat(shortOnes).noneMatch(OneCall::ended);
            time.fire(SHORT::equals);
            for (OneCall call : shortOnes) {
                assertThat(call.failure()).isNull();
            }
            Identities.assertHold(counts, waits.get());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.shutdown=immediate", "spring.lifecycle.timeout-per-shutdown-phase=0s"})
    void withoutAGracefulShutdownAllWaitsEndAtOnce(String property) {
        byHand().withPropertyValues(property).run(context -> {
            RetryCounts counts = watched(context);
            List<OneCall> calls = beginInEveryStyle(context, 100, 150, ShutdownTests::refused);
            waitFor(context, SHORT);
            calls.addAll(begin(context, StyleKind.FUTURE, 225, ShutdownTests::refused));
            calls.addAll(begin(context, StyleKind.MONO, 225, ShutdownTests::refused));
            Eventually.until("all wait", () -> counts.waiting() == 1_000);

            CompletableFuture<Void> closed = close(context);

            for (OneCall call : calls) {
                assertEndedByShutdown(call);
            }
            Eventually.until("the context is closed", closed::isDone);
            assertThat(time.pending()).isZero();
            Identities.assertHold(counts, waits.get());
        });
    }

    @Test
    void whatIsStillThereAfterThePhaseEndsWithTheBeans() {
        byHand().withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=1500ms")
                .run(context -> {
                    RetryCounts counts = watched(context);
                    waitFor(context, SHORT);
                    List<OneCall> calls = begin(context, StyleKind.FUTURE, 1, ShutdownTests::refused);

                    CompletableFuture<Void> closed = close(context);

                    // Its time is over, but the timer never comes.
                    assertEndedByShutdown(calls.get(0));
                    Eventually.until("the context is closed", closed::isDone);
                    Identities.assertHold(counts, waits.get());
                });
    }

    @Test
    void aLazyApplicationEndsItsWaitsToo() {
        lazy().run(context -> {
            RetryCounts counts = watched(context);
            List<OneCall> calls = beginInEveryStyle(context, 1, 1, ShutdownTests::refused);
            Eventually.until("all wait", () -> counts.waiting() == calls.size());

            CompletableFuture<Void> closed = close(context);

            for (OneCall call : calls) {
                assertEndedByShutdown(call);
            }
            Eventually.until("the context is closed", closed::isDone);
            LiveThreads.awaitNoneOfOurs();
        });
    }

    /** Makes a call while its context starts, which then fails. */
    static class TooEager implements InitializingBean {

        private final EveryStyle bean;
        private final List<OneCall> calls;

        TooEager(EveryStyle bean, List<OneCall> calls) {
            this.bean = bean;
            this.calls = calls;
        }

        @Override
        public void afterPropertiesSet() {
            calls.add(StyleKind.FUTURE.begin(bean, ShutdownTests::refused, Runnable::run));
            calls.add(StyleKind.MONO.begin(bean, ShutdownTests::refused, Runnable::run));
            assertThat(LiveThreads.named("retry-timer")).hasSize(1);
            throw new IllegalStateException("not today");
        }
    }

    @Test
    void aContextThatFailsToStartLeavesNothing() throws InterruptedException {
        List<OneCall> calls = new ArrayList<>();
        AtomicReference<RetryWaits> inProgress = new AtomicReference<>();
        contexts()
                .withInitializer(context -> ((GenericApplicationContext) context).registerBean(TooEager.class, () -> {
                    inProgress.set(context.getBean(RetryWaits.class));
                    return new TooEager(context.getBean(EveryStyle.class), calls);
                }))
                .run(context -> assertThat(context).hasFailed().getFailure().hasMessageContaining("not today"));

        assertThat(calls).hasSize(2);
        for (OneCall call : calls) {
            assertEndedByShutdown(call);
        }
        assertThat(inProgress.get().inProgress()).isZero();
        LiveThreads.awaitNoneOfOurs();
    }

    @Test
    void anApplicationThatIsStoppedAndStartedAgainRetriesAgain() {
        byHand().run(context -> {
            ConfigurableApplicationContext source = (ConfigurableApplicationContext) sourceOf(context);
            RetryCounts counts = watched(context);
            for (int round = 0; round < 3; round++) {
                waitFor(context, LONG);
                List<OneCall> stopped = beginInEveryStyle(context, 1, 1, ShutdownTests::refused);
                Eventually.until("all wait", () -> counts.waiting() == stopped.size());

                source.stop();

                for (OneCall call : stopped) {
                    assertEndedByShutdown(call);
                }

                source.start();

                waitFor(context, SHORT);
                List<OneCall> calls = new ArrayList<>();
                for (StyleKind kind : StyleKind.values()) {
                    calls.addAll(begin(context, kind, 1, failingOnce()));
                }
                Eventually.until("all wait", () -> time.pending() == 4);
                time.fire(SHORT::equals);
                for (OneCall call : calls) {
                    assertThat(call.failure()).isNull();
                }
            }
            Identities.assertHold(counts, waits.get());
        });
    }

    @ParameterizedTest
    @EnumSource
    void anAttemptInFlightAtTheEndOfTheApplicationIsTheLastOne(StyleKind kind) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        AtomicReference<OneCall> call = new AtomicReference<>();
        AtomicReference<RetryCounts> counts = new AtomicReference<>();
        contexts().run(context -> {
            counts.set(watched(context));
            EveryStyle bean = context.getBean(EveryStyle.class);
            threads.execute(() -> call.set(kind.begin(
                    bean,
                    () -> {
                        attempts.incrementAndGet();
                        begun.countDown();
                        goOn.await();
                        return refused();
                    },
                    Runnable::run)));
            begun.await();
        });

        goOn.countDown();

        Eventually.until("the call has begun for its caller", () -> call.get() != null);
        assertEndedByShutdown(call.get());
        assertThat(attempts).hasValue(1);
        Identities.assertHold(counts.get(), waits.get());
        LiveThreads.awaitNoneOfOurs();
    }

    /** Makes its first call of all when its context ends. */
    static final class LastWords implements DisposableBean {

        private final StyleKind kind;
        private final EveryStyle bean;
        private final List<OneCall> calls = new ArrayList<>();

        LastWords(StyleKind kind, EveryStyle bean) {
            this.kind = kind;
            this.bean = bean;
        }

        @Override
        public void destroy() {
            calls.add(kind.begin(bean, () -> "value", Runnable::run));
            calls.add(kind.begin(bean, ShutdownTests::refused, Runnable::run));
        }
    }

    private void assertLastWordsAreHeard(ApplicationContextRunner contexts, StyleKind kind) {
        AtomicReference<LastWords> bean = new AtomicReference<>();
        AtomicReference<RetryCounts> counts = new AtomicReference<>();
        contexts.withInitializer(context -> ((GenericApplicationContext) context)
                        .registerBean(LastWords.class, () -> new LastWords(kind, context.getBean(EveryStyle.class))))
                .run(context -> {
                    counts.set(watched(context));
                    bean.set(context.getBean(LastWords.class));
                });

        List<OneCall> calls = bean.get().calls;
        assertThat(calls).hasSize(2);
        assertThatCode(() -> {
                    assertThat(calls.get(0).failure()).isNull();
                    assertEndedByShutdown(calls.get(1));
                })
                .doesNotThrowAnyException();
        Identities.assertHold(counts.get(), waits.get());
        LiveThreads.awaitNoneOfOurs();
    }

    @ParameterizedTest
    @EnumSource
    void theFirstCallOfAllMayComeWhileTheBeansAreDestroyed(StyleKind kind) {
        assertLastWordsAreHeard(contexts(), kind);
    }

    @ParameterizedTest
    @EnumSource
    void theFirstCallOfAllMayComeWhileTheBeansOfALazyApplicationAreDestroyed(StyleKind kind) {
        assertLastWordsAreHeard(lazy(), kind);
    }

    @ParameterizedTest
    @EnumSource
    void aCallAfterTheEndOfTheApplicationHasOneAttempt(StyleKind kind) throws InterruptedException {
        AtomicReference<EveryStyle> bean = new AtomicReference<>();
        AtomicReference<RetryCounts> counts = new AtomicReference<>();
        contexts().run(context -> {
            bean.set(context.getBean(EveryStyle.class));
            counts.set(watched(context));
        });

        OneCall good = kind.begin(bean.get(), () -> "value", Runnable::run);
        OneCall bad = kind.begin(bean.get(), ShutdownTests::refused, Runnable::run);

        assertThat(good.failure()).isNull();
        assertEndedByShutdown(bad);
        Identities.assertHold(counts.get(), waits.get());
        LiveThreads.awaitNoneOfOurs();
    }
}
