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

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

import io.github.retrystarter.execution.CallScope;
import io.github.retrystarter.execution.FirstAttempt;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/** A subscription to at most one value, which goes out when the call has ended and the subscriber has asked for it. */
final class MonoCall<T> extends ReactiveCall<T> {

    private final AtomicReference<Delivery> delivery = new AtomicReference<>(Delivery.NOTHING);
    private volatile @Nullable T value;

    private enum Delivery {
        NOTHING,
        ASKED_FOR,
        READY,
        DONE
    }

    MonoCall(ReactiveWork<T> work, CoreSubscriber<? super T> subscriber, Scheduler scheduler) {
        super(work, subscriber, scheduler);
    }

    /** Goes on after a first attempt. */
    MonoCall(
            ReactiveWork<T> work,
            CoreSubscriber<? super T> subscriber,
            Scheduler scheduler,
            CallScope scope,
            FirstAttempt first) {
        super(work, subscriber, scheduler, scope, first);
    }

    @Override
    public void request(long n) {
        if (Operators.validate(n)
                && !delivery.compareAndSet(Delivery.NOTHING, Delivery.ASKED_FOR)
                && delivery.compareAndSet(Delivery.READY, Delivery.DONE)) {
            deliver();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void succeed(@Nullable Object result) {
        if (result == null) {
            subscriber().onComplete();
            return;
        }
        value = (T) result;
        if (!delivery.compareAndSet(Delivery.NOTHING, Delivery.READY)
                && delivery.compareAndSet(Delivery.ASKED_FOR, Delivery.DONE)) {
            deliver();
        }
    }

    private void deliver() {
        T ready = value;
        if (ready != null && !cancelled()) {
            subscriber().onNext(ready);
            subscriber().onComplete();
        }
    }

    @Override
    CoreSubscriber<T> newAttempt(Context context) {
        return new Receiver(context) {
            @Override
            void ended() {
                call().returned(received());
            }

            @Override
            void failed(Throwable failure) {
                call().failed(failure);
            }
        };
    }

    @Override
    CoreSubscriber<T> newFallback(Context context, @Nullable Throwable failure) {
        return new Receiver(context) {
            @Override
            void ended() {
                succeed(received());
            }

            @Override
            void failed(Throwable own) {
                failAgain(own, failure);
            }
        };
    }

    /** Receives at most one value, and its end. */
    private abstract class Receiver extends AttemptReceiver<T> {

        private @Nullable T received;

        Receiver(Context context) {
            super(MonoCall.this, context);
        }

        final @Nullable T received() {
            return received;
        }

        @Override
        void begun(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(T element) {
            received = element;
        }
    }
}
