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
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.NestedRetries;
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetryDecision.GiveUp;
import io.github.retrystarter.settings.RetryDecision.RetryIn;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.WaitSource;

/**
 * A call whose first attempt failed, from that failure to its end: asks the settings what to do, counts, marks and
 * tells. Drivers only wait and invoke. Every call ends through exactly one of {@link #succeeded}, {@link #failed} with a
 * give-up, and {@link #stop}.
 */
final class OngoingCall {

    /** What an inner policy refused to repeat because of the harm is not repeated by an outer one either. */
    private static final Set<GiveUpReason> NEVER_REPEATED =
            EnumSet.of(GiveUpReason.NOT_IDEMPOTENT, GiveUpReason.SERVER_SAID_NO);

    private final RetryPolicy policy;
    private final CallStart start;
    private final PolicyState state;
    private final @Nullable Method method;
    private final RetryCounts counts;
    private final GiveUpMemory memory;
    private final long startNanos;
    private final FailureTrail failures = new FailureTrail();

    private Attempt current;
    private Duration ownDelay = Duration.ZERO;
    private @Nullable RetryIn next;
    private @Nullable GiveUpReason reason;
    private long acquiredNanos;
    private long attemptThread;

    OngoingCall(RetryPolicy policy, CallStart start, @Nullable Method method, GiveUpMemory memory) {
        this.memory = memory;
        this.policy = policy;
        this.start = start;
        this.state = start.state();
        this.method = method;
        this.counts = policy.counts(state, method);
        this.current = start.attempt();
        this.attemptThread = start.thread();
        this.startNanos = state.timedFromStart() ? start.nanos() : nanos();
    }

    /** Takes how the attempt that just ended failed; a give-up ends the call. */
    RetryDecision failed(Ending ending, RetryCall<?, ?> work) {
        countFailure();
        failures.add(ending.failure());
        Classification classification = classify(ending);
        RetryDecision decision = decide(classification, ending, work);
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

    private void countFailure() {
        if (current.isFirst()) {
            counts.firstFailure();
        } else {
            counts.furtherFailure();
        }
    }

    /** Ends the call during an attempt whose end nobody waits for any more. */
    void abandon() {
        countFailure();
        giveUp(GiveUpReason.CANCELLED, false);
    }

    private Classification classify(Ending ending) {
        Classification classification = ending.failure() != null
                ? state.classify(ending.failure())
                : new Classification(
                        Classification.Kind.RETRYABLE,
                        new FailedResult(),
                        ending.result().http(),
                        false);
        IdempotencyKey key = current.key();
        return key != null && key.sent() ? classification.harmless() : classification;
    }

    /** What the settings say, and what only a running call can add: inner policies, the hold, the breaker, the budget. */
    private RetryDecision decide(Classification classification, Ending ending, RetryCall<?, ?> work) {
        if (classification.retryable() && wasGivenUpInside(ending)) {
            return new GiveUp(GiveUpReason.ALREADY_RETRIED);
        }
        if (classification.retryable() && !ending.repeatable()) {
            return new GiveUp(GiveUpReason.NOT_REPEATABLE);
        }
        RetryDecision decision = ask(classification, hint(classification));
        if (decision instanceof GiveUp) {
            return decision;
        }
        if (!isRestored(work)) {
            return new GiveUp(GiveUpReason.NOT_REPEATABLE);
        }
        RetryBreaker.Permission permission = start.permission();
        if (permission != null && permission.probes()) {
            return new GiveUp(GiveUpReason.HALF_OPEN);
        }
        if (permission != null && !permission.permitsFurtherAttempt()) {
            return new GiveUp(GiveUpReason.CIRCUIT_OPENED);
        }
        return hasPlaceInBudget() ? decision : new GiveUp(GiveUpReason.BUDGET);
    }

    private boolean isRestored(RetryCall<?, ?> work) {
        try {
            return work.restore();
        } catch (RuntimeException ex) {
            state.runtime().diagnostics().extensionFailed(work, ex);
            return false;
        }
    }

    /** Asks the settings; a strategy of the user that throws must not take the place of the failure that the caller gets. */
    private RetryDecision ask(Classification classification, RetryHint hint) {
        try {
            return ask(state.settings(), classification, hint);
        } catch (Throwable ex) {
            return ask(settingsWithout(state.settings().backoff(), ex), classification, hint);
        }
    }

    private RetrySettings settingsWithout(BackoffStrategy broken, Throwable problem) {
        state.runtime().diagnostics().extensionFailed(broken, Guard.unchecked(problem));
        return state.settings().toBuilder().backoff(BackoffKind.FULL_JITTER).build();
    }

    private RetryDecision ask(RetrySettings settings, Classification classification, RetryHint hint) {
        return settings.decide(
                current.number(),
                ownDelay,
                timeUsed(),
                classification,
                hint,
                state.timeAndChance().random());
    }

    /** What the server says in this answer, or what it said in another one where that holds the whole policy back. */
    private RetryHint hint(Classification classification) {
        RetryHint hint = state.hintOf(classification);
        if (!classification.retryable()) {
            return hint;
        }
        if (hint.unreadable()) {
            counts.hintUnreadable();
        }
        return state.settings().hints().hold() ? held(hint) : hint;
    }

    private RetryHint held(RetryHint hint) {
        Ticker ticker = state.timeAndChance().ticker();
        if (hint.delay() != null && state.settings().hints().accepts(hint.delay())) {
            policy.hold().extend(ticker.nanos(), hint.delay());
        }
        return hint.atLeast(policy.hold().remaining(ticker));
    }

    private boolean wasGivenUpInside(Ending ending) {
        if (!state.settings().enabled() || GiveUpMarker.latestSequence() == start.sequence()) {
            // No call anywhere has given up since this one began.
            return false;
        }
        Optional<GiveUpMarker> marker = ending.failure() == null
                ? Optional.empty()
                : GiveUpMarker.ofInnerCall(ending.failure(), start.sequence(), policy.name(), attemptThread);
        Optional<String> inner =
                marker.map(GiveUpMarker::policy).or(() -> memory.policyInside(ending.failure(), start.sequence()));
        boolean forbidden = marker.isPresent()
                && NEVER_REPEATED.contains(marker.get().content().reason());
        if (inner.isEmpty() || (!forbidden && state.settings().nested() == NestedRetries.ALLOW)) {
            return false;
        }
        state.runtime().diagnostics().nested(policy.name(), inner.get());
        return true;
    }

    private boolean hasPlaceInBudget() {
        // The first failure without a deadline has just read the clock: less than one decision ago.
        acquiredNanos = current.isFirst() && !state.timedFromStart() ? startNanos : nanos();
        return state.budget().tryAcquire(state.settings().budget(), acquiredNanos);
    }

    /**
     * Looks once more when a wait is over: a breaker may have opened, and a hint that another call got in the meantime may
     * hold this one back too. Returns null where the attempt may start, a further wait, or the give-up that ends the call.
     */
    @Nullable
    RetryDecision hindrance() {
        RetryDecision byOthers = hindranceByOthers();
        return byOthers == null && state.settings().hints().hold() ? hindranceOfBudget() : byOthers;
    }

    /** The same where no time has gone by, so that the place in the budget is still there. */
    @Nullable
    RetryDecision hindranceByOthers() {
        RetryBreaker.Permission permission = start.permission();
        if (permission != null && !permission.permitsFurtherAttempt()) {
            stop(GiveUpReason.CIRCUIT_OPENED);
            return new GiveUp(GiveUpReason.CIRCUIT_OPENED);
        }
        if (!state.settings().hints().hold()) {
            return null;
        }
        Duration remaining = policy.hold().remaining(state.timeAndChance().ticker());
        return remaining.isZero() ? null : hindranceOfHold(remaining);
    }

    /**
     * A held wait may outlast the window of the budget, and the place in it. Those who come back when the hold ends do so
     * together: no more of them than the budget allows at that moment.
     */
    private @Nullable RetryDecision hindranceOfBudget() {
        long now = nanos();
        BudgetSettings budget = state.settings().budget();
        if (Duration.ofNanos(now - acquiredNanos).compareTo(budget.window()) < 0) {
            return null;
        }
        acquiredNanos = now;
        if (state.budget().tryAcquire(budget, now)) {
            return null;
        }
        giveUp(GiveUpReason.BUDGET, true);
        return new GiveUp(GiveUpReason.BUDGET);
    }

    private RetryDecision hindranceOfHold(Duration remaining) {
        RetryDecision longer = askAgain(remaining);
        if (longer instanceof RetryIn more) {
            RetryIn before = scheduled();
            next = new RetryIn(before.delay().plus(more.delay()), before.ownDelay(), WaitSource.RETRY_AFTER);
        } else if (longer instanceof GiveUp giveUp) {
            stop(giveUp.reason());
        }
        return longer;
    }

    private RetryDecision askAgain(Duration remaining) {
        try {
            return askAgain(state.settings(), remaining);
        } catch (Throwable ex) {
            return askAgain(settingsWithout(state.settings().backoff(), ex), remaining);
        }
    }

    private RetryDecision askAgain(RetrySettings settings, Duration remaining) {
        return settings.heldBack(
                current.number(),
                ownDelay,
                timeUsed(),
                scheduled().delay(),
                remaining,
                state.timeAndChance().random());
    }

    /** Ends the call because of something other than its last failure, before the retry that was allowed. */
    void stop(GiveUpReason why) {
        state.budget().release(acquiredNanos);
        giveUp(why, why.marksFailure());
    }

    /** Tells those who watch the call that it ended because deciding threw. */
    void broken(Throwable failure) {
        ended(CallOutcome.GAVE_UP, GiveUpReason.INTERRUPTED, failure);
    }

    /** Releases what a value holds that another attempt takes the place of. */
    void discard(Ending ending) {
        if (ending.failure() == null) {
            state.discard(ending.value());
        }
    }

    /** Accounts for the wait that is over, and returns the attempt that starts now on the current thread. */
    Attempt nextAttempt() {
        attemptThread = Thread.currentThread().getId();
        RetryIn wait = scheduled();
        ownDelay = wait.ownDelay();
        policy.waitEnded(wait.source(), wait.delay());
        IdempotencyKey key = current.key();
        current = new Attempt(
                policy.name(),
                current.number() + 1,
                waited().plus(wait.delay()),
                failures.last(),
                key == null ? null : key.unsent());
        return current;
    }

    void succeeded() {
        counts.recovered(current.number());
        tell(RetryEvent.Kind.RECOVERED, null, Duration.ZERO, null, null);
        ended(CallOutcome.RECOVERED, null, null);
    }

    /** Waits on the calling thread; returns false where the application shuts down before the wait is over. */
    boolean sleep(Duration delay) throws InterruptedException {
        if (delay.isZero() && watched() == null && !state.runtime().waits().closing()) {
            // Over as soon as it has begun: nobody could see it, or end it.
            return true;
        }
        BlockingWait wait = new BlockingWait(nanos(), delay);
        if (!beginWait(wait, delay)) {
            return false;
        }
        try {
            if (!delay.isZero()) {
                if (state.runtime().onEventLoop()) {
                    state.runtime().diagnostics().blocksEventLoop(policy.name(), method);
                }
                state.timeAndChance().sleeper().sleep(delay, wait);
            }
            return !wait.given();
        } finally {
            endWait(wait);
        }
    }

    /** Returns false where the application shuts down before the wait would be over; it has not begun then. */
    boolean beginWait(RetryWaits.Wait wait, Duration delay) {
        if (!state.runtime().waits().enter(wait)) {
            return false;
        }
        counts.waitBegan();
        WatchedCall watched = watched();
        if (watched != null) {
            watched.waitBegan(delay, scheduled().source());
        }
        return true;
    }

    void endWait(RetryWaits.Wait wait) {
        counts.waitEnded();
        WatchedCall watched = watched();
        if (watched != null) {
            watched.waitEnded();
        }
        state.runtime().waits().leave(wait);
    }

    PolicyState state() {
        return state;
    }

    RetryBreaker.@Nullable Permission permission() {
        return start.permission();
    }

    @Nullable
    WatchedCall watched() {
        return start.watched();
    }

    /** The failure of the last attempt; null where a returned value was the failure. */
    @Nullable
    Throwable lastFailure() {
        return failures.last();
    }

    int attempts() {
        return current.number();
    }

    Duration waited() {
        return current.waited();
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

    /** An interruption that comes from the method itself passes through untouched. */
    private static boolean retryableByKind(Classification classification, GiveUpReason why) {
        return why.marksFailure() && classification.kind() != Classification.Kind.INTERRUPTED;
    }

    private void giveUp(GiveUpReason why, boolean mark) {
        reason = why;
        counts.gaveUp(why);
        if (mark) {
            failures.mark(policy.name(), why, attempts(), waited(), start.thread(), memory);
        }
        tell(RetryEvent.Kind.GAVE_UP, failures.last(), Duration.ZERO, null, why);
        ended(CallOutcome.GAVE_UP, why, why == GiveUpReason.CANCELLED ? null : failures.last());
    }

    private void ended(CallOutcome outcome, @Nullable GiveUpReason why, @Nullable Throwable failure) {
        WatchedCall watched = watched();
        if (watched != null) {
            watched.ended(new CallEnd(outcome, why, attempts(), waited(), failure));
        }
    }

    private void tell(
            RetryEvent.Kind kind,
            @Nullable Throwable failure,
            Duration delay,
            @Nullable WaitSource source,
            @Nullable GiveUpReason why) {
        if (state.wants(kind)) {
            state.tell(new RetryEvent(
                    kind, policy.name(), method, attempts(), failure, delay, source, why, waited(), elapsed()));
        }
    }

    /** What a decision has to know of the time: nothing where there is no deadline. */
    private Duration timeUsed() {
        return state.timedFromStart() ? elapsed() : Duration.ZERO;
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanos() - startNanos);
    }

    long nanos() {
        return state.timeAndChance().ticker().nanos();
    }
}
