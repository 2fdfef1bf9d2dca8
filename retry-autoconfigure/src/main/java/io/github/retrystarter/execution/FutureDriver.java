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
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/** Runs calls that give a future: the first attempt on the caller's thread, the others where attempts run. */
final class FutureDriver {

    private FutureDriver() {}

    /** A first attempt that is over at once and good is returned as it is, and costs what a blocking one costs. */
    static <S, T extends @Nullable Object> @Nullable CompletionStage<T> call(
            RetryPolicy policy,
            RetryWork<S, ? extends @Nullable CompletionStage<T>, ?> work,
            S subject,
            @Nullable Method method) {
        PolicyState state = policy.state();
        Attempt attempt = state.firstAttempt();
        long startNanos = state.startNanos();
        long startSequence = GiveUpMarker.latestSequence();
        WatchedCall watched = state.watch(method);
        if (state.settings().breaker() != null) {
            CallStart start = new CallStart(state, attempt, null, startNanos, startSequence, watched);
            RetryFuture<T> future = new RetryFuture<>(policy, start, method, work.of(subject));
            future.call().start();
            return future;
        }
        CompletionStage<T> first = null;
        Throwable thrown = null;
        try {
            first = watched == null
                    ? first(state, work, subject, attempt)
                    : watchedFirst(watched, state, work, subject, attempt);
            if (isGood(state, first)) {
                policy.counts(state, method).firstTry();
                if (watched != null) {
                    watched.attemptSucceeded();
                    watched.ended(CallEnd.FIRST_TRY);
                }
                return first;
            }
        } catch (Throwable failure) {
            thrown = failure;
        }
        CallStart start = new CallStart(state, attempt, null, startNanos, startSequence, watched);
        RetryFuture<T> future = new RetryFuture<>(policy, start, method, work.of(subject));
        if (thrown != null) {
            future.begun().failed(thrown);
        } else {
            future.begun();
            future.follow(first);
        }
        return future;
    }

    private static <S, T extends @Nullable Object> @Nullable CompletionStage<T> first(
            PolicyState state, RetryWork<S, ? extends @Nullable CompletionStage<T>, ?> work, S subject, Attempt attempt)
            throws Throwable {
        return state.exposesAttempt() ? AttemptScope.run(work.of(subject), attempt) : work.first(subject, attempt);
    }

    @SuppressWarnings("NullAway") // The work may give no stage; NullAway does not see the nullable type argument.
    private static <S, T extends @Nullable Object> @Nullable CompletionStage<T> watchedFirst(
            WatchedCall watched,
            PolicyState state,
            RetryWork<S, ? extends @Nullable CompletionStage<T>, ?> work,
            S subject,
            Attempt attempt)
            throws Throwable {
        return watched.run(a -> first(state, work, subject, a), attempt);
    }

    private static boolean isGood(PolicyState state, @Nullable CompletionStage<?> stage) {
        if (stage == null) {
            return true;
        }
        // Its subclasses may not tell, or not without effect.
        return stage.getClass() == CompletableFuture.class
                && stage instanceof CompletableFuture<?> future
                && future.isDone()
                && !future.isCompletedExceptionally()
                && !state.classifyResult(future.join()).failed();
    }

    static <S extends @Nullable Object> S invoke(PolicyState state, RetryCall<S, ?> work, Attempt attempt)
            throws Throwable {
        return state.exposesAttempt() ? AttemptScope.run(work, attempt) : work.call(attempt);
    }
}
