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
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetryDecision.RetryIn;

/** Runs attempts on the caller's thread and waits on it. */
final class BlockingDriver {

    private BlockingDriver() {}

    static <T extends @Nullable Object, X extends Throwable> T call(
            RetryPolicy policy, RetryCall<T, X> call, @Nullable Method method) throws X {
        return BlockingDriver.<RetryCall<T, X>, T, X>call(policy, SingleCall.of(), call, method);
    }

    /**
     * Until the first failure a plain call costs a few volatile reads, a look at a value that is not null, and a counter: no
     * lock, no object of ours, and no clock but for a policy with a deadline.
     */
    static <S, T extends @Nullable Object, X extends Throwable> T call(
            RetryPolicy policy, RetryWork<S, T, X> work, S subject, @Nullable Method method) throws X {
        PolicyState state = policy.state();
        if (!state.isPlain()) {
            RetryCall<T, X> call = work.of(subject);
            return BlockingDriver.<T, X>outcome(guarded(policy, state, call, method, state.watch(method)), call);
        }
        long startNanos = state.startNanos();
        long startSequence = GiveUpMarker.latestSequence();
        Ending first;
        try {
            T value = work.first(subject, state.firstAttempt());
            ResultClassification result = state.classifyResult(value);
            if (!result.failed()) {
                policy.counts(state, method).firstTry();
                return value;
            }
            first = Ending.returned(value, result);
        } catch (Throwable failure) {
            first = Ending.failed(failure);
        }
        CallStart start = new CallStart(state, state.firstAttempt(), null, startNanos, startSequence, null);
        return goOn(new OngoingCall(policy, start, method, ThreadGiveUpMemory.INSTANCE), first, work.of(subject));
    }

    private static <T extends @Nullable Object, X extends Throwable> T goOn(
            OngoingCall ongoing, Ending first, RetryCall<T, X> call) throws X {
        return BlockingDriver.<T, X>outcome(repeat(ongoing, first, call), call);
    }

    static <T extends @Nullable Object, X extends Throwable> RetryResult<T> execute(
            RetryPolicy policy, RetryCall<T, X> call) {
        PolicyState state = policy.state();
        Finish finish = guarded(policy, state, call, null, state.watch(null));
        Ending last = finish.ending();
        if (last.failure() instanceof Error error) {
            throw error;
        }
        if (last.failure() instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new RetryResult<>(
                BlockingDriver.<T>asReturned(last.value()),
                last.failure(),
                finish.reason(),
                finish.attempts(),
                finish.waited());
    }

    /** A whole call, with the circuit breaker around it where the policy has one. */
    private static Finish guarded(
            RetryPolicy policy,
            PolicyState state,
            RetryCall<?, ?> call,
            @Nullable Method method,
            @Nullable WatchedCall watched) {
        RetryBreaker breaker = state.breaker();
        if (breaker == null) {
            return run(policy, CallStart.of(state, state.firstAttempt(), null, watched), call, method);
        }
        RetryBreaker.Permission permission;
        try {
            permission = breaker.acquire();
        } catch (RuntimeException refusal) {
            policy.refused(refusal, method, watched);
            return new Finish(Ending.failed(refusal), GiveUpReason.CIRCUIT_OPEN, 0, Duration.ZERO);
        }
        try {
            return run(policy, CallStart.of(state, state.firstAttempt(), permission, watched), call, method);
        } finally {
            permission.release();
        }
    }

    private static Finish run(RetryPolicy policy, CallStart start, RetryCall<?, ?> call, @Nullable Method method) {
        WatchedCall watched = start.watched();
        Ending first = attempt(start.state(), call, start.attempt(), start.permission(), watched);
        if (first.good()) {
            policy.counts(start.state(), method).firstTry();
            if (watched != null) {
                watched.ended(CallEnd.FIRST_TRY);
            }
            return new Finish(first, null, 1, Duration.ZERO);
        }
        return repeat(new OngoingCall(policy, start, method, ThreadGiveUpMemory.INSTANCE), first, call);
    }

    private static <T extends @Nullable Object, X extends Throwable> T outcome(Finish finish, RetryCall<T, X> call)
            throws X {
        Throwable failure = finish.ending().failure();
        FallbackCall<T, X> fallback = Fallback.of(call, finish.reason(), failure);
        if (fallback != null) {
            return Fallback.run(fallback, failure);
        }
        if (failure != null) {
            throw BlockingDriver.<X>asThrown(failure);
        }
        return BlockingDriver.<T>asReturned(finish.ending().value());
    }

    /** Goes on after a first attempt that was not good, until one is or the call is given up. */
    private static Finish repeat(OngoingCall ongoing, Ending first, RetryCall<?, ?> call) {
        Ending ending = first;
        while (mayRepeat(ongoing, ending, call)) {
            ongoing.discard(ending);
            ending = attempt(ongoing.state(), call, ongoing.nextAttempt(), ongoing.permission(), ongoing.watched());
            if (ending.good()) {
                ongoing.succeeded();
                break;
            }
        }
        return new Finish(ending, ongoing.reason(), ongoing.attempts(), ongoing.waited());
    }

    private static Ending attempt(
            PolicyState state,
            RetryCall<?, ?> call,
            Attempt attempt,
            RetryBreaker.@Nullable Permission permission,
            @Nullable WatchedCall watched) {
        if (permission == null) {
            return attempt(state, call, attempt, watched);
        }
        Ticker ticker = state.timeAndChance().ticker();
        long startNanos = ticker.nanos();
        Ending ending = attempt(state, call, attempt, watched);
        BreakerRecord.attempt(state, permission, ending, Duration.ofNanos(ticker.nanos() - startNanos));
        return ending;
    }

    private static Ending attempt(
            PolicyState state, RetryCall<?, ?> call, Attempt attempt, @Nullable WatchedCall watched) {
        if (watched == null) {
            return attempt(state, call, attempt);
        }
        Ending ending = watched.run(a -> attempt(state, call, a), attempt);
        watched.attemptEnded(ending);
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
        return state.exposesAttempt() ? AttemptScope.run(call, attempt) : call.call(attempt);
    }

    private static boolean mayRepeat(OngoingCall ongoing, Ending ending, RetryCall<?, ?> call) {
        RetryDecision decision = ongoing.failed(ending, call);
        while (decision instanceof RetryIn retry) {
            GiveUpReason obstacle = waited(ongoing, retry.delay());
            if (obstacle != null) {
                ongoing.stop(obstacle);
                return false;
            }
            decision = retry.delay().isZero() ? ongoing.hindranceByOthers() : ongoing.hindrance();
        }
        return decision == null;
    }

    /** Waits; returns what stops the call, or null where the wait went by. */
    private static @Nullable GiveUpReason waited(OngoingCall ongoing, Duration delay) {
        if (Thread.currentThread().isInterrupted()) {
            return GiveUpReason.INTERRUPTED;
        }
        try {
            boolean over = ongoing.sleep(delay);
            if (Thread.currentThread().isInterrupted()) {
                return GiveUpReason.INTERRUPTED;
            }
            return over ? null : GiveUpReason.SHUTDOWN;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return GiveUpReason.INTERRUPTED;
        } catch (Throwable broken) {
            // A sleeper of the user's that throws: going on without the wait would be a storm.
            ongoing.state()
                    .runtime()
                    .diagnostics()
                    .extensionFailed(ongoing.state().timeAndChance().sleeper(), Guard.unchecked(broken));
            return GiveUpReason.INTERRUPTED;
        }
    }

    /** How a call ended, and what it took. */
    private record Finish(Ending ending, @Nullable GiveUpReason reason, int attempts, Duration waited) {}

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
