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

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

import io.github.retrystarter.execution.AsyncCall;
import io.github.retrystarter.execution.AsyncStyle;
import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.CallScope;
import io.github.retrystarter.execution.Fallback;
import io.github.retrystarter.execution.FallbackCall;
import io.github.retrystarter.execution.FirstAttempt;
import io.github.retrystarter.execution.RetryCall;
import io.github.retrystarter.settings.GiveUpReason;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * One subscription: the call, and between its attempts and the subscriber the passage of signals. Signals of one attempt
 * come one after the other, as the specification of reactive streams has it.
 */
abstract class ReactiveCall<T> implements AsyncStyle, Subscription {

    private final ReactiveWork<T> work;
    private final CoreSubscriber<? super T> subscriber;
    private final Scheduler scheduler;
    private final CallScope scope;
    private final AsyncCall call;
    private volatile @Nullable Subscription inFlight;
    private volatile boolean cancelled;

    ReactiveCall(ReactiveWork<T> work, CoreSubscriber<? super T> subscriber, Scheduler scheduler) {
        this.work = work;
        this.subscriber = subscriber;
        this.scheduler = scheduler;
        this.scope = new CallScope(subscriber.currentContext().getOrDefault(CallScope.class, null));
        this.call = AsyncCall.of(work.policy(), work.method(), this, scope);
    }

    /** Goes on after a first attempt. */
    ReactiveCall(
            ReactiveWork<T> work,
            CoreSubscriber<? super T> subscriber,
            Scheduler scheduler,
            CallScope scope,
            FirstAttempt first) {
        this.work = work;
        this.subscriber = subscriber;
        this.scheduler = scheduler;
        this.scope = scope;
        this.call = AsyncCall.after(first, this, scope);
    }

    final void begin() {
        subscriber.onSubscribe(this);
        try {
            call.start();
        } catch (RuntimeException impossible) {
            subscriber.onError(impossible);
        }
    }

    final AsyncCall call() {
        return call;
    }

    final CoreSubscriber<? super T> subscriber() {
        return subscriber;
    }

    @Override
    public final void start(Attempt attempt) throws Throwable {
        if (attempt.isFirst() && work.context().isCurrent()) {
            call.watched(
                    a -> {
                        subscribe(call.invoke(work.call(), a), a);
                        return this;
                    },
                    attempt);
            return;
        }
        InContext<Publisher<? extends T>> start = new InContext<>(() -> call.invoke(work.call(), attempt));
        work.context()
                .run(() -> call.watched(
                        a -> {
                            start.andThen(publisher -> subscribe(publisher, a));
                            return this;
                        },
                        attempt));
        start.rethrow();
    }

    private void subscribe(@Nullable Publisher<? extends T> publisher, Attempt attempt) {
        subscribe(required(publisher), newAttempt(context(attempt)));
    }

    static <P extends Publisher<?>> P required(@Nullable P publisher) {
        if (publisher == null) {
            throw new NullPointerException("The retried work returned null instead of a publisher");
        }
        return publisher;
    }

    /** A publisher that throws instead of telling its failure may have given its subscription before. */
    static <T> void subscribe(Publisher<? extends T> publisher, CoreSubscriber<T> receiver) {
        try {
            publisher.subscribe(receiver);
        } catch (Throwable broken) {
            receiver.onError(broken);
        }
    }

    private Context context(Attempt attempt) {
        Context inner = subscriber.currentContext().put(CallScope.class, scope);
        Context[] known = {call.exposesAttempt() ? inner.put(Attempt.class, attempt) : inner};
        call.contribute((key, value) -> known[0] = known[0].put(key, value));
        return known[0];
    }

    /** A subscriber for one attempt. */
    abstract CoreSubscriber<T> newAttempt(Context context);

    /** A subscriber for what the fallback gives, whose signals go straight through. */
    abstract CoreSubscriber<T> newFallback(Context context, @Nullable Throwable failure);

    /** Takes the subscription of what is in flight now; too late, it is cancelled. */
    final boolean accept(Subscription subscription) {
        if (!Operators.validate(inFlight, subscription)) {
            return false;
        }
        inFlight = subscription;
        if (cancelled) {
            subscription.cancel();
            return false;
        }
        return true;
    }

    /** What is in flight is over. */
    void attemptOver() {
        inFlight = null;
    }

    final @Nullable Subscription inFlight() {
        return inFlight;
    }

    @Override
    public void cancel() {
        cancelled = true;
        call.cancel();
        cancelAttempt();
    }

    /** Keeps all further signals from the subscriber. */
    final void silence() {
        cancelled = true;
    }

    final boolean cancelled() {
        return cancelled;
    }

    @Override
    public final RetryCall<?, ?> work() {
        return work.call();
    }

    @Override
    public final void cancelAttempt() {
        Subscription subscription = inFlight;
        if (subscription != null) {
            subscription.cancel();
        }
    }

    @Override
    public final void inContext(Runnable task) {
        work.context().run(task);
    }

    @Override
    public final @Nullable Object surrounding(Object key) {
        return subscriber.currentContext().getOrDefault(key, null);
    }

    @Override
    public final void handOver(Runnable attempt) {
        var unused = scheduler.schedule(attempt);
    }

    @Override
    public final void fail(Throwable failure, GiveUpReason reason) {
        if (!fellBack(failure, reason)) {
            subscriber.onError(failure);
        }
    }

    @Override
    public final void failWith(@Nullable Object value, GiveUpReason reason) {
        if (!fellBack(null, reason)) {
            succeed(value);
        }
    }

    private boolean fellBack(@Nullable Throwable failure, GiveUpReason reason) {
        FallbackCall<? extends Publisher<? extends T>, ?> fallback = Fallback.of(work.call(), reason, failure);
        if (fallback == null) {
            return false;
        }
        InContext<Publisher<? extends T>> start = new InContext<>(() -> fallback.fallback(failure));
        work.context()
                .run(() -> start.andThen(
                        publisher -> subscribe(publisher, newFallback(subscriber.currentContext(), failure))));
        try {
            start.rethrow();
        } catch (Throwable own) {
            failAgain(own, failure);
        }
        return true;
    }

    final void failAgain(Throwable own, @Nullable Throwable failure) {
        Fallback.suppress(own, failure);
        subscriber.onError(own);
    }
}
