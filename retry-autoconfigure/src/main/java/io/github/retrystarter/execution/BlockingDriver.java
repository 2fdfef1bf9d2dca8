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
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetryDecision.GiveUp;

/** Runs attempts on the caller's thread and waits on it. */
final class BlockingDriver {

    private BlockingDriver() {}

    /** Until the first failure this costs two volatile reads and a counter: no clock, no lock, no object of ours. */
    static <T extends @Nullable Object, X extends Throwable> T call(
            RetryPolicy policy, RetryCall<T, X> call, @Nullable Method method) throws X {
        PolicyState state = policy.state();
        long startNanos = state.startNanos();
        long startSequence = GiveUpMarker.latestSequence();
        T value;
        try {
            value = invoke(state, call, state.firstAttempt());
        } catch (Throwable failure) {
            CallStart start = new CallStart(state, startNanos, startSequence);
            return repeat(new OngoingCall(policy, start, method), failure, call);
        }
        policy.counts().firstTry();
        return value;
    }

    static <T extends @Nullable Object, X extends Throwable> RetryResult<T> execute(
            RetryPolicy policy, RetryCall<T, X> call) {
        PolicyState state = policy.state();
        long startNanos = state.startNanos();
        long startSequence = GiveUpMarker.latestSequence();
        T value;
        try {
            value = invoke(state, call, state.firstAttempt());
        } catch (Throwable failure) {
            CallStart start = new CallStart(state, startNanos, startSequence);
            return result(new OngoingCall(policy, start, null), failure, call);
        }
        policy.counts().firstTry();
        return new RetryResult<>(value, null, null, 1, Duration.ZERO);
    }

    private static <T extends @Nullable Object, X extends Throwable> T invoke(
            PolicyState state, RetryCall<T, X> call, Attempt attempt) throws X {
        return state.settings().exposeAttempt() ? AttemptScope.run(call, attempt) : call.call(attempt);
    }

    private static <T extends @Nullable Object, X extends Throwable> RetryResult<T> result(
            OngoingCall ongoing, Throwable firstFailure, RetryCall<T, X> call) {
        T value;
        try {
            value = repeat(ongoing, firstFailure, call);
        } catch (Error error) {
            throw error;
        } catch (Throwable failure) {
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return new RetryResult<>(null, failure, ongoing.reason(), ongoing.attempts(), ongoing.waited());
        }
        return new RetryResult<>(value, null, null, ongoing.attempts(), ongoing.waited());
    }

    private static <T extends @Nullable Object, X extends Throwable> T repeat(
            OngoingCall ongoing, Throwable firstFailure, RetryCall<T, X> call) throws X {
        Throwable failure = firstFailure;
        while (mayRepeat(ongoing, failure)) {
            T value;
            try {
                value = invoke(ongoing.state(), call, ongoing.nextAttempt());
            } catch (Throwable next) {
                failure = next;
                continue;
            }
            ongoing.succeeded();
            return value;
        }
        throw BlockingDriver.<X>asThrown(failure);
    }

    private static boolean mayRepeat(OngoingCall ongoing, Throwable failure) {
        if (ongoing.failed(failure) instanceof GiveUp) {
            return false;
        }
        if (waited(ongoing)) {
            return true;
        }
        Thread.currentThread().interrupt();
        ongoing.stop(GiveUpReason.INTERRUPTED);
        return false;
    }

    private static boolean waited(OngoingCall ongoing) {
        if (Thread.currentThread().isInterrupted()) {
            return false;
        }
        if (ongoing.nextDelay().isZero()) {
            return true;
        }
        try {
            ongoing.sleep();
            return !Thread.currentThread().isInterrupted();
        } catch (InterruptedException interruption) {
            return false;
        }
    }

    /** The failure as the work threw it, checked or not: whatever it is, the work may throw it. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X asThrown(Throwable failure) {
        return (X) failure;
    }
}
