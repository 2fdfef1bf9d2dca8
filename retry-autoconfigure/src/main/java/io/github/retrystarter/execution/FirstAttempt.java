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
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.classify.ResultClassification;

/**
 * The first attempt of an asynchronous call, and all that there is of a call that succeeds at once: no more than a few
 * fields, and two atomic steps. A failure makes an {@link AsyncCall} of it. Not for policies that need more before a
 * failure; see {@link #isEnough()}. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public abstract class FirstAttempt {

    /** Nothing has happened, and nothing is counted. */
    private static final int NEW = 0;

    /** The attempt is in flight, and the thread that starts it is on its way. */
    private static final int ENTERING = 1;

    /** The attempt is in flight. */
    private static final int RUNNING = 2;

    /** The attempt is over, but the thread that started it is on its way back. */
    private static final int LEAVING = 3;

    /** The attempt is over, or will never be. */
    private static final int OVER = 4;

    private static final AtomicIntegerFieldUpdater<FirstAttempt> PHASE =
            AtomicIntegerFieldUpdater.newUpdater(FirstAttempt.class, "phase");

    private final RetryPolicy policy;
    private final PolicyState state;
    private final long startSequence = GiveUpMarker.latestSequence();
    private final long thread = Thread.currentThread().getId();
    private volatile int phase;
    private volatile boolean cancelled;

    /**
     * Makes the first attempt of a call, on the thread that is going to start it.
     *
     * @param policy the policy
     */
    protected FirstAttempt(RetryPolicy policy) {
        this.policy = policy;
        this.state = policy.state();
    }

    /**
     * Returns whether a call may begin in this small way: where it needs no clock, nothing watches or guards it, and the
     * work does not ask for its attempt.
     *
     * @return false where an {@link AsyncCall} has to be there from the beginning
     */
    public final boolean isEnough() {
        return state.beginsBare() && !state.hasObservers();
    }

    /**
     * Starts the work on the calling thread.
     *
     * @param attempt the first attempt
     * @throws Throwable if the work throws instead of starting; the attempt has failed then
     */
    protected abstract void enter(Attempt attempt) throws Throwable;

    /**
     * Gives the value to whoever waits for it.
     *
     * @param value the value as the work gave it
     */
    protected abstract void succeed(@Nullable Object value);

    /**
     * Makes the call that goes on after this attempt, by {@link AsyncCall#after}.
     *
     * @return the call
     */
    protected abstract AsyncCall further();

    /**
     * Returns the annotated method, for counts and events.
     *
     * @return the method; null where there is none
     */
    protected abstract @Nullable Method method();

    /** Starts the attempt on the calling thread, unless a cancellation came before. */
    protected final void start() {
        if (!move(NEW, ENTERING)) {
            return;
        }
        try {
            enter(state.firstAttempt());
        } catch (Throwable failure) {
            failed(failure);
        }
        if (phase != ENTERING || !move(ENTERING, RUNNING)) {
            PHASE.lazySet(this, OVER);
        }
    }

    /**
     * Returns whether the calling thread is the one that is going to start the attempt, and has not yet.
     *
     * @return true before the start
     */
    protected final boolean isBeforeStart() {
        return phase == NEW && onStartingThread();
    }

    private boolean onStartingThread() {
        return thread == Thread.currentThread().getId();
    }

    /**
     * Returns whether nobody wants the end of the call any more.
     *
     * @return true after {@link #abandon()}
     */
    protected final boolean cancelled() {
        return cancelled;
    }

    /**
     * Takes the value that the attempt gave.
     *
     * @param value the value; null where the work gave none
     */
    protected final void returned(@Nullable Object value) {
        if (!end()) {
            return;
        }
        ResultClassification result = state.classifyResult(value);
        if (result.failed()) {
            further().goOn(Ending.returned(value, result));
        } else {
            policy.counts(state, method()).firstTry();
            succeed(value);
        }
    }

    /**
     * Takes the failure of the attempt.
     *
     * @param failure the failure
     */
    protected final void failed(Throwable failure) {
        if (end()) {
            further().goOn(Ending.failed(failure));
        }
    }

    /**
     * Ends the call, where this attempt is still to come or in flight, because nobody wants its end any more. Whoever makes
     * a further call of it looks at {@link #cancelled()} when that is known.
     */
    protected final void abandon() {
        cancelled = true;
        if (!move(NEW, OVER) && end()) {
            new OngoingCall(policy, started(), method(), GiveUpMemory.NONE).abandon();
        }
    }

    /** Waits, for a short time at most, until the attempt that another thread is just letting in has begun. */
    protected final void awaitEntry() {
        if (isEntering() && !onStartingThread()) {
            AttemptEntry.await(this::isEntering, state.runtime());
        }
    }

    private boolean isEntering() {
        int now = phase;
        return now == ENTERING || now == LEAVING;
    }

    CallStart started() {
        return new CallStart(state, state.firstAttempt(), null, 0, startSequence, null, thread);
    }

    RetryPolicy policy() {
        return policy;
    }

    /** Whoever gets true here does alone what comes next. */
    private boolean end() {
        // In the order that the phases come in.
        return (phase == ENTERING && move(ENTERING, LEAVING)) || move(RUNNING, OVER);
    }

    private boolean move(int from, int to) {
        return PHASE.compareAndSet(this, from, to);
    }
}
