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
package io.github.retrystarter.budget;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Keeps the retries of a policy in proportion to its calls, so that an outage is not multiplied by those who meet it.
 *
 * <p>A retry takes its place before its wait, in one atomic step: however many calls fail at the same instant, no more
 * than the bound are allowed. Nothing ever waits for a place. Places come back by themselves when they are older than the
 * window, so that the budget is whole again one window after its last retry.
 *
 * <p>The number of calls is the caller's own counter, which costs a call nothing more; it is sampled when a retry asks for
 * its place, at most about ten times a window. Calls in the window are therefore an estimate: from the youngest sample
 * that is at least a window old, scaled to the window. Where calls come evenly it is right; otherwise it is between the
 * lowest and the highest rate since that sample. Retries are counted in slots of a tenth of the window, which leave
 * together when the last of them is a window old: a retry counts for at most 1.1 windows, and never for less than one.
 *
 * <p>Lock-free and safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class RetryBudget {

    private static final int SLOTS = 10;

    private final AtomicReference<BudgetState> state;

    /**
     * Makes a budget that has seen nothing yet.
     *
     * @param nowNanos the reading of a monotonic clock, the same for all calls of one budget
     */
    public RetryBudget(long nowNanos) {
        state = new AtomicReference<>(BudgetState.startingAt(nowNanos));
    }

    /**
     * Takes a place for one retry if there is one.
     *
     * @param settings the limits now in force
     * @param calls the calls counted so far, a number that never falls
     * @param nowNanos the reading of the clock
     * @return whether the retry may be made
     */
    public boolean tryAcquire(BudgetSettings settings, long calls, long nowNanos) {
        if (!settings.enabled()) {
            return true;
        }
        long window = settings.windowNanos();
        while (true) {
            BudgetState before = state();
            BudgetState now = before.at(calls, nowNanos, window, window / SLOTS);
            boolean allowed = now.retries() < settings.minRetries()
                    || now.retries() + 1 <= settings.bound(now.callsInWindow(calls, nowNanos, window));
            BudgetState after = allowed ? now.withRetryAt(nowNanos, window / SLOTS) : now;
            if (state.compareAndSet(before, after)) {
                return allowed;
            }
        }
    }

    /**
     * Hands back the place of a retry that was allowed and did not start.
     *
     * @param acquiredNanos the reading with which it was taken
     */
    public void release(long acquiredNanos) {
        state.getAndUpdate(before -> before.withoutRetryAt(acquiredNanos));
    }

    /**
     * Returns how many retries would be allowed right now.
     *
     * @param settings the limits now in force
     * @param calls the calls counted so far
     * @param nowNanos the reading of the clock
     * @return the number, not negative; the largest long where there is no limit
     */
    public long available(BudgetSettings settings, long calls, long nowNanos) {
        if (!settings.enabled()) {
            return Long.MAX_VALUE;
        }
        long window = settings.windowNanos();
        BudgetState now = state().at(calls, nowNanos, window, window / SLOTS);
        double bound = settings.bound(now.callsInWindow(calls, nowNanos, window));
        return Math.max(0, (long) Math.floor(bound) - now.retries());
    }

    private BudgetState state() {
        return Objects.requireNonNull(state.get());
    }
}
