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
import java.util.random.RandomGenerator;

import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.retryafter.HintSource;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.HintSettings;
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetrySettings;

/** What decides about a failed attempt: the settings of a policy, or a rule that they are compared with. */
@FunctionalInterface
interface DecisionRule {

    RetryDecision decide(
            int attempt,
            Duration previousDelay,
            Duration elapsed,
            Classification failure,
            RetryHint hint,
            RandomGenerator random);

    /** The decision of a policy, which reads a Retry-After header only where its settings say so. */
    static DecisionRule of(RetrySettings settings) {
        HintSettings hints = settings.hints();
        return hints.enabled() && hints.sources().contains(HintSource.RETRY_AFTER)
                ? settings::decide
                : (attempt, previousDelay, elapsed, failure, hint, random) ->
                        settings.decide(attempt, previousDelay, elapsed, failure, RetryHint.NONE, random);
    }
}
