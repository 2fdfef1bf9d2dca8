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
package io.github.retrystarter.styles;

import java.net.ConnectException;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.reactive.AttemptScheduler;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.disposables.Disposable;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** What differs from one reactive type to the other. */
class ReactiveTypesTests {

    private final VirtualTime time = new VirtualTime();
    private final ConnectException first = new ConnectException("first");
    private final ConnectException second = new ConnectException("second");
    private final ConnectException third = new ConnectException("third");

    static class Bean {

        @Retryable("p")
        Completable completable(Steps steps) {
            return Completable.fromPublisher(steps.mono());
        }

        @Retryable("p")
        Maybe<Object> maybe(Steps steps) {
            return Maybe.fromPublisher(steps.mono()).filter(value -> !value.equals("none"));
        }

        @Retryable("p")
        Single<Object> single(Steps steps) {
            return Single.fromPublisher(steps.mono());
        }

        @Retryable("p")
        Observable<Object> observable(Steps steps) {
            return Observable.fromPublisher(steps.flux());
        }

        @Retryable("p")
        Uni<Object> uni(Steps steps) {
            return Uni.createFrom().publisher(FlowAdapters.toFlowPublisher(steps.mono()));
        }

        @Retryable("p")
        Uni<Void> uniOfNothing(Steps steps) {
            return uni(steps).replaceWithVoid();
        }

        @Retryable("p")
        Multi<Object> multi(Steps steps) {
            return Multi.createFrom().publisher(FlowAdapters.toFlowPublisher(steps.flux()));
        }

        @Retryable("p")
        Publisher<Object> publisher(Steps steps) {
            return steps.mono();
        }

        @Retryable("p")
        Flow.Publisher<Object> flowPublisher(Steps steps) {
            return FlowAdapters.toFlowPublisher(steps.flux());
        }

        @Retryable("p")
        Mono<Void> monoOfNothing(Steps steps) {
            return steps.mono().then();
        }

        /** A type that nobody knows to be deferred. */
        @Retryable("p")
        Callable<Object> callable(Steps steps) throws Throwable {
            Object value = steps.blocking();
            return () -> value;
        }

        /** A subclass of a known type, which no publisher can be made into. */
        @Retryable("p")
        ConnectableFlux<Object> connectable(Steps steps) {
            return steps.flux().publish();
        }
    }

    private ApplicationContextRunner contexts() {
        return configured(RetryContexts.runner(time));
    }

    private static ApplicationContextRunner configured(ApplicationContextRunner runner) {
        return runner.withInitializer(Yaml.file(
                        "retry.policies.p: {attempts: 3, backoff: constant, base: 10ms, budget.enabled: false}"))
                .withBean(Bean.class);
    }

    private void withBean(Consumer<Bean> test) {
        contexts().run(context -> test.accept(context.getBean(Bean.class)));
    }

    private static RetryCounts counts(ApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("p").counts();
    }

    @Test
    void aCompletableEndsWithoutAValue() {
        contexts().run(context -> {
            Steps steps = Steps.of(first, second, "value");

            context.getBean(Bean.class)
                    .completable(steps)
                    .test()
                    .await()
                    .assertComplete()
                    .assertNoValues();

            assertThat(steps.calls()).isEqualTo(3);
            assertThat(counts(context).calls(CallOutcome.RECOVERED)).isEqualTo(1);
        });
    }

    @Test
    void aCompletableHandsOnTheLastFailureItself() {
        withBean(bean -> assertThat(failureOf(
                        bean.completable(Steps.of(first, second, third)).toFlowable()))
                .isSameAs(third));
    }

    @Test
    void aMaybeMayBeEmpty() {
        withBean(bean -> {
            assertThat(bean.maybe(Steps.of(first, "none")).blockingGet()).isNull();
            assertThat(bean.maybe(Steps.of(first, "value")).blockingGet()).isEqualTo("value");
        });
    }

    @Test
    void blockingReachersGetTheValue() {
        withBean(bean -> {
            assertThat(bean.single(Steps.of(first, "value")).blockingGet()).isEqualTo("value");
            assertThat(bean.observable(Steps.of(first, "value")).blockingFirst())
                    .isEqualTo("value");
            assertThat(bean.uni(Steps.of(first, "value")).await().indefinitely())
                    .isEqualTo("value");
            assertThat(bean.multi(Steps.of(first, "value"))
                            .collect()
                            .asList()
                            .await()
                            .indefinitely())
                    .containsExactly("value");
        });
    }

    @Test
    void aUniAndAMonoMayHaveNothingToGive() {
        withBean(bean -> {
            Steps uni = Steps.of(first, "value");
            Steps mono = Steps.of(first, "value");

            assertThat(bean.uniOfNothing(uni).await().indefinitely()).isNull();
            assertThat(bean.monoOfNothing(mono).block()).isNull();

            assertThat(uni.calls()).isEqualTo(2);
            assertThat(mono.calls()).isEqualTo(2);
        });
    }

    @Test
    void everyTypeHandsOnTheLastFailureItself() {
        withBean(bean -> {
            assertThat(failureOf(bean.single(Steps.of(first, second, third)).toFlowable()))
                    .isSameAs(third);
            assertThat(failureOf(bean.observable(Steps.of(third))
                            .toFlowable(io.reactivex.rxjava3.core.BackpressureStrategy.BUFFER)))
                    .isSameAs(third);
            assertThat(failureOf(FlowAdapters.toPublisher(
                            bean.uni(Steps.of(third)).convert().toPublisher())))
                    .isSameAs(third);
            assertThat(failureOf(bean.publisher(Steps.of(third)))).isSameAs(third);
            assertThat(failureOf(FlowAdapters.toPublisher(bean.flowPublisher(Steps.of(third)))))
                    .isSameAs(third);
        });
    }

    private static Throwable failureOf(Publisher<?> publisher) {
        return Flux.from(publisher).materialize().blockLast().getThrowable();
    }

    @Test
    void nothingRunsBeforeSomebodySubscribes() {
        contexts().run(context -> {
            Bean bean = context.getBean(Bean.class);
            Steps steps = Steps.of("value");

            Object[] unsubscribed = {
                bean.single(steps), bean.completable(steps), bean.uni(steps), bean.publisher(steps), bean.multi(steps)
            };

            assertThat(unsubscribed).doesNotContainNull();
            assertThat(steps.calls()).isZero();
            assertThat(counts(context).calls(CallOutcome.FIRST_TRY)).isZero();
        });
    }

    @Test
    void disposingOrCancellingInAWaitEndsTheCall() {
        configured(RetryContexts.runner())
                .withPropertyValues("retry.policies.p.base=1h", "retry.policies.p.cap=1h")
                .run(context -> {
                    Bean bean = context.getBean(Bean.class);
                    Steps single = Steps.of(first, "value");
                    Steps uni = Steps.of(second, "value");
                    Disposable disposable = bean.single(single).subscribe(value -> {}, failure -> {});
                    Cancellable cancellable = bean.uni(uni).subscribe().with(value -> {}, failure -> {});
                    assertThat(counts(context).waiting()).isEqualTo(2);

                    disposable.dispose();
                    cancellable.cancel();

                    assertThat(counts(context).waiting()).isZero();
                    assertThat(counts(context).giveUps(GiveUpReason.CANCELLED)).isEqualTo(2);
                    assertThat(single.calls()).isEqualTo(1);
                    assertThat(uni.calls()).isEqualTo(1);
                });
    }

    @Test
    void aTypeThatTheRegistryDoesNotKnowStaysBlocking() {
        contexts().run(context -> {
            Steps steps = Steps.of(first, second, "value");

            Callable<Object> returned = callable(context, steps);

            assertThat(steps.calls()).isEqualTo(3);
            assertThat(returned.call()).isEqualTo("value");
        });
    }

    private static Callable<Object> callable(ApplicationContext context, Steps steps) {
        try {
            return context.getBean(Bean.class).callable(steps);
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void aSubclassOfAKnownTypeIsHandedOnAsItIs() {
        contexts().run(context -> {
            Steps steps = Steps.of(new Steps.Thrown(first), "value");

            ConnectableFlux<Object> returned = context.getBean(Bean.class).connectable(steps);

            assertThat(steps.calls()).isEqualTo(2);
            assertThat(returned.autoConnect().blockFirst()).isEqualTo("value");
        });
    }

    @Test
    void aBeanOfTheApplicationSaysWhereFurtherAttemptsRun() {
        Scheduler own = Schedulers.newSingle("own");
        try {
            contexts().withBean(AttemptScheduler.class, () -> () -> own).run(context -> {
                String thread = Mono.from(context.getBean(Bean.class).publisher(Steps.of(first, "value")))
                        .map(value -> Thread.currentThread().getName())
                        .block();

                assertThat(thread).startsWith("own");
            });
        } finally {
            own.dispose();
        }
    }

    static class Forgetful {

        @Retryable("p")
        Mono<Object> mono() {
            return null;
        }

        @Retryable("p")
        Flux<Object> flux() {
            return null;
        }

        @Retryable("p")
        Single<Object> single() {
            return null;
        }
    }

    @Test
    void nullInPlaceOfAPublisherIsAFailureThatSaysSo() {
        RetryContexts.runner(time)
                .withPropertyValues("retry.policies.p.attempts=3")
                .withBean(Forgetful.class)
                .run(context -> {
                    Forgetful bean = context.getBean(Forgetful.class);
                    String fault = "returned null instead of a publisher";
                    assertThatThrownBy(() -> bean.mono().block()).hasMessageContaining(fault);
                    assertThatThrownBy(() -> bean.flux().blockLast()).hasMessageContaining(fault);
                    assertThatThrownBy(() -> bean.single().blockingGet()).hasMessageContaining(fault);
                });
    }
}
