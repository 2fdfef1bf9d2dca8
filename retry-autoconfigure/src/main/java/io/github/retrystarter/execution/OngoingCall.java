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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.NestedRetries;
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetryDecision.GiveUp;
import io.github.retrystarter.settings.RetryDecision.RetryIn;
import io.github.retrystarter.settings.WaitSource;

/**
 * A call whose first attempt failed, from that failure to its end: asks the settings what to do, counts, marks and
 * tells. Drivers only wait and invoke. Every call ends through exactly one of {@link #succeeded}, {@link #failed} with a
 * give-up, and {@link #stop}.
 */
final class OngoingCall {

    private static final int MOST_EARLIER_FAILURES = 10;

    /** What an inner policy refused to repeat because of the harm is not repeated by an outer one either. */
    private static final Set<GiveUpReason> NEVER_REPEATED =
            EnumSet.of(GiveUpReason.NOT_IDEMPOTENT, GiveUpReason.SERVER_SAID_NO);

    private final RetryPolicy policy;
    private final PolicyState state;
    private final @Nullable Method method;
    private final long startNanos;
    private final long startSequence;
    private final Deque<Throwable> earlierFailures = new ArrayDeque<>(2);

    private int attempt = 1;
    private Duration waited = Duration.ZERO;
    private Duration ownDelay = Duration.ZERO;
    private @Nullable RetryIn next;
    private @Nullable Throwable lastFailure;
    private @Nullable GiveUpReason reason;
    private long acquiredNanos;

    OngoingCall(RetryPolicy policy, CallStart start, @Nullable Method method) {
        this.policy = policy;
        this.state = start.state();
        this.method = method;
        this.startSequence = start.sequence();
        this.startNanos = state.timedFromStart() ? start.nanos() : nanos();
    }

    /** Takes how the attempt that just ended failed; a give-up ends the call. */
    RetryDecision failed(Ending ending) {
        if (attempt == 1) {
            policy.counts().firstFailure();
        }
        policy.counts().attemptFailed();
        remember(ending);
        Classification classification = classify(ending);
        RetryDecision decision = decide(classification, ending);
        if (decision instanceof RetryIn retry) {
            next = retry;
            tell(RetryEvent.Kind.RETRY, ending.failure(), retry.delay(), retry.source(), null);
        } else if (decision instanceof GiveUp giveUp) {
            if (classification.kind() == Classification.Kind.UNCLASSIFIED) {
                state.runtime().diagnostics().unclassified(policy.name(), classification.failure());
            }
            giveUp(giveUp.reason(), retryableByKind(classification, giveUp.reason()));
        }
        return decision;
    }

    private Classification classify(Ending ending) {
        if (ending.failure() != null) {
            return state.classify(ending.failure());
        }
        return new Classification(
                Classification.Kind.RETRYABLE,
                new FailedResult(),
                ending.result().http(),
                false);
    }

    /** What the settings say, and what only a running call can add: inner policies and the budget. */
    private RetryDecision decide(Classification classification, Ending ending) {
        if (classification.retryable() && wasGivenUpInside(ending)) {
            return new GiveUp(GiveUpReason.ALREADY_RETRIED);
        }
        RetryHint hint = state.hintOf(classification);
        if (hint.unreadable() && classification.retryable()) {
            policy.counts().hintUnreadable();
        }
        RetryDecision decision = state.settings()
                .decide(
                        attempt,
                        ownDelay,
                        elapsed(),
                        classification,
                        hint,
                        state.timeAndChance().random());
        if (decision instanceof RetryIn && !hasPlaceInBudget()) {
            return new GiveUp(GiveUpReason.BUDGET);
        }
        return decision;
    }

    private boolean wasGivenUpInside(Ending ending) {
        if (!state.settings().enabled()) {
            return false;
        }
        Optional<GiveUpMarker> inner = ending.failure() == null
                ? Optional.empty()
                : GiveUpMarker.ofInnerCall(ending.failure(), startSequence, policy.name());
        boolean forbidden = inner.isPresent()
                && NEVER_REPEATED.contains(inner.get().content().reason());
        boolean given = inner.isPresent() || GiveUpMemory.covers(ending.failure(), startSequence);
        if (!given || (!forbidden && state.settings().nested() == NestedRetries.ALLOW)) {
            return false;
        }
        state.runtime()
                .diagnostics()
                .nested(policy.name(), inner.map(GiveUpMarker::policy).orElse("unknown"));
        return true;
    }

    private boolean hasPlaceInBudget() {
        acquiredNanos = nanos();
        return state.budget().tryAcquire(state.settings().budget(), acquiredNanos);
    }

    /** Ends the call because of something other than its last failure, before the retry that was allowed. */
    void stop(GiveUpReason why) {
        state.budget().release(acquiredNanos);
        giveUp(why, why.marksFailure());
    }

    /** Releases what a value holds that another attempt takes the place of. */
    void discard(Ending ending) {
        if (ending.failure() == null) {
            state.discard(ending.value());
        }
    }

    /** Accounts for the wait that is over, and returns the attempt that starts now. */
    Attempt nextAttempt() {
        RetryIn wait = scheduled();
        waited = waited.plus(wait.delay());
        ownDelay = wait.ownDelay();
        attempt++;
        policy.waitEnded(wait.source(), wait.delay());
        return new Attempt(policy.name(), attempt, waited, lastFailure);
    }

    void succeeded() {
        policy.counts().recovered(attempt);
        tell(RetryEvent.Kind.RECOVERED, null, Duration.ZERO, null, null);
    }

    /** Waits on the calling thread for the next attempt. */
    void sleep() throws InterruptedException {
        policy.counts().waitBegan();
        try {
            state.timeAndChance().sleeper().sleep(nextDelay());
        } finally {
            policy.counts().waitEnded();
        }
    }

    Duration nextDelay() {
        return scheduled().delay();
    }

    PolicyState state() {
        return state;
    }

    int attempts() {
        return attempt;
    }

    Duration waited() {
        return waited;
    }

    @Nullable
    GiveUpReason reason() {
        return reason;
    }

    private RetryIn scheduled() {
        if (next == null) {
            throw new IllegalStateException("No further attempt was decided");
        }
        return next;
    }

    private void remember(Ending ending) {
        if (lastFailure != null) {
            if (earlierFailures.size() == MOST_EARLIER_FAILURES) {
                earlierFailures.removeFirst();
            }
            earlierFailures.addLast(lastFailure);
        }
        lastFailure = ending.failure();
    }

    /** An interruption that comes from the method itself passes through untouched. */
    private static boolean retryableByKind(Classification classification, GiveUpReason why) {
        return why.marksFailure() && classification.kind() != Classification.Kind.INTERRUPTED;
    }

    private void giveUp(GiveUpReason why, boolean mark) {
        reason = why;
        policy.counts().gaveUp(why);
        if (mark) {
            mark(why);
        }
        tell(RetryEvent.Kind.GAVE_UP, lastFailure, Duration.ZERO, null, why);
    }

    private void mark(GiveUpReason why) {
        Throwable failure = lastFailure;
        if (failure == null || !GiveUpMarker.mark(failure, policy.name(), why, attempt, waited, earlierThan(failure))) {
            GiveUpMemory.remember(failure);
        }
    }

    private List<Throwable> earlierThan(Throwable failure) {
        return earlierFailures.stream().filter(e -> e != failure).toList();
    }

    private void tell(
            RetryEvent.Kind kind,
            @Nullable Throwable failure,
            Duration delay,
            @Nullable WaitSource source,
            @Nullable GiveUpReason why) {
        List<RetryEventListener> listeners = state.listeners();
        if (listeners.isEmpty()) {
            return;
        }
        RetryEvent event =
                new RetryEvent(kind, policy.name(), method, attempt, failure, delay, source, why, waited, elapsed());
        for (RetryEventListener listener : listeners) {
            try {
                listener.onRetryEvent(event);
            } catch (RuntimeException ex) {
                state.runtime().diagnostics().extensionFailed(listener, ex);
            }
        }
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanos() - startNanos);
    }

    private long nanos() {
        return state.timeAndChance().ticker().nanos();
    }
}
