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

import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

import io.github.retrystarter.execution.AsyncCall;
import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.CallScope;
import io.github.retrystarter.execution.FirstAttempt;

import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * A subscription to at most one value, until the first failure: then a {@link MonoCall} takes its place behind what the
 * subscriber holds. The value goes out when the attempt has ended and the subscriber has asked for it.
 */
final class FirstMonoAttempt<T> extends FirstAttempt implements CoreSubscriber<T>, Subscription {

    private static final int NOTHING = 0;
    private static final int ASKED_FOR = 1;
    private static final int READY = 2;
    private static final int DONE = 3;

    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<FirstMonoAttempt> DELIVERY =
            AtomicIntegerFieldUpdater.newUpdater(FirstMonoAttempt.class, "delivery");

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<FirstMonoAttempt, Context> CONTEXT =
            AtomicReferenceFieldUpdater.newUpdater(FirstMonoAttempt.class, Context.class, "context");

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<FirstMonoAttempt, Subscription> IN_FLIGHT =
            AtomicReferenceFieldUpdater.newUpdater(FirstMonoAttempt.class, Subscription.class, "inFlight");

    private final ReactiveWork<T> work;
    private final CoreSubscriber<? super T> subscriber;
    private final Scheduler scheduler;
    private volatile int delivery;
    private volatile @Nullable Subscription inFlight;
    private volatile @Nullable Context context;
    private volatile @Nullable MonoCall<T> further;
    private @Nullable T value;
    private boolean over;

    FirstMonoAttempt(ReactiveWork<T> work, CoreSubscriber<? super T> subscriber, Scheduler scheduler) {
        super(work.policy());
        this.work = work;
        this.subscriber = subscriber;
        this.scheduler = scheduler;
    }

    void begin() {
        subscriber.onSubscribe(this);
        start();
    }

    @Override
    protected @Nullable Method method() {
        return work.method();
    }

    @Override
    protected void enter(Attempt attempt) throws Throwable {
        if (work.context().isCurrent()) {
            follow(work.call().call(attempt));
            return;
        }
        InContext<Publisher<? extends T>> start =
                new InContext<>(() -> work.call().call(attempt));
        work.context().run(() -> start.andThen(this::follow));
        start.rethrow();
    }

    private void follow(@Nullable Publisher<? extends T> given) {
        Publisher<? extends T> publisher = ReactiveCall.required(given);
        if (publisher instanceof Fuseable.ScalarCallable<?> ready && gave(ready)) {
            return;
        }
        ReactiveCall.subscribe(publisher, this);
    }

    /** What is there already needs no subscription; a failure is told by one, since it would come wrapped here. */
    private boolean gave(Fuseable.ScalarCallable<?> ready) {
        Object result;
        try {
            result = ready.call();
        } catch (Throwable failure) {
            return false;
        }
        over = true;
        try {
            returned(result);
        } catch (Throwable ofSubscriber) {
            Operators.onErrorDropped(ofSubscriber, currentContext());
        }
        return true;
    }

    /** Made when somebody asks: what has its value at once does not. */
    @Override
    public Context currentContext() {
        Context known = context;
        return known != null ? known : newContext();
    }

    private Context newContext() {
        Context outer = subscriber.currentContext();
        CallScope scope = new CallScope(outer.getOrDefault(CallScope.class, null));
        Context made = outer.put(CallScope.class, scope);
        return CONTEXT.compareAndSet(this, null, made) ? made : currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        if (!Operators.validate(inFlight, subscription)) {
            return;
        }
        inFlight = subscription;
        if (cancelled()) {
            subscription.cancel();
        } else {
            subscription.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(T element) {
        if (!over) {
            value = element;
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (over) {
            Operators.onErrorDropped(failure, currentContext());
            return;
        }
        attemptOver();
        failed(failure);
    }

    @Override
    public void onComplete() {
        if (!over) {
            attemptOver();
            returned(value);
        }
    }

    private void attemptOver() {
        over = true;
        IN_FLIGHT.lazySet(this, null);
    }

    @Override
    public void request(long n) {
        if (!Operators.validate(n)) {
            return;
        }
        if (isBeforeStart()) {
            // Nothing can have been given yet.
            DELIVERY.lazySet(this, ASKED_FOR);
        } else if (!DELIVERY.compareAndSet(this, NOTHING, ASKED_FOR) && DELIVERY.compareAndSet(this, READY, DONE)) {
            deliver();
        }
        MonoCall<T> next = further;
        if (next != null) {
            next.request(n);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void succeed(@Nullable Object result) {
        if (result == null) {
            subscriber.onComplete();
            return;
        }
        value = (T) result;
        if (delivery == ASKED_FOR || !DELIVERY.compareAndSet(this, NOTHING, READY)) {
            deliver();
        }
    }

    private void deliver() {
        T ready = value;
        if (ready != null && !cancelled()) {
            subscriber.onNext(ready);
            subscriber.onComplete();
        }
    }

    @Override
    protected AsyncCall further() {
        value = null;
        CallScope scope = currentContext().get(CallScope.class);
        MonoCall<T> next = new MonoCall<>(work, subscriber, scheduler, scope, this);
        further = next;
        if (delivery == ASKED_FOR) {
            next.request(1);
        }
        if (cancelled()) {
            next.cancel();
        }
        return next.call();
    }

    @Override
    public void cancel() {
        abandon();
        Subscription subscription = inFlight;
        if (subscription != null) {
            subscription.cancel();
        }
        MonoCall<T> next = further;
        if (next != null) {
            next.cancel();
        }
        awaitEntry();
    }
}
