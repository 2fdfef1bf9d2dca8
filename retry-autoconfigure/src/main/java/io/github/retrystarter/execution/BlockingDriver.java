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

import io.github.retrystarter.classify.ResultClassification;
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
        Ending first;
        try {
            T value = invoke(state, call, state.firstAttempt());
            ResultClassification result = state.classifyResult(value);
            if (!result.failed()) {
                policy.counts().firstTry();
                return value;
            }
            first = Ending.returned(value, result);
        } catch (Throwable failure) {
            first = Ending.failed(failure);
        }
        OngoingCall ongoing = new OngoingCall(policy, new CallStart(state, startNanos, startSequence), method);
        Ending last = repeat(ongoing, first, call);
        if (last.failure() != null) {
            throw BlockingDriver.<X>asThrown(last.failure());
        }
        return BlockingDriver.<T>asReturned(last.value());
    }

    static <T extends @Nullable Object, X extends Throwable> RetryResult<T> execute(
            RetryPolicy policy, RetryCall<T, X> call) {
        PolicyState state = policy.state();
        long startNanos = state.startNanos();
        long startSequence = GiveUpMarker.latestSequence();
        Ending first = attempt(state, call, state.firstAttempt());
        if (first.good()) {
            policy.counts().firstTry();
            return new RetryResult<>(BlockingDriver.<T>asReturned(first.value()), null, null, 1, Duration.ZERO);
        }
        OngoingCall ongoing = new OngoingCall(policy, new CallStart(state, startNanos, startSequence), null);
        Ending last = repeat(ongoing, first, call);
        if (last.failure() instanceof Error error) {
            throw error;
        }
        if (last.failure() instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new RetryResult<>(
                BlockingDriver.<T>asReturned(last.value()),
                last.failure(),
                ongoing.reason(),
                ongoing.attempts(),
                ongoing.waited());
    }

    /** Goes on after a first attempt that was not good, until one is or the call is given up. */
    private static Ending repeat(OngoingCall ongoing, Ending first, RetryCall<?, ?> call) {
        Ending ending = first;
        while (mayRepeat(ongoing, ending)) {
            ongoing.discard(ending);
            ending = attempt(ongoing.state(), call, ongoing.nextAttempt());
            if (ending.good()) {
                ongoing.succeeded();
                return ending;
            }
        }
        return ending;
    }

    private static Ending attempt(PolicyState state, RetryCall<?, ?> call, Attempt attempt) {
        try {
            Object value = invoke(state, call, attempt);
            return Ending.returned(value, state.classifyResult(value));
        } catch (Throwable failure) {
            return Ending.failed(failure);
        }
    }

    private static <T extends @Nullable Object, X extends Throwable> T invoke(
            PolicyState state, RetryCall<T, X> call, Attempt attempt) throws X {
        return state.settings().exposeAttempt() ? AttemptScope.run(call, attempt) : call.call(attempt);
    }

    private static boolean mayRepeat(OngoingCall ongoing, Ending ending) {
        if (ongoing.failed(ending) instanceof GiveUp) {
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

    /** A value as the work gave it. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"})
    private static <T extends @Nullable Object> T asReturned(@Nullable Object value) {
        return (T) value;
    }
}
