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
import org.reactivestreams.Subscription;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A subscription to many elements, which go straight through. Until the first one has, an attempt may be replaced by
 * another, which is asked for as much as the subscriber has asked for in all.
 */
final class FluxCall<T> extends ReactiveCall<T> {

    private final Object demand = new Object();
    private long requested;
    private @Nullable Subscription source;
    private volatile boolean emitted;

    FluxCall(ReactiveWork<T> work, CoreSubscriber<? super T> subscriber) {
        super(work, subscriber, work.scheduler().scheduler());
    }

    @Override
    public void request(long n) {
        if (!Operators.validate(n)) {
            return;
        }
        Subscription now;
        synchronized (demand) {
            requested = Operators.addCap(requested, n);
            now = source;
        }
        if (now != null) {
            now.request(n);
        }
    }

    private void attach(Subscription subscription) {
        long sofar;
        synchronized (demand) {
            source = subscription;
            sofar = requested;
        }
        if (sofar > 0) {
            subscription.request(sofar);
        }
    }

    @Override
    void attemptOver() {
        synchronized (demand) {
            source = null;
        }
        super.attemptOver();
    }

    /** Whoever has got elements and wants no more has got what was wanted: the call was good. */
    @Override
    public void cancel() {
        Subscription subscription = inFlight();
        if (emitted && subscription != null) {
            leave();
            subscription.cancel();
        } else {
            super.cancel();
        }
    }

    private void leave() {
        silence();
        call().completed();
    }

    @Override
    public void succeed(@Nullable Object nothing) {
        if (!cancelled()) {
            subscriber().onComplete();
        }
    }

    @Override
    CoreSubscriber<T> newAttempt(Context context) {
        return new Passage(context) {
            @Override
            void ended() {
                call().completed();
            }

            @Override
            void failed(Throwable failure) {
                if (emitted) {
                    call().brokeOff(failure);
                } else {
                    call().failed(failure);
                }
            }
        };
    }

    @Override
    CoreSubscriber<T> newFallback(Context context, @Nullable Throwable failure) {
        return new Passage(context) {
            @Override
            void ended() {
                subscriber().onComplete();
            }

            @Override
            void failed(Throwable own) {
                failAgain(own, failure);
            }
        };
    }

    /** Passes elements on. */
    private abstract class Passage extends AttemptReceiver<T> {

        Passage(Context context) {
            super(FluxCall.this, context);
        }

        @Override
        void begun(Subscription subscription) {
            attach(subscription);
        }

        @Override
        public void onNext(T element) {
            if (!over()) {
                emitted = true;
                subscriber().onNext(element);
            }
        }
    }
}
