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
package io.github.retrystarter.execution;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.ContextCarrier.Carried;
import io.github.retrystarter.settings.GiveUpReason;

/**
 * The future of a call that did not end at once. Whoever completes or cancels it from outside ends the call. A call of it
 * is made on the thread of the caller, whose context the further attempts run in.
 */
final class RetryFuture<T extends @Nullable Object> extends CompletableFuture<T> implements AsyncStyle {

    private final RetryCall<? extends @Nullable CompletionStage<T>, ?> work;
    private final PolicyState state;
    private final AsyncCall call;
    private final Carried context;
    private volatile @Nullable CompletionStage<T> inFlight;

    RetryFuture(
            RetryPolicy policy,
            CallStart start,
            @Nullable Method method,
            RetryCall<? extends @Nullable CompletionStage<T>, ?> work) {
        this.work = work;
        this.state = start.state();
        this.call = new AsyncCall(policy, start, method, this, GiveUpMemory.NONE);
        this.context = start.state().captureContext();
    }

    AsyncCall call() {
        return call;
    }

    /** The same, for a call whose first attempt this thread has made. */
    AsyncCall begun() {
        call.begun();
        return call;
    }

    @Override
    public void start(Attempt attempt) throws Throwable {
        follow(call.watched(a -> FutureDriver.invoke(state, work, a), attempt));
    }

    /** Waits for what an attempt returned; null in place of a future is a value like any other. */
    void follow(@Nullable CompletionStage<T> stage) {
        if (stage == null) {
            call.returned(null);
            return;
        }
        inFlight = stage;
        var unused = stage.handle((value, failure) -> {
            inFlight = null;
            if (failure != null) {
                call.failed(peeled(failure));
            } else {
                call.returned(value);
            }
            return null;
        });
    }

    @Override
    public RetryCall<?, ?> work() {
        return work;
    }

    @Override
    public void cancelAttempt() {
        if (inFlight instanceof Future<?> future) {
            try {
                future.cancel(true);
            } catch (UnsupportedOperationException stageOnly) {
                // A stage that is a future by class but takes no part in it.
            }
        }
    }

    @Override
    public void handOver(Runnable attempt) {
        state.runtime().attemptExecutor().execute(() -> context.run(attempt));
    }

    @Override
    public boolean abandoned() {
        return isDone();
    }

    @Override
    @SuppressWarnings("unchecked")
    public void succeed(@Nullable Object value) {
        super.complete((T) value);
    }

    @Override
    public void fail(Throwable failure, GiveUpReason reason) {
        if (!fellBack(failure, reason)) {
            super.completeExceptionally(failure);
        }
    }

    @Override
    public void failWith(@Nullable Object value, GiveUpReason reason) {
        if (!fellBack(null, reason)) {
            succeed(value);
        }
    }

    private boolean fellBack(@Nullable Throwable failure, GiveUpReason reason) {
        FallbackCall<? extends @Nullable CompletionStage<T>, ?> fallback = Fallback.of(work, reason, failure);
        if (fallback == null) {
            return false;
        }
        context.run(() -> fallBack(fallback, failure));
        return true;
    }

    private void fallBack(
            FallbackCall<? extends @Nullable CompletionStage<T>, ?> fallback, @Nullable Throwable failure) {
        try {
            CompletionStage<T> other = fallback.fallback(failure);
            if (other == null) {
                succeed(null);
                return;
            }
            inFlight = other;
            var unused = other.handle((value, own) -> {
                if (own == null) {
                    succeed(value);
                } else {
                    failAgain(peeled(own), failure);
                }
                return null;
            });
        } catch (Throwable own) {
            failAgain(own, failure);
        }
    }

    private void failAgain(Throwable own, @Nullable Throwable failure) {
        Fallback.suppress(own, failure);
        super.completeExceptionally(own);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        end();
        return super.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean complete(T value) {
        end();
        return super.complete(value);
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        executor.execute(() -> {
            if (!isDone()) {
                try {
                    complete(supplier.get());
                } catch (Throwable failure) {
                    completeExceptionally(failure);
                }
            }
        });
        return this;
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return completeAsync(supplier, defaultExecutor());
    }

    @Override
    public void obtrudeValue(T value) {
        end();
        super.obtrudeValue(value);
    }

    @Override
    public void obtrudeException(Throwable failure) {
        end();
        super.obtrudeException(failure);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        end();
        return super.completeExceptionally(failure);
    }

    private void end() {
        if (!isDone()) {
            call.cancel();
            cancelAttempt();
        }
    }

    /** Futures wrap what they end with; the caller gets the failure itself. */
    static Throwable peeled(Throwable failure) {
        Throwable peeled = failure;
        while ((peeled instanceof CompletionException || peeled instanceof ExecutionException)
                && peeled.getCause() != null
                && peeled.getCause() != peeled) {
            peeled = peeled.getCause();
        }
        return peeled;
    }
}
