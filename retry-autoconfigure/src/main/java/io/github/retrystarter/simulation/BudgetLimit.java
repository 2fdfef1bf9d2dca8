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
package io.github.retrystarter.simulation;

import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.budget.RetryBudget;

/** The budget of the library, with the counter of calls that a policy keeps for it. */
final class BudgetLimit implements RetryLimit {

    private final BudgetSettings settings;
    private final RetryBudget budget = new RetryBudget(0);
    private long calls;

    BudgetLimit(BudgetSettings settings) {
        this.settings = settings;
    }

    /** A call counts when its first attempt ends. */
    @Override
    public void attemptEnds(int attempt, boolean success, long nowNanos) {
        if (attempt == 1) {
            calls++;
        }
    }

    @Override
    public boolean allowsRetry(int attempt, long nowNanos) {
        return budget.tryAcquire(settings, calls, nowNanos);
    }

    @Override
    public long available(long nowNanos) {
        return budget.available(settings, calls, nowNanos);
    }
}
