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
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetryDecision.RetryIn;

/**
 * One call whose attempts end later, and which holds no thread while it waits: the same for every asynchronous style. It
 * is in one phase at a time, and whoever moves it out of a phase does alone what comes next; so it ends once, whatever
 * comes together. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class AsyncCall {

    private static final AtomicReferenceFieldUpdater<AsyncCall, Phase> PHASE =
            AtomicReferenceFieldUpdater.newUpdater(AsyncCall.class, Phase.class, "phase");

    private final RetryPolicy policy;
    private final @Nullable Method method;
    private final AsyncStyle style;
    private final GiveUpMemory memory;

    private volatile Phase phase = Phase.NEW;
    private volatile boolean cancelled;
    private volatile @Nullable Thread entering;

    // These belong to whoever moved the call out of its last phase.
    private CallStart start;
    private @Nullable OngoingCall ongoing;
    private @Nullable Object lastValue;
    private @Nullable AsyncWait wait;
    private long attemptNanos;

    private enum Phase {
        /** Nothing has happened, and nothing is counted. */
        NEW,
        /** An attempt is about to begin; it does, unless a cancellation came before. */
        STARTING,
        /** An attempt is in flight. */
        ATTEMPT,
        /** Somebody works out what comes next. */
        DECIDING,
        /** The next attempt is not due yet, or on its way to where it will run. */
        WAITING,
        /** Nothing comes any more. */
        ENDED
    }

    AsyncCall(RetryPolicy policy, CallStart start, @Nullable Method method, AsyncStyle style, GiveUpMemory memory) {
        this.policy = policy;
        this.start = start;
        this.method = method;
        this.style = style;
        this.memory = memory;
    }

    /**
     * Makes a call that has not begun.
     *
     * @param policy the policy
     * @param method the annotated method, for events; null where there is none
     * @param style what the style adds
     * @param scope ties the call to those around and inside it
     * @return the call
     */
    public static AsyncCall of(RetryPolicy policy, @Nullable Method method, AsyncStyle style, CallScope scope) {
        PolicyState state = policy.state();
        return new AsyncCall(
                policy, CallStart.of(state, state.firstAttempt(), null, null), method, style, scope.memory());
    }

    /**
     * Makes the call that goes on after a first attempt which has ended.
     *
     * @param first the first attempt
     * @param style what the style adds
     * @param scope ties the call to those around and inside it
     * @return the call, which awaits the end of that attempt from it
     */
    public static AsyncCall after(FirstAttempt first, AsyncStyle style, CallScope scope) {
        AsyncCall call = new AsyncCall(first.policy(), first.started(), first.method(), style, scope.memory());
        call.phase = Phase.DECIDING;
        return call;
    }

    /**
     * Starts the first attempt on the calling thread, unless the circuit breaker of the policy refuses.
     *
     * @throws UnknownCircuitBreakerException if the breaker does not exist
     */
    public void start() {
        PolicyState state = start.state();
        RetryBreaker breaker = state.breaker();
        if (!letIn(Phase.NEW)) {
            return;
        }
        if (start.watched() == null && state.hasObservers()) {
            watch(state);
        }
        if (breaker != null) {
            try {
                start = CallStart.of(state, start.attempt(), breaker.acquire(), start.watched());
            } catch (RuntimeException refusal) {
                phase = Phase.ENDED;
                entering = null;
                policy.refused(refusal, method, start.watched());
                style.fail(refusal, GiveUpReason.CIRCUIT_OPEN);
                return;
            }
        }
        startAttempt(start.attempt());
    }

    private void watch(PolicyState state) {
        style.inContext(() -> {
            WatchedCall watched = state.watch(method, style::surrounding);
            if (watched != null) {
                start = new CallStart(
                        state, start.attempt(), start.permission(), start.nanos(), start.sequence(), watched);
            }
        });
    }

    /**
     * Starts an attempt on the calling thread, so that observers of the call know it. A style that changes what the thread
     * knows does that around this.
     *
     * @param start starts the attempt
     * @param attempt the attempt
     * @param <T> what the start gives
     * @param <X> what it may throw
     * @return what it gave
     * @throws X what it threw
     */
    public <T extends @Nullable Object, X extends Throwable> T watched(RetryCall<T, X> start, Attempt attempt)
            throws X {
        WatchedCall watched = this.start.watched();
        return watched == null ? start.call(attempt) : watched.run(start, attempt);
    }

    /**
     * Adds to the context that a reactive attempt is subscribed with, within {@link #watched}.
     *
     * @param context takes a key and a value
     */
    public void contribute(BiConsumer<Object, Object> context) {
        WatchedCall watched = start.watched();
        if (watched != null) {
            watched.contribute(context);
        }
    }

    /**
     * Invokes the work for an attempt on the calling thread, which knows the attempt where the policy exposes it.
     *
     * @param work the work
     * @param attempt the attempt
     * @param <T> what the work gives
     * @return what the work gave
     * @throws Throwable what the work threw
     */
    public <T extends @Nullable Object> T invoke(RetryCall<T, ?> work, Attempt attempt) throws Throwable {
        return FutureDriver.invoke(start.state(), work, attempt);
    }

    /**
     * Returns whether the policy makes its attempts known to the work.
     *
     * @return true where something may want to know the attempt
     */
    public boolean exposesAttempt() {
        return start.state().exposesAttempt();
    }

    /** Takes over a call whose first attempt has begun. */
    void begun() {
        phase = Phase.ATTEMPT;
    }

    /**
     * Takes the value that the attempt in flight gave.
     *
     * @param value the value; null where the work gave none
     */
    public void returned(@Nullable Object value) {
        ended(value, null, true);
    }

    /**
     * Takes the failure of the attempt in flight.
     *
     * @param failure the failure, freed from what futures wrap around it
     */
    public void failed(Throwable failure) {
        ended(null, failure, true);
    }

    /**
     * Takes the end of an attempt that was good as far as it gave what it had, such as the elements of a stream.
     */
    public void completed() {
        ended(null, null, true);
    }

    /**
     * Takes the failure of an attempt of whose result a part has gone out already.
     *
     * @param failure the failure
     */
    public void brokeOff(Throwable failure) {
        ended(null, failure, false);
    }

    /**
     * Ends the call because nobody wants its end any more. No attempt begins after this has returned; the one in flight is
     * cancelled where its type allows it. Does nothing where the call has ended.
     */
    public void cancel() {
        // Set before the phase is looked at: whoever decides or starts at this moment looks here after moving on.
        cancelled = true;
        if (move(Phase.WAITING, Phase.ENDED)) {
            stopWaiting(GiveUpReason.CANCELLED);
        } else if (move(Phase.ATTEMPT, Phase.ENDED)) {
            ongoing().abandon();
            release();
            style.cancelAttempt();
        }
        awaitEntry();
    }

    /**
     * The attempt that was let in last may be on its way to the work still; it has begun when this returns, but for one
     * whose thread gets no time at all.
     */
    private void awaitEntry() {
        Thread thread = entering;
        if (thread != null && thread != Thread.currentThread()) {
            AttemptEntry.await(() -> entering != null, start.state().runtime());
        }
    }

    /** Lets an attempt in, unless a cancellation came before. */
    private boolean letIn(Phase from) {
        entering = Thread.currentThread();
        if (move(from, Phase.STARTING) && !cancelled) {
            return true;
        }
        phase = Phase.ENDED;
        entering = null;
        return false;
    }

    private void startAttempt(Attempt attempt) {
        phase = Phase.ATTEMPT;
        try {
            attemptNanos = start.permission() == null ? 0 : nanos();
            style.start(attempt);
        } catch (Throwable failure) {
            failed(failure);
        } finally {
            entering = null;
        }
        if (cancelled) {
            // It came while the attempt was let in: the end was left to this thread, or the attempt was not there yet.
            cancel();
            style.cancelAttempt();
        }
    }

    private void ended(@Nullable Object value, @Nullable Throwable failure, boolean repeatable) {
        if (!move(Phase.ATTEMPT, Phase.DECIDING)) {
            return;
        }
        Ending ending = ending(value, failure, repeatable);
        record(ending);
        WatchedCall watched = start.watched();
        if (watched != null) {
            watched.attemptEnded(ending);
        }
        if (ending.good()) {
            succeed(ending);
        } else {
            goOn(ending);
        }
    }

    /** Works out what comes after an attempt that was not good. */
    void goOn(Ending ending) {
        lastValue = ending.value();
        decide(() -> ongoing().failed(ending, style.work()), ending.failure());
    }

    /** Asks what comes next. Were that to throw, nobody would ever get an end: it is that of the last failure then. */
    private void decide(Supplier<@Nullable RetryDecision> question, @Nullable Throwable last) {
        RetryDecision decision;
        try {
            decision = question.get();
        } catch (Throwable broken) {
            phase = Phase.ENDED;
            release();
            Throwable failure = last != null ? last : broken;
            tellBroken(failure);
            style.fail(failure, GiveUpReason.INTERRUPTED);
            start.state()
                    .runtime()
                    .diagnostics()
                    .extensionFailed(start.state().timeAndChance(), Guard.unchecked(broken));
            return;
        }
        follow(decision);
    }

    private void tellBroken(Throwable failure) {
        OngoingCall known = ongoing;
        WatchedCall watched = start.watched();
        if (known != null) {
            known.broken(failure);
        } else if (watched != null) {
            watched.ended(new CallEnd(CallOutcome.GAVE_UP, GiveUpReason.INTERRUPTED, 1, Duration.ZERO, failure));
        }
    }

    private Ending ending(@Nullable Object value, @Nullable Throwable failure, boolean repeatable) {
        if (failure == null) {
            return Ending.returned(value, start.state().classifyResult(value));
        }
        return repeatable ? Ending.failed(failure) : Ending.brokenOff(failure);
    }

    private void succeed(Ending ending) {
        phase = Phase.ENDED;
        if (ongoing == null) {
            policy.counts(start.state(), method).firstTry();
            WatchedCall watched = start.watched();
            if (watched != null) {
                watched.ended(CallEnd.FIRST_TRY);
            }
        } else {
            ongoing.succeeded();
        }
        release();
        style.succeed(ending.value());
    }

    /** Does what was decided; null means that the attempt may start. */
    private void follow(@Nullable RetryDecision decision) {
        if (decision == null) {
            startFurther();
        } else if (decision instanceof RetryIn retry) {
            await(retry.delay());
        } else {
            giveUp();
        }
    }

    private void await(Duration delay) {
        AsyncWait next = new AsyncWait(ongoing().nanos() + Nanos.of(delay));
        if (!ongoing().beginWait(next, delay)) {
            ongoing().stop(GiveUpReason.SHUTDOWN);
            giveUp();
            return;
        }
        wait = next;
        phase = Phase.WAITING;
        next.begin(delay);
        if (cancelled) {
            cancel();
        } else if (next.endsEarly) {
            next.shutDown();
        }
    }

    /** Runs where attempts run, when the wait is over. */
    private void further() {
        if (!move(Phase.WAITING, Phase.DECIDING)) {
            return;
        }
        ongoing().endWait(pendingWait());
        if (style.abandoned()) {
            cancelled = true;
        }
        if (cancelled) {
            startFurther();
        } else {
            decide(() -> ongoing().hindrance(), ongoing().lastFailure());
        }
    }

    private void startFurther() {
        if (!letIn(Phase.DECIDING)) {
            ongoing().stop(GiveUpReason.CANCELLED);
            release();
            return;
        }
        if (ongoing().lastFailure() == null) {
            start.state().discard(lastValue);
        }
        lastValue = null;
        startAttempt(ongoing().nextAttempt());
    }

    /** The call was moved out of its wait, which is not going to be followed by an attempt. */
    private void stopWaiting(GiveUpReason why) {
        pendingWait().cancel();
        ongoing().endWait(pendingWait());
        ongoing().stop(why);
        if (why == GiveUpReason.CANCELLED) {
            release();
        } else {
            giveUp();
        }
    }

    /** Hands the last failure out; the reason is known. */
    private void giveUp() {
        phase = Phase.ENDED;
        release();
        Throwable failure = ongoing().lastFailure();
        GiveUpReason reason = ongoing().reason();
        if (reason == null) {
            throw new IllegalStateException("The call was not given up");
        }
        if (failure != null) {
            style.fail(failure, reason);
        } else {
            style.failWith(lastValue, reason);
        }
    }

    private void record(Ending ending) {
        RetryBreaker.Permission permission = start.permission();
        if (permission != null) {
            BreakerRecord.attempt(start.state(), permission, ending, Duration.ofNanos(nanos() - attemptNanos));
        }
    }

    private void release() {
        RetryBreaker.Permission permission = start.permission();
        if (permission != null) {
            permission.release();
        }
    }

    private boolean move(Phase from, Phase to) {
        return PHASE.compareAndSet(this, from, to);
    }

    private OngoingCall ongoing() {
        OngoingCall known = ongoing;
        if (known == null) {
            known = new OngoingCall(policy, start, method, memory);
            ongoing = known;
        }
        return known;
    }

    private AsyncWait pendingWait() {
        if (wait == null) {
            throw new IllegalStateException("There was no wait");
        }
        return wait;
    }

    private long nanos() {
        return start.state().timeAndChance().ticker().nanos();
    }

    /** A wait of this call. */
    private final class AsyncWait extends RetryWaits.Wait implements Runnable {

        private final long endNanos;
        private volatile RetryTimer.@Nullable Timeout timeout;
        private volatile boolean endsEarly;

        AsyncWait(long endNanos) {
            this.endNanos = endNanos;
        }

        void begin(Duration delay) {
            if (delay.isZero()) {
                run();
                return;
            }
            try {
                timeout = start.state().timeAndChance().timer().schedule(this, delay);
            } catch (Throwable broken) {
                cannotGoOn(broken);
            }
            if (phase == Phase.ENDED) {
                cancel();
            }
        }

        void cancel() {
            RetryTimer.Timeout due = timeout;
            if (due != null) {
                due.cancel();
            }
        }

        /** On the timer's thread: the attempt itself runs elsewhere. */
        @Override
        public void run() {
            try {
                style.handOver(AsyncCall.this::further);
            } catch (Throwable rejected) {
                cannotGoOn(rejected);
            }
        }

        private void cannotGoOn(Throwable problem) {
            if (move(Phase.WAITING, Phase.ENDED)) {
                boolean closing = start.state().runtime().waits().closing();
                if (!closing) {
                    start.state().runtime().diagnostics().attemptRejected(policy.name(), Guard.unchecked(problem));
                }
                stopWaiting(closing ? GiveUpReason.SHUTDOWN : GiveUpReason.INTERRUPTED);
            }
        }

        @Override
        long endNanos() {
            return endNanos;
        }

        @Override
        void shutDown() {
            // Set before the phase is looked at, for a wait that is known but has not begun.
            endsEarly = true;
            if (move(Phase.WAITING, Phase.ENDED)) {
                stopWaiting(GiveUpReason.SHUTDOWN);
            }
        }
    }
}
