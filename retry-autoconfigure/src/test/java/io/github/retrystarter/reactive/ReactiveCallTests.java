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
package io.github.retrystarter.reactive;

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.classify.FailureClassifier;
import io.github.retrystarter.classify.ResultClassifier;
import io.github.retrystarter.classify.Retryability;
import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.GiveUpMarker;
import io.github.retrystarter.execution.RetryCall;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.util.context.Context;

class ReactiveCallTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final VirtualTime time = new VirtualTime();
    private final ConnectException first = new ConnectException("first");
    private final ConnectException second = new ConnectException("second");
    private final ConnectException third = new ConnectException("third");
    private final RetryPolicy policy = policy("p", settings());

    private static RetrySettingsBuilder settings() {
        return RetrySettings.builder()
                .backoff(BackoffKind.CONSTANT)
                .base(Duration.ofMillis(10))
                .budget(new BudgetSettings(false, 0, Duration.ofSeconds(1), 0));
    }

    private RetryPolicy policy(String name, RetrySettingsBuilder settings) {
        return RetryPolicy.of(name, settings.build(), time.runtime());
    }

    private static long attempts(RetryPolicy policy) {
        return policy.counts().attempts(AttemptOutcome.SUCCESS)
                + policy.counts().attempts(AttemptOutcome.FAILURE);
    }

    private static long calls(RetryPolicy policy) {
        return Arrays.stream(CallOutcome.values())
                .mapToLong(outcome -> policy.counts().calls(outcome))
                .sum();
    }

    /** Gives one publisher after the other, and counts how often it is asked for one. */
    private static final class Publishers<T> implements RetryCall<Publisher<T>, RuntimeException> {

        private final Deque<Publisher<T>> next = new ArrayDeque<>();
        private final AtomicInteger asked = new AtomicInteger();

        @SafeVarargs
        Publishers(Publisher<T>... publishers) {
            for (Publisher<T> publisher : publishers) {
                next.add(publisher);
            }
        }

        @Override
        public Publisher<T> call(Attempt attempt) {
            asked.incrementAndGet();
            return next.size() > 1 ? next.removeFirst() : next.getFirst();
        }

        int asked() {
            return asked.get();
        }
    }

    private <T> Flux<T> flux(RetryCall<? extends Publisher<? extends T>, ?> work) {
        return ReactiveRetry.of(policy).flux(work);
    }

    private <T> Mono<T> mono(RetryCall<? extends Publisher<? extends T>, ?> work) {
        return ReactiveRetry.of(policy).mono(work);
    }

    @Nested
    class ManyElements {

        // B86
        @Test
        void aFluxThatHasEmittedIsNotRepeated() {
            Publishers<Integer> work = new Publishers<>(Flux.just(1, 2).concatWith(Mono.error(first)));

            StepVerifier.create(flux(work)).expectNext(1, 2).verifyErrorSatisfies(failure -> {
                assertThat(failure).isSameAs(first);
                assertThat(GiveUpMarker.of(first, "p").orElseThrow().content().reason())
                        .isEqualTo(GiveUpReason.NOT_REPEATABLE);
            });

            assertThat(work.asked()).isEqualTo(1);
            assertThat(policy.counts().giveUps(GiveUpReason.NOT_REPEATABLE)).isEqualTo(1);
        }

        // B86
        @Test
        void aFluxThatFailsBeforeItsFirstElementIsRepeated() {
            Publishers<Integer> work = new Publishers<>(Flux.error(first), Flux.error(second), Flux.just(1, 2));

            StepVerifier.create(flux(work)).expectNext(1, 2).expectComplete().verify(PATIENCE);

            assertThat(work.asked()).isEqualTo(3);
            assertThat(policy.counts().calls(CallOutcome.RECOVERED)).isEqualTo(1);
        }

        // B86
        @Test
        void eachSubscriptionIsACallOfItsOwn() {
            AtomicInteger asked = new AtomicInteger();
            Flux<Integer> twice = flux(attempt -> {
                int number = asked.incrementAndGet();
                return attempt.isFirst() ? Flux.error(first) : Flux.just(number);
            });

            StepVerifier.create(twice).expectNext(2).expectComplete().verify(PATIENCE);
            StepVerifier.create(twice).expectNext(4).expectComplete().verify(PATIENCE);

            assertThat(policy.counts().calls(CallOutcome.RECOVERED)).isEqualTo(2);
        }

        @Test
        void anEmptyFluxIsAGoodOne() {
            StepVerifier.create(flux(new Publishers<>(Flux.empty())))
                    .expectComplete()
                    .verify(PATIENCE);

            assertThat(policy.counts().calls(CallOutcome.FIRST_TRY)).isEqualTo(1);
        }

        @Test
        void whoeverWantsNoMoreThanHeGotHasMadeAGoodCall() {
            StepVerifier.create(flux(new Publishers<>(Flux.error(first), Flux.range(1, 10)))
                            .take(1))
                    .expectNext(1)
                    .expectComplete()
                    .verify(PATIENCE);
            StepVerifier.create(flux(new Publishers<>(Flux.just(1).concatWith(Flux.never())))
                            .next())
                    .expectNext(1)
                    .expectComplete()
                    .verify(PATIENCE);
            StepVerifier.create(flux(new Publishers<>(Flux.just(1).concatWith(Flux.never()))))
                    .expectNext(1)
                    .thenCancel()
                    .verify(PATIENCE);

            assertThat(policy.counts().calls(CallOutcome.RECOVERED)).isEqualTo(1);
            assertThat(policy.counts().calls(CallOutcome.FIRST_TRY)).isEqualTo(2);
            assertThat(policy.counts().calls(CallOutcome.GAVE_UP)).isZero();
        }
    }

    @Nested
    class Demand {

        @Test
        void nothingComesBeforeItIsAskedFor() {
            TestPublisher<Integer> source = TestPublisher.create();

            StepVerifier.create(flux(new Publishers<>(source)), 0)
                    .then(() -> source.assertSubscribers(1))
                    .then(source::assertWasNotRequested)
                    .thenRequest(2)
                    .then(() -> source.assertMinRequested(2).next(1, 2))
                    .expectNext(1, 2)
                    .thenRequest(1)
                    .then(() -> source.emit(3))
                    .expectNext(3)
                    .expectComplete()
                    .verify(PATIENCE);
        }

        @Test
        void whatWasAskedForBeforeAFailureIsAskedForAgain() {
            List<Long> requested = new CopyOnWriteArrayList<>();
            TestPublisher<Integer> failing = TestPublisher.create();
            Flux<Integer> good = Flux.range(1, 5).doOnRequest(requested::add);

            StepVerifier.create(flux(new Publishers<>(failing, good)), 1)
                    .thenRequest(1)
                    .then(() -> failing.assertMinRequested(2).error(first))
                    .expectNext(1, 2)
                    .thenRequest(1)
                    .expectNext(3)
                    .thenRequest(Long.MAX_VALUE)
                    .expectNext(4, 5)
                    .expectComplete()
                    .verify(PATIENCE);

            assertThat(requested).containsExactly(2L, 1L, Long.MAX_VALUE);
        }

        @Test
        void demandThatComesWhileTheCallWaitsIsForTheNextAttempt() {
            Deque<Runnable> due = new ArrayDeque<>();
            RetryPolicy held = RetryPolicy.of("p", settings().build(), heldRuntime(due));

            StepVerifier.create(
                            ReactiveRetry.of(held, Schedulers::immediate)
                                    .flux(new Publishers<Integer>(Flux.error(first), Flux.range(1, 3))),
                            0)
                    .thenRequest(1)
                    .then(() -> assertThat(held.counts().waiting()).isEqualTo(1))
                    .thenRequest(1)
                    .then(() -> due.remove().run())
                    .expectNext(1, 2)
                    .thenRequest(1)
                    .expectNext(3)
                    .expectComplete()
                    .verify(PATIENCE);
        }

        @Test
        void aValueIsDeliveredWhenItIsAskedForAndTheCallHasEndedBefore() {
            StepVerifier.create(mono(new Publishers<>(Mono.just("value"))), 0)
                    .expectSubscription()
                    .then(() -> assertThat(policy.counts().calls(CallOutcome.FIRST_TRY))
                            .isEqualTo(1))
                    .thenRequest(1)
                    .expectNext("value")
                    .expectComplete()
                    .verify(PATIENCE);
        }
    }

    private io.github.retrystarter.execution.RetryRuntime heldRuntime(Deque<Runnable> due) {
        TimeAndChance virtual = time.timeAndChance();
        RetryTimer timer = (task, delay) -> {
            due.add(task);
            return () -> due.remove(task);
        };
        return time.runtime().toBuilder()
                .timeAndChance(() -> new TimeAndChance(
                        virtual.clock(), virtual.ticker(), virtual.sleeper(), timer, virtual.random()))
                .build();
    }

    @Nested
    class BeginAndEnd {

        @Test
        void nothingRunsAndNothingIsCountedBeforeSomebodySubscribes() {
            Publishers<String> work = new Publishers<>(Mono.just("value"));

            Mono<String> one = mono(work);
            Flux<String> many = flux(work);

            assertThat(work.asked()).isZero();
            assertThat(calls(policy)).isZero();
            assertThat(one.block()).isEqualTo("value");
            assertThat(many.collectList().block()).containsExactly("value");
        }

        @Test
        void aSubscriptionThatIsCancelledBeforeItStartsIsNoCall() {
            Publishers<String> work = new Publishers<>(Mono.just("value"));

            StepVerifier.create(mono(work).doOnSubscribe(subscription -> subscription.cancel()))
                    .thenCancel()
                    .verify(PATIENCE);

            assertThat(work.asked()).isZero();
            assertThat(calls(policy)).isZero();
        }

        @Test
        void cancellingInAWaitEndsTheCall() {
            Deque<Runnable> due = new ArrayDeque<>();
            RetryPolicy held = RetryPolicy.of("p", settings().build(), heldRuntime(due));
            Publishers<String> work = new Publishers<>(Mono.error(first), Mono.just("value"));

            StepVerifier.create(ReactiveRetry.of(held).mono(work))
                    .expectSubscription()
                    .then(() -> assertThat(held.counts().waiting()).isEqualTo(1))
                    .thenCancel()
                    .verify(PATIENCE);

            assertThat(due).isEmpty();
            assertThat(work.asked()).isEqualTo(1);
            assertThat(held.counts().giveUps(GiveUpReason.CANCELLED)).isEqualTo(1);
        }

        @Test
        void cancellingReachesThePublisherInFlight() {
            TestPublisher<String> endless = TestPublisher.create();

            StepVerifier.create(flux(new Publishers<>(endless)))
                    .expectSubscription()
                    .then(() -> endless.assertSubscribers(1))
                    .thenCancel()
                    .verify(PATIENCE);

            endless.assertCancelled();
            assertThat(policy.counts().giveUps(GiveUpReason.CANCELLED)).isEqualTo(1);
            assertThat(policy.counts().attempts(AttemptOutcome.FAILURE)).isEqualTo(1);
        }

        @Test
        void anEmptyMonoIsAGoodOne() {
            StepVerifier.create(mono(new Publishers<>(Mono.error(first), Mono.empty())))
                    .expectComplete()
                    .verify(PATIENCE);

            assertThat(policy.counts().calls(CallOutcome.RECOVERED)).isEqualTo(1);
        }

        @Test
        void theSubscriberGetsTheLastFailureItself() {
            StepVerifier.create(mono(new Publishers<>(Mono.error(first), Mono.error(second), Mono.error(third))))
                    .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(third))
                    .verify(PATIENCE);
        }

        // B85
        @Test
        void aPublisherThatWasBuiltOnceIsBuiltAgainForEachAttempt() {
            AtomicInteger begun = new AtomicInteger();
            Mono<String> eager = mono(attempt -> {
                int number = begun.incrementAndGet();
                return Mono.fromFuture(
                        number < 3
                                ? CompletableFuture.failedFuture(new ConnectException("attempt " + number))
                                : CompletableFuture.completedFuture("value"));
            });

            StepVerifier.create(eager).expectNext("value").expectComplete().verify(PATIENCE);

            assertThat(begun).hasValue(3);
        }

        // B85
        @Test
        void aCachedPublisherThatTheWorkReplacesDoesNotReplayItsFailure() {
            AtomicInteger begun = new AtomicInteger();
            Mono<String> cached = mono(attempt -> Mono.defer(() -> begun.incrementAndGet() < 3
                            ? Mono.<String>error(new ConnectException("refused"))
                            : Mono.just("value"))
                    .cache());

            StepVerifier.create(cached).expectNext("value").expectComplete().verify(PATIENCE);

            assertThat(begun).hasValue(3);
        }
    }

    @Nested
    class BrokenPublishers {

        private final List<Throwable> dropped = new CopyOnWriteArrayList<>();

        private void droppingErrors(Runnable test) {
            Hooks.onErrorDropped(dropped::add);
            try {
                test.run();
            } finally {
                Hooks.resetOnErrorDropped();
            }
        }

        @Test
        void aSecondEndOfAnAttemptIsNotTheEndOfTheNextOne() {
            TestPublisher<String> twice =
                    TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
            TestPublisher<String> good = TestPublisher.create();

            droppingErrors(() -> StepVerifier.create(mono(new Publishers<>(twice, good)))
                    .then(() -> twice.error(first))
                    .then(() -> twice.error(second))
                    .then(twice::complete)
                    .then(() -> awaitSubscriber(good))
                    .then(() -> twice.error(third))
                    .then(() -> good.emit("value"))
                    .expectNext("value")
                    .expectComplete()
                    .verify(PATIENCE));

            assertThat(dropped).containsExactly(second, third);
            assertThat(attempts(policy)).isEqualTo(2);
        }

        @Test
        void whatComesAfterTheEndOfAFluxIsNotPassedOn() {
            TestPublisher<Integer> late =
                    TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);

            droppingErrors(() -> StepVerifier.create(flux(new Publishers<>(late)))
                    .then(() -> late.next(1).complete())
                    .expectNext(1)
                    .expectComplete()
                    .verify(PATIENCE));
            late.next(2);

            assertThat(policy.counts().calls(CallOutcome.FIRST_TRY)).isEqualTo(1);
            assertThat(attempts(policy)).isEqualTo(1);
        }

        @Test
        void whatComesAfterTheEndOfAMonoIsNotPassedOn() {
            TestPublisher<Integer> late =
                    TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);

            StepVerifier.create(mono(new Publishers<>(late)), 0)
                    .then(() -> late.next(1).complete())
                    .then(() -> late.next(2))
                    .thenRequest(1)
                    .expectNext(1)
                    .expectComplete()
                    .verify(PATIENCE);
        }

        @Test
        void aPublisherThatThrowsFromItsSubscribeHasFailed() {
            Publisher<Integer> throwing = subscriber -> sneak(first);
            Publishers<Integer> work = new Publishers<>(throwing, Flux.just(1));

            StepVerifier.create(flux(work)).expectNext(1).expectComplete().verify(PATIENCE);

            assertThat(work.asked()).isEqualTo(2);
        }

        @Test
        void aPublisherThatThrowsAfterItGaveItsSubscriptionHasFailed() {
            Publisher<Integer> throwing = subscriber -> {
                Flux.<Integer>never().subscribe(subscriber);
                sneak(first);
            };

            StepVerifier.create(flux(new Publishers<>(throwing, Flux.just(1))))
                    .expectNext(1)
                    .expectComplete()
                    .verify(PATIENCE);
            StepVerifier.create(mono(new Publishers<>(throwing, Flux.just(1))))
                    .expectNext(1)
                    .expectComplete()
                    .verify(PATIENCE);
        }

        @Test
        void aPublisherThatThrowsAfterItsEndHasEndedOnce() {
            Publisher<Integer> throwing = subscriber -> {
                Flux.<Integer>error(first).subscribe(subscriber);
                sneak(second);
            };
            Publishers<Integer> work = new Publishers<>(throwing, Flux.just(1));

            droppingErrors(() -> StepVerifier.create(flux(work))
                    .expectNext(1)
                    .expectComplete()
                    .verify(PATIENCE));

            assertThat(dropped).containsExactly(second);
            assertThat(attempts(policy)).isEqualTo(2);
        }

        @Test
        void workThatGivesNoPublisherHasFailedByItsOwnFault() {
            StepVerifier.create(mono(attempt -> null))
                    .expectErrorSatisfies(failure -> assertThat(failure)
                            .isInstanceOf(NullPointerException.class)
                            .hasMessageContaining("returned null instead of a publisher"))
                    .verify(PATIENCE);

            assertThat(policy.counts().giveUps(GiveUpReason.NOT_RETRYABLE)).isEqualTo(1);
        }

        private void awaitSubscriber(TestPublisher<?> publisher) {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!publisher.wasSubscribed()) {
                assertThat(System.nanoTime()).as("the bounded wait is over").isLessThan(end);
                Thread.onSpinWait();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void sneak(Throwable failure) throws X {
        throw (X) failure;
    }

    @Nested
    class Threads {

        private final List<String> threads = new CopyOnWriteArrayList<>();

        private Mono<String> noting(Mono<String> end) {
            return Mono.defer(() -> {
                threads.add(Thread.currentThread().getName().replaceAll("-\\d+$", ""));
                return end;
            });
        }

        @Test
        void aCallFromAThreadThatMustNotBlockGoesOnOnTheParallelScheduler() {
            Publishers<String> work = new Publishers<>(noting(Mono.error(first)), noting(Mono.just("value")));

            StepVerifier.create(mono(work).subscribeOn(Schedulers.parallel()))
                    .expectNext("value")
                    .expectComplete()
                    .verify(PATIENCE);

            assertThat(threads).containsExactly("parallel", "parallel");
        }

        @Test
        void aCallFromAnotherThreadGoesOnOnTheElasticScheduler() {
            Publishers<String> work = new Publishers<>(noting(Mono.error(first)), noting(Mono.just("value")));

            StepVerifier.create(mono(work)).expectNext("value").expectComplete().verify(PATIENCE);

            assertThat(threads)
                    .containsExactly(Thread.currentThread().getName().replaceAll("-\\d+$", ""), "boundedElastic");
        }

        @Test
        void aSchedulerOfOnesOwnRunsTheFurtherAttempts() {
            Scheduler own = Schedulers.newSingle("own");
            try {
                Publishers<String> work = new Publishers<>(noting(Mono.error(first)), noting(Mono.just("value")));

                StepVerifier.create(ReactiveRetry.of(policy, () -> own).mono(work))
                        .expectNext("value")
                        .expectComplete()
                        .verify(PATIENCE);

                assertThat(threads).last().isEqualTo("own");
            } finally {
                own.dispose();
            }
        }

        @Test
        void aSchedulerThatTakesNothingMoreEndsTheCallWithItsLastFailure() {
            Scheduler closed = Schedulers.newSingle("closed");
            closed.dispose();

            StepVerifier.create(ReactiveRetry.of(policy, () -> closed).mono(new Publishers<>(Mono.error(first))))
                    .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(first))
                    .verify(PATIENCE);

            assertThat(policy.counts().giveUps(GiveUpReason.INTERRUPTED)).isEqualTo(1);
        }
    }

    @Nested
    class ContextOfTheSubscriber {

        @Test
        void everyAttemptSeesIt() {
            List<Object> seen = new CopyOnWriteArrayList<>();
            Mono<String> work = mono(attempt -> Mono.deferContextual(context -> {
                seen.add(context.get("id"));
                return attempt.number() < 3 ? Mono.error(new ConnectException("refused")) : Mono.just("value");
            }));

            StepVerifier.create(work.contextWrite(Context.of("id", 7)))
                    .expectNext("value")
                    .expectComplete()
                    .verify(PATIENCE);

            assertThat(seen).containsExactly(7, 7, 7);
        }

        @Test
        void itTellsTheAttemptWhereThePolicyExposesIt() {
            List<Optional<Integer>> seen = new CopyOnWriteArrayList<>();
            RetryCall<Mono<String>, RuntimeException> work = attempt -> Mono.deferContextual(context -> {
                seen.add(context.<Attempt>getOrEmpty(Attempt.class).map(Attempt::number));
                return attempt.isFirst() ? Mono.error(first) : Mono.just("value");
            });

            ReactiveRetry.of(policy("exposed", settings().exposeAttempt(true)))
                    .mono(work)
                    .block(PATIENCE);
            mono(work).block(PATIENCE);

            assertThat(seen).containsExactly(Optional.of(1), Optional.of(2), Optional.empty(), Optional.empty());
        }

        @Test
        void hooksOfReactorDoNotBreakTheCall() {
            Hooks.onOperatorDebug();
            Hooks.enableAutomaticContextPropagation();
            try {
                Publishers<Integer> work = new Publishers<>(Flux.error(first), Flux.just(1, 2));

                StepVerifier.create(flux(work).map(number -> number + 1).contextWrite(Context.of("id", 7)))
                        .expectNext(2, 3)
                        .expectComplete()
                        .verify(PATIENCE);
                StepVerifier.create(mono(new Publishers<>(Mono.error(second))).map(value -> value))
                        .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(second))
                        .verify(PATIENCE);
            } finally {
                Hooks.disableAutomaticContextPropagation();
                Hooks.resetOnOperatorDebug();
            }
        }
    }

    @Nested
    class InsideEachOther {

        /** Takes no suppressed exceptions, so that no marker can be put on it. */
        private static final class Closed extends RuntimeException {

            private static final long serialVersionUID = 1L;

            Closed() {
                super("closed", null, false, false);
            }
        }

        private RetryPolicy judging(String name) {
            FailureClassifier closed =
                    failure -> failure instanceof Closed ? Retryability.RETRYABLE : Retryability.UNKNOWN;
            ResultClassifier bad = result -> "bad".equals(result) ? Retryability.RETRYABLE : Retryability.UNKNOWN;
            return RetryPolicy.of(
                    name,
                    settings().build(),
                    time.runtime().toBuilder()
                            .userClassifiers(() -> List.of(closed))
                            .resultClassifiers(() -> List.of(bad))
                            .build());
        }

        private void assertRetriedByTheInnerOneOnly(Mono<String> end, List<String> values) {
            RetryPolicy inner = judging("inner");
            RetryPolicy outer = judging("outer");
            AtomicInteger asked = new AtomicInteger();
            List<String> seen = new ArrayList<>();

            Mono<String> nested = ReactiveRetry.of(outer)
                    .mono(attempt -> Mono.just("x")
                            .publishOn(Schedulers.parallel())
                            .flatMap(x -> ReactiveRetry.of(inner).mono(again -> {
                                asked.incrementAndGet();
                                return end;
                            })));
            nested.materialize()
                    .doOnNext(signal -> {
                        if (signal.hasValue()) {
                            seen.add(signal.get());
                        }
                    })
                    .block(PATIENCE);

            assertThat(seen).isEqualTo(values);
            assertThat(asked).hasValue(3);
            assertThat(inner.counts().giveUps(GiveUpReason.ATTEMPTS_EXHAUSTED)).isEqualTo(1);
            assertThat(outer.counts().giveUps(GiveUpReason.ALREADY_RETRIED)).isEqualTo(1);
        }

        @Test
        void theOuterPolicyLeavesAFailureThatCarriesNoMarkerToTheInnerOne() {
            assertRetriedByTheInnerOneOnly(Mono.error(new Closed()), List.of());
        }

        @Test
        void theOuterPolicyLeavesAResultToTheInnerOne() {
            assertRetriedByTheInnerOneOnly(Mono.just("bad"), List.of("bad"));
        }
    }
}
