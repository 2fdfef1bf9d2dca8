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

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.settings.RetrySettings;

/** Policies and triggers that overloads are compared with. */
final class Overloads {

    static final Duration TRIGGER_START = Duration.ofSeconds(30);
    static final Duration TRIGGER_LENGTH = Duration.ofSeconds(10);
    static final Duration TRIGGER_END = TRIGGER_START.plus(TRIGGER_LENGTH);

    static final Trigger SLOW_DOWN = Trigger.slowDown(TRIGGER_START, TRIGGER_LENGTH, 5);
    static final Trigger CAPACITY_LOSS = Trigger.capacityLoss(TRIGGER_START, TRIGGER_LENGTH, 0.2);

    static final RetrySettings DEFAULT = RetrySettings.builder().build();

    private Overloads() {}

    static RetrySettings withoutBudget(BackoffKind backoff) {
        return RetrySettings.builder()
                .backoff(backoff)
                .budget(new BudgetSettings(false, 0.2, Duration.ofSeconds(10), 10))
                .build();
    }

    static Map<String, RetrySettings> policies() {
        Map<String, RetrySettings> policies = new LinkedHashMap<>();
        policies.put("no retries", DEFAULT.toBuilder().attempts(1).build());
        policies.put("exponential, no budget", withoutBudget(BackoffKind.EXPONENTIAL));
        policies.put("full jitter, no budget", withoutBudget(BackoffKind.FULL_JITTER));
        policies.put(
                "exponential, budget",
                DEFAULT.toBuilder().backoff(BackoffKind.EXPONENTIAL).build());
        policies.put("full jitter, budget (the default)", DEFAULT);
        return policies;
    }
}
