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

import java.lang.ref.WeakReference;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.classify.Retryability;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryRuntime;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.Garbage;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class FirstMonoAttemptTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RetryPolicy policy = RetryPolicy.of(
            "p",
            RetrySettings.builder()
                    .backoff(BackoffKind.CONSTANT)
                    .base(Duration.ZERO)
                    .build());

    private <T> Mono<T> mono(Mono<T> work) {
        return ReactiveRetry.of(policy).mono(attempt -> work);
    }

    private long firstTries() {
        return policy.counts().calls(CallOutcome.FIRST_TRY);
    }

    private long cancelled() {
        return policy.counts().giveUps(GiveUpReason.CANCELLED);
    }

    @Test
    void theValueWaitsForTheDemandOfTheSubscriber() {
        StepVerifier.create(mono(Mono.just("value")), 0)
                .expectSubscription()
                .then(() -> assertThat(firstTries()).isEqualTo(1))
                .thenRequest(1)
                .expectNext("value")
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    void demandBeforeAFailureReachesTheAttemptAfterIt() throws Exception {
        TestPublisher<String> source = TestPublisher.create();
        CompletableFuture<String> value = ReactiveRetry.of(policy)
                .<String>mono(attempt -> attempt.isFirst() ? source.mono() : Mono.just("value"))
                .toFuture();

        source.error(new ConnectException("first"));

        assertThat(value.get(20, TimeUnit.SECONDS)).isEqualTo("value");
    }

    @Test
    void demandAfterAFailureReachesTheAttemptAfterIt() {
        StepVerifier.create(
                        ReactiveRetry.of(policy)
                                .<String>mono(attempt -> attempt.isFirst()
                                        ? Mono.error(new ConnectException("first"))
                                        : Mono.just("value")),
                        0)
                .expectSubscription()
                .thenRequest(1)
                .expectNext("value")
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    void aValueThatNobodyWantsAnyMoreStaysAtHome() {
        AtomicBoolean received = new AtomicBoolean();
        BaseSubscriber<String> subscriber = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                // Asks later.
            }

            @Override
            protected void hookOnNext(String value) {
                received.set(true);
            }
        };
        mono(Mono.just("value")).subscribe(subscriber);

        subscriber.cancel();
        subscriber.request(1);

        assertThat(received).isFalse();
        assertThat(firstTries()).isEqualTo(1);
        assertThat(cancelled()).isZero();
    }

    @Test
    void cancellingInFlightIsCountedOnceAndReachesThePublisher() {
        TestPublisher<String> endless = TestPublisher.create();
        var subscription = mono(endless.mono()).subscribe();

        subscription.dispose();
        subscription.dispose();

        endless.assertCancelled();
        assertThat(cancelled()).isEqualTo(1);
        assertThat(policy.counts().attempts(AttemptOutcome.FAILURE)).isEqualTo(1);
        assertThat(firstTries()).isZero();
    }

    @Test
    void cancellingFromWithinTheWorkEndsTheCall() {
        BaseSubscriber<String> subscriber = new BaseSubscriber<>() {};
        Mono<String> mono = ReactiveRetry.of(policy).mono(attempt -> {
            subscriber.cancel();
            throw new ConnectException("too late");
        });

        mono.subscribe(subscriber);

        assertThat(cancelled()).isEqualTo(1);
        assertThat(policy.counts().attempts(AttemptOutcome.FAILURE)).isEqualTo(1);
    }

    @Test
    void aPublisherThatComesAfterTheCancellationIsCancelled() {
        BaseSubscriber<String> subscriber = new BaseSubscriber<>() {};
        TestPublisher<String> late = TestPublisher.create();
        Mono<String> mono = ReactiveRetry.of(policy).mono(attempt -> {
            subscriber.cancel();
            return late.mono();
        });

        mono.subscribe(subscriber);

        late.assertCancelled();
        assertThat(cancelled()).isEqualTo(1);
    }

    @Test
    void aCancellationIsPatientWithWorkThatIsJustBeingEntered() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CompletableFuture<Void> cancelling = new CompletableFuture<>();
        BaseSubscriber<String> subscriber = new BaseSubscriber<>() {};
        Mono<String> mono = ReactiveRetry.of(policy).mono(attempt -> {
            entered.countDown();
            cancelling.join();
            return Mono.just("value");
        });
        var unused = Schedulers.boundedElastic().schedule(() -> mono.subscribe(subscriber));
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();

        var release = Schedulers.parallel().schedule(() -> cancelling.complete(null));
        subscriber.cancel();

        cancelling.get(20, TimeUnit.SECONDS);
        assertThat(cancelled() + firstTries()).isEqualTo(1);
    }

    @Test
    void whatAPublisherSaysAfterItsEndIsNotHeard() {
        Mono<String> talkative = new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super String> subscriber) {
                subscriber.onSubscribe(Operators.emptySubscription());
                subscriber.onNext("value");
                subscriber.onComplete();
                subscriber.onNext("other");
                subscriber.onComplete();
            }
        };

        StepVerifier.create(mono(talkative), 0)
                .expectSubscription()
                .thenRequest(1)
                .expectNext("value")
                .expectComplete()
                .verify(PATIENCE);

        assertThat(firstTries()).isEqualTo(1);
    }

    @Test
    void cancellationsAndEndsThatMeetAreCountedOnce() {
        int calls = 2_000;
        for (int i = 0; i < calls; i++) {
            TestPublisher<String> source = TestPublisher.create();
            var subscription = mono(source.mono()).subscribe();
            CompletableFuture<Void> end = CompletableFuture.runAsync(() -> source.emit("value"));
            subscription.dispose();
            end.join();
        }

        assertThat(firstTries() + cancelled()).isEqualTo(calls);
        assertThat(policy.counts().attempts(AttemptOutcome.FAILURE)).isEqualTo(cancelled());
    }

    @Test
    void whatTheSubscriberThrowsIsDroppedWhereReactorDropsIt() {
        List<Throwable> dropped = new ArrayList<>();
        Hooks.onErrorDropped(dropped::add);
        try {
            NoClassDefFoundError fatal = new NoClassDefFoundError("of the subscriber");
            mono(Mono.just("value")).subscribe(new BaseSubscriber<>() {
                @Override
                protected void hookOnNext(String value) {
                    throw fatal;
                }
            });

            assertThat(dropped).containsExactly(fatal);
            assertThat(firstTries()).isEqualTo(1);
        } finally {
            Hooks.resetOnErrorDropped();
        }
    }

    @Test
    void aResultThatWasAFailureIsNotHeldWhileTheCallGoesOn() {
        RetryPolicy byResult = RetryPolicy.of(
                "p",
                RetrySettings.builder()
                        .backoff(BackoffKind.CONSTANT)
                        .base(Duration.ZERO)
                        .build(),
                RetryRuntime.builder()
                        .resultClassifiers(() -> List.of(
                                result -> result instanceof byte[] ? Retryability.RETRYABLE : Retryability.UNKNOWN))
                        .build());
        List<WeakReference<Object>> results = new CopyOnWriteArrayList<>();
        Disposable call = ReactiveRetry.of(byResult)
                .<Object>mono(attempt -> attempt.number() < 3 ? failedResult(results) : Mono.never())
                .subscribe();

        Eventually.until("the third attempt is in flight", () -> results.size() == 2);
        Garbage.assertCollected("the first result", List.of(results.get(0)));
        assertThat(call.isDisposed()).isFalse();
        call.dispose();
    }

    private static Mono<Object> failedResult(List<WeakReference<Object>> results) {
        return Mono.fromCallable(() -> {
            byte[] result = new byte[1_000];
            results.add(new WeakReference<>(result));
            return result;
        });
    }
}
