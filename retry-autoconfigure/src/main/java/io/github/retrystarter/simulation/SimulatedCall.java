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
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetryDecision.RetryIn;

/** One call: the number of its attempt, and its own last wait. */
final class SimulatedCall {

    /** Attempts without limit and without waits would never let the time pass. */
    private static final int TOO_MANY = 1_000_000;

    private final DecisionRule rule;
    private final RandomGenerator random;
    private int attempt = 1;
    private Duration ownDelay = Duration.ZERO;

    SimulatedCall(DecisionRule rule, RandomGenerator random) {
        this.rule = rule;
        this.random = random;
    }

    int attempt() {
        return attempt;
    }

    RetryDecision failed(Classification failure, RetryHint hint, Duration elapsed) {
        return rule.decide(attempt, ownDelay, elapsed, failure, hint, random);
    }

    /** Goes on to the next attempt. */
    void retry(RetryIn wait) {
        if (attempt == TOO_MANY) {
            throw new IllegalStateException("A call has made " + attempt
                    + " attempts: attempts (unlimited) needs waits that are longer than nothing, or a deadline");
        }
        attempt++;
        ownDelay = wait.ownDelay();
    }
}
