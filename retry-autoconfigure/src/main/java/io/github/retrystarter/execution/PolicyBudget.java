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

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.budget.RetryBudget;

/** The budget of one policy with the clock and the counter that it needs. It outlives changes of the settings. */
final class PolicyBudget {

    private final String policy;
    private final RetryRuntime runtime;
    private final RetryCounts counts;
    private final long startNanos;
    private volatile @Nullable RetryBudget budget;
    private final AtomicBoolean refusing = new AtomicBoolean();
    private volatile long lastRefusalNanos;

    PolicyBudget(String policy, RetryRuntime runtime, RetryCounts counts) {
        this.policy = policy;
        this.runtime = runtime;
        this.counts = counts;
        this.startNanos = runtime.timeAndChance().ticker().nanos();
    }

    /** Made when the first retry wants a place: an application starts without it. It counts from the start in any case. */
    private RetryBudget budget() {
        RetryBudget found = budget;
        return found != null ? found : makeBudget();
    }

    private synchronized RetryBudget makeBudget() {
        RetryBudget found = budget;
        if (found == null) {
            found = new RetryBudget(startNanos);
            budget = found;
        }
        return found;
    }

    boolean tryAcquire(BudgetSettings settings, long nowNanos) {
        boolean allowed = budget().tryAcquire(settings, counts.callsBegun(), nowNanos);
        if (!allowed) {
            refused(nowNanos);
        } else if (refusing.get()) {
            allowed(settings, nowNanos);
        }
        return allowed;
    }

    private void refused(long nowNanos) {
        lastRefusalNanos = nowNanos;
        if (!refusing.get() && refusing.compareAndSet(false, true)) {
            runtime.diagnostics().budgetRefuses(policy);
        }
    }

    /** In the midst of an outage one retry in a few is allowed all the time; the refusals have to have ended. */
    private void allowed(BudgetSettings settings, long nowNanos) {
        if (Duration.ofNanos(nowNanos - lastRefusalNanos).compareTo(settings.window()) >= 0
                && refusing.compareAndSet(true, false)) {
            runtime.diagnostics().budgetAllowsAgain(policy);
        }
    }

    void release(long acquiredNanos) {
        budget().release(acquiredNanos);
    }

    double available(BudgetSettings settings) {
        if (!settings.enabled()) {
            return Double.POSITIVE_INFINITY;
        }
        long nowNanos = runtime.timeAndChance().ticker().nanos();
        return budget().available(settings, counts.callsBegun(), nowNanos);
    }
}
