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
package io.github.retrystarter.settings;

import java.time.Duration;
import java.util.Optional;

import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.retryafter.RetryHint;

/** The sum of the largest waits of a policy. */
final class WorstCase {

    /** Beyond this many waits the last ceiling stands for all that follow; no built-in ladder is still rising by then. */
    private static final int MOST_STEPS = 1_000_000;

    private WorstCase() {}

    static Optional<Duration> of(RetrySettings settings) {
        if (!settings.enabled()) {
            return Optional.of(Duration.ZERO);
        }
        if (settings.attempts() == RetrySettings.UNLIMITED) {
            return settings.deadline();
        }
        Optional<Duration> sum = sumOfCeilings(settings.backoff(), settings.attempts() - 1);
        return sum.map(
                total -> settings.deadline().filter(d -> d.compareTo(total) < 0).orElse(total));
    }

    private static Optional<Duration> sumOfCeilings(BackoffStrategy backoff, int waits) {
        Optional<Duration> limit = backoff.ceiling(Integer.MAX_VALUE, RetryHint.LONGEST);
        Duration previous = Duration.ZERO;
        long total = 0;
        for (int attempt = 1; attempt <= waits; attempt++) {
            Optional<Duration> ceiling = backoff.ceiling(attempt, previous);
            if (ceiling.isEmpty()) {
                return Optional.empty();
            }
            long millis = WholeMillis.of(ceiling.get());
            if (ceiling.equals(limit) || attempt == MOST_STEPS) {
                return Optional.of(
                        Duration.ofMillis(WholeMillis.sum(total, WholeMillis.product(millis, waits - attempt + 1L))));
            }
            total = WholeMillis.sum(total, millis);
            previous = ceiling.get();
        }
        return Optional.of(Duration.ofMillis(total));
    }
}
