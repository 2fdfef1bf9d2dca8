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

import org.reactivestreams.Subscription;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** Receives what one attempt, or the fallback, gives; nothing counts after its end. */
abstract class AttemptReceiver<T> implements CoreSubscriber<T> {

    private final ReactiveCall<T> call;
    private final Context context;
    private boolean over;

    AttemptReceiver(ReactiveCall<T> call, Context context) {
        this.call = call;
        this.context = context;
    }

    /** Asks for elements; the subscription is the call's now. */
    abstract void begun(Subscription subscription);

    abstract void ended();

    abstract void failed(Throwable failure);

    final boolean over() {
        return over;
    }

    @Override
    public final Context currentContext() {
        return context;
    }

    @Override
    public final void onSubscribe(Subscription subscription) {
        if (call.accept(subscription)) {
            begun(subscription);
        }
    }

    @Override
    public final void onError(Throwable failure) {
        if (!over) {
            over = true;
            call.attemptOver();
            failed(failure);
        } else {
            Operators.onErrorDropped(failure, context);
        }
    }

    @Override
    public final void onComplete() {
        if (!over) {
            over = true;
            call.attemptOver();
            ended();
        }
    }
}
