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

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.AttemptExecutor;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.reactive.AttemptScheduler;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.EveryStyle.Work;
import io.github.retrystarter.testing.HandTime;
import io.github.retrystarter.testing.Identities;
import io.github.retrystarter.testing.JavaProcess;
import io.github.retrystarter.testing.LiveThreads;
import io.github.retrystarter.testing.OneCall;
import io.github.retrystarter.testing.QuietLog;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.StyleKind;
import io.github.retrystarter.testing.Yaml;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Faults of kind K6 that were reported against other libraries: asynchronous and reactive calls. */
@ExtendWith(QuietLog.class)
class AsyncRecipeTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static ApplicationContextRunner contexts(String keys) {
        return RetryContexts.runner()
                .withInitializer(
                        Yaml.file("retry.policies.p: {backoff: constant, budget.enabled: false, " + keys + "}"))
                .withBean(EveryStyle.class);
    }

    private static RetryCounts counts(ApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("p").counts();
    }

    private static Object refused() throws ConnectException {
        throw new ConnectException("refused");
    }

    private static Work failing(int times, Runnable each) {
        AtomicInteger attempts = new AtomicInteger();
        return () -> {
            each.run();
            return attempts.incrementAndGet() <= times ? refused() : "value";
        };
    }

    // B82
    @Test
    void nothingBlocksOnAnEventLoop() throws InterruptedException {
        List<String> options = Runtime.version().feature() < 13
                ? List.of()
                : List.of("-XX:+AllowRedefinitionToAddDeleteMethods", "-XX:+IgnoreUnrecognizedVMOptions");

        JavaProcess watched = JavaProcess.run(EventLoopWatch.class, options);

        assertThat(watched.output()).contains("the detector works", "50 calls recovered");
        assertThat(watched.exitCode()).as(watched.output()).isZero();
    }

    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    /** Makes a thread local known to context propagation. */
    private static final class TenantAccessor implements ThreadLocalAccessor<String> {

        @Override
        public Object key() {
            return "tenant";
        }

        @Override
        public String getValue() {
            return TENANT.get();
        }

        @Override
        public void setValue(String value) {
            TENANT.set(value);
        }

        @Override
        public void setValue() {
            TENANT.remove();
        }
    }

    private static String known() {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        return MDC.get("id") + " " + (user == null ? null : user.getName()) + " " + TENANT.get();
    }

    private static OneCall beginAs(
            String id, String user, String tenant, ApplicationContext context, StyleKind kind, Work work) {
        MDC.put("id", id);
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(user, "secret"));
        TENANT.set(tenant);
        try {
            return kind.begin(context.getBean(EveryStyle.class), work, Runnable::run);
        } finally {
            MDC.clear();
            SecurityContextHolder.clearContext();
            TENANT.remove();
        }
    }

    // B83
    @ParameterizedTest
    @EnumSource
    void everyAttemptSeesWhatTheFirstSawAndLeavesItsThreadClean(StyleKind kind) throws Exception {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new TenantAccessor());
        ExecutorService pool = Executors.newSingleThreadExecutor(work -> new Thread(work, "attempts"));
        Scheduler scheduler = Schedulers.fromExecutorService(pool);
        try {
            contexts("attempts: 3, base: 1ms")
                    .withBean(AttemptExecutor.class, () -> pool::execute)
                    .withBean(AttemptScheduler.class, () -> () -> scheduler)
                    .run(context -> {
                        List<String> seen = new ArrayList<>();
                        Set<String> on = ConcurrentHashMap.newKeySet();
                        Runnable look = () -> {
                            seen.add(known());
                            on.add(Thread.currentThread().getName());
                        };

                        OneCall call = beginAs("7", "ann", "blue", context, kind, failing(2, look));

                        assertThat(call.failure()).isNull();
                        assertThat(seen).containsExactly("7 ann blue", "7 ann blue", "7 ann blue");
                        assertThat(pool.submit(AsyncRecipeTests::known).get()).isEqualTo("null null null");
                        seen.clear();
                        OneCall other = kind.begin(context.getBean(EveryStyle.class), failing(2, look), Runnable::run);
                        assertThat(other.failure()).isNull();
                        assertThat(seen).containsExactly("null null null", "null null null", "null null null");
                        assertThat(on.contains("attempts")).isEqualTo(kind != StyleKind.BLOCKING);
                    });
        } finally {
            pool.shutdownNow();
            ContextRegistry.getInstance().removeThreadLocalAccessor("tenant");
        }
    }

    private static final ThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    // B83
    @Test
    void theThreadsOfAttemptsInheritNothingFromTheCallThatMadeThemStart() {
        contexts("attempts: 2, base: 1ms").run(context -> {
            EveryStyle bean = context.getBean(EveryStyle.class);
            INHERITED.set("of the first caller");
            OneCall first;
            try {
                first = StyleKind.FUTURE.begin(bean, failing(1, () -> {}), Runnable::run);
            } finally {
                INHERITED.remove();
            }
            assertThat(first.failure()).isNull();
            Collection<String> seen = new ConcurrentLinkedQueue<>();

            for (int i = 0; i < 40; i++) {
                Work work = failing(1, () -> seen.add(String.valueOf(INHERITED.get())));
                assertThat(StyleKind.FUTURE.begin(bean, work, Runnable::run).failure())
                        .isNull();
            }

            assertThat(seen).hasSize(80).containsOnly("null");
        });
    }

    /** Publishers that are made, or kept, before anybody subscribes. */
    static class Eager {

        private final AtomicInteger invoked = new AtomicInteger();
        private final AtomicInteger subscribed = new AtomicInteger();
        private final Mono<String> kept =
                Mono.<String>error(() -> new ConnectException("kept")).cache();

        private CompletableFuture<String> started() {
            return invoked.incrementAndGet() % 3 != 0
                    ? CompletableFuture.failedFuture(new ConnectException("refused"))
                    : CompletableFuture.completedFuture("value");
        }

        @Retryable("p")
        Mono<String> fromFuture() {
            return Mono.fromFuture(started());
        }

        @Retryable("p")
        Mono<String> cached() {
            return Mono.fromFuture(started()).cache();
        }

        @Retryable("p")
        Mono<String> throwing() throws ConnectException {
            if (invoked.incrementAndGet() % 3 != 0) {
                throw new ConnectException("before there is a publisher");
            }
            return Mono.just("value");
        }

        @Retryable("p")
        Mono<String> kept() {
            invoked.incrementAndGet();
            return kept;
        }

        @Retryable("p")
        Flux<Integer> broken() {
            invoked.incrementAndGet();
            return Flux.just(1, 2)
                    .concatWith(Mono.error(() -> new ConnectException("midway")))
                    .doOnSubscribe(subscription -> subscribed.incrementAndGet());
        }

        @Retryable("p")
        Flux<Integer> late() {
            return Flux.from(Mono.fromFuture(started())).thenMany(Flux.just(1, 2));
        }

        int invoked() {
            return invoked.getAndSet(0);
        }

        int subscribed() {
            return subscribed.get();
        }
    }

    // B85
    @Test
    void aPublisherThatTheMethodMakesAtOnceIsMadeAgainForEachAttempt() {
        contexts("attempts: 3, base: 1ms").withBean(Eager.class).run(context -> {
            Eager bean = context.getBean(Eager.class);

            for (Mono<String> mono : List.of(bean.fromFuture(), bean.cached(), bean.throwing())) {
                assertThat(mono.block(PATIENCE)).isEqualTo("value");
                assertThat(bean.invoked()).isEqualTo(3);
            }

            StepVerifier.create(bean.kept()).expectErrorMessage("kept").verify(PATIENCE);
            assertThat(bean.invoked()).isEqualTo(3);
        });
    }

    // B86
    @Test
    void aFluxThatHasEmittedIsNotSentAgain() {
        contexts("attempts: 3, base: 1ms").withBean(Eager.class).run(context -> {
            Eager bean = context.getBean(Eager.class);

            StepVerifier.create(bean.broken())
                    .expectNext(1, 2)
                    .expectErrorMessage("midway")
                    .verify(PATIENCE);

            assertThat(bean.invoked()).isOne();
            assertThat(bean.subscribed()).isOne();
            assertThat(counts(context).giveUps(GiveUpReason.NOT_REPEATABLE)).isOne();
        });
    }

    // B86
    @Test
    void aFluxThatFailsBeforeItsFirstElementIsRetriedForEachSubscriptionByItself() {
        contexts("attempts: 3, base: 1ms").withBean(Eager.class).run(context -> {
            Eager bean = context.getBean(Eager.class);
            Flux<Integer> twice = bean.late();

            for (int subscription = 0; subscription < 2; subscription++) {
                StepVerifier.create(twice).expectNext(1, 2).expectComplete().verify(PATIENCE);
                assertThat(bean.invoked()).isEqualTo(3);
            }

            assertThat(counts(context).calls(CallOutcome.RECOVERED)).isEqualTo(2);
        });
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        EveryStyle bean() {
            return new EveryStyle();
        }

        @Bean
        Secured secured() {
            return new Secured();
        }
    }

    /** Asks the context of the subscriber for its user. */
    static class Secured {

        private final List<String> users = new CopyOnWriteArrayList<>();

        @Retryable("p")
        Mono<String> reactive() {
            return ReactiveSecurityContextHolder.getContext()
                    .map(security -> security.getAuthentication().getName())
                    .doOnNext(users::add)
                    .flatMap(user -> users.size() < 3 ? Mono.error(new ConnectException("refused")) : Mono.just(user));
        }

        List<String> users() {
            return users;
        }
    }

    // B83
    @Test
    void theUserOfTheCallIsThatOfEveryAttemptInAnApplicationAsBootMakesIt() throws InterruptedException {
        try (var context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run("--retry.policies.p.base=1ms", "--retry.policies.p.budget.enabled=false")) {
            for (StyleKind kind : StyleKind.values()) {
                List<String> seen = new CopyOnWriteArrayList<>();
                Runnable look = () -> seen.add(known());

                assertThat(beginAs("7", "ann", "blue", context, kind, failing(2, look))
                                .failure())
                        .isNull();
                // Of the tenant nobody has been told.
                assertThat(seen).hasSize(3).allMatch(known -> known.startsWith("7 ann "));
                seen.clear();
                assertThat(kind.begin(context.getBean(EveryStyle.class), failing(2, look), Runnable::run)
                                .failure())
                        .isNull();
                assertThat(seen).hasSize(3).containsOnly("null null null");
            }
            Secured secured = context.getBean(Secured.class);
            Authentication ann = new TestingAuthenticationToken("ann", "secret");
            assertThat(secured.reactive()
                            .contextWrite(ReactiveSecurityContextHolder.withAuthentication(ann))
                            .block(PATIENCE))
                    .isEqualTo("ann");
            assertThat(secured.users()).containsExactly("ann", "ann", "ann");
        }
    }

    // B88
    @ParameterizedTest
    @EnumSource(names = "BLOCKING", mode = EnumSource.Mode.EXCLUDE)
    void noAttemptBeginsAfterCancelHasReturned(StyleKind kind) {
        int rounds = 10_000;
        HandTime time = new HandTime();
        contexts("attempts: 2, base: 1h, cap: 1h")
                .withBean(TimeAndChance.class, time::timeAndChance)
                .run(context -> {
                    EveryStyle bean = context.getBean(EveryStyle.class);
                    Random random = new Random(88);
                    AtomicLong late = new AtomicLong();
                    AtomicLong attempts = new AtomicLong();
                    AtomicLong further = new AtomicLong();
                    CyclicBarrier together = new CyclicBarrier(2);
                    ExecutorService firing = Executors.newSingleThreadExecutor();
                    try {
                        for (int round = 0; round < rounds; round++) {
                            CancelledWork work = new CancelledWork(attempts, further, late);
                            OneCall call = kind.begin(bean, work, Runnable::run);
                            var fired = firing.submit(() -> {
                                together.await();
                                time.fire(delay -> true);
                                return null;
                            });
                            int spins = random.nextInt(1 << random.nextInt(13));
                            together.await();
                            while (spins > 0) {
                                spins--;
                                Thread.onSpinWait();
                            }
                            call.stop();
                            work.cancelReturned();
                            fired.get();
                        }
                    } finally {
                        firing.shutdownNow();
                    }
                    RetryCounts counts = counts(context);
                    Eventually.until("all have ended", () -> Identities.calls(counts) == rounds);
                    Eventually.until("none waits", () -> counts.waiting() == 0);
                    assertThat(late).hasValue(0);
                    assertThat(attempts.get()).isEqualTo(Identities.attempts(counts));
                    assertThat(further.get())
                            .as("rounds in which the attempt came first")
                            .isPositive();
                    assertThat(counts.giveUps(GiveUpReason.CANCELLED)).isPositive();
                    Identities.assertHold(counts, further.get());
                    assertThat(time.pending()).isZero();
                });
    }

    /** Knows which of its attempts begin after the cancellation of its call has returned. */
    private static final class CancelledWork implements Work {

        private final AtomicLong attempts;
        private final AtomicLong further;
        private final AtomicLong late;
        private volatile boolean cancelled;
        private volatile boolean first = true;

        CancelledWork(AtomicLong attempts, AtomicLong further, AtomicLong late) {
            this.attempts = attempts;
            this.further = further;
            this.late = late;
        }

        void cancelReturned() {
            cancelled = true;
        }

        @Override
        public Object attempt() throws ConnectException {
            if (cancelled) {
                late.incrementAndGet();
            }
            attempts.incrementAndGet();
            if (!first) {
                further.incrementAndGet();
            }
            first = false;
            return refused();
        }
    }

    // B91
    @Test
    @EnabledForJreRange(
            min = JRE.JAVA_21,
            disabledReason = "There are no virtual threads before Java 21; continuous integration has a later JDK too")
    void tenThousandVirtualThreadsWaitOnTwoCarriersWithoutPinningThem() throws InterruptedException {
        JavaProcess watched = JavaProcess.run(
                VirtualThreadWatch.class,
                List.of("-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.virtualThreadScheduler.maxPoolSize=2"));

        assertThat(watched.output()).contains("10000 calls recovered", "0 pinned");
        assertThat(watched.exitCode()).as(watched.output()).isZero();
    }

    // B92
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThousandCallsWaitTogetherOnOneTimerThread(boolean ownExecutor) {
        ExecutorService pool = Executors.newFixedThreadPool(2, work -> new Thread(work, "of-the-user"));
        ApplicationContextRunner runner = contexts("attempts: 2, base: 200ms");
        try {
            (ownExecutor ? runner.withBean(AttemptExecutor.class, () -> pool::execute) : runner).run(context -> {
                EveryStyle bean = context.getBean(EveryStyle.class);
                RetryCounts counts = counts(context);
                Set<String> on = ConcurrentHashMap.newKeySet();
                AtomicLong mostWaiting = new AtomicLong();
                List<OneCall> calls = new ArrayList<>();
                String caller = Thread.currentThread().getName();
                long begun = System.nanoTime();
                for (int i = 0; i < 1_000; i++) {
                    calls.add(StyleKind.FUTURE.begin(
                            bean,
                            failing(1, () -> {
                                on.add(Thread.currentThread().getName());
                                mostWaiting.accumulateAndGet(counts.waiting(), Math::max);
                            }),
                            Runnable::run));
                }
                for (OneCall call : calls) {
                    assertThat(call.failure()).isNull();
                }
                // One after the other they would take more than three minutes.
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(60));
                assertThat(mostWaiting.get()).isGreaterThan(1);
                assertThat(counts.calls(CallOutcome.RECOVERED)).isEqualTo(1_000);
                assertThat(counts.attempts(AttemptOutcome.FAILURE)).isEqualTo(1_000);
                assertThat(LiveThreads.named("retry-timer")).hasSize(1);
                on.remove(caller);
                if (ownExecutor) {
                    assertThat(on).containsExactly("of-the-user");
                    assertThat(LiveThreads.named("retry-attempt-")).isEmpty();
                } else {
                    assertThat(on)
                            .allMatch(name -> name.startsWith("retry-attempt-"))
                            .hasSizeLessThanOrEqualTo(16);
                    assertThat(LiveThreads.named("retry-attempt-")).hasSizeLessThanOrEqualTo(16);
                }
            });
        } finally {
            pool.shutdownNow();
        }
        LiveThreads.awaitNoneOfOurs();
    }
}
