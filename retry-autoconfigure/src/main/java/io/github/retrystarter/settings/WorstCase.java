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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.retryafter.RetryHint;

/** What is known in advance about the waits of a policy. */
final class WorstCase {

    /** Steps that are looked at one by one; a ladder that still rises after that is taken for one that has arrived. */
    private static final int MOST_STEPS = 100_000;

    private static final int MOST_ROWS = 20;

    private final RetrySettings settings;

    WorstCase(RetrySettings settings) {
        this.settings = settings;
    }

    /** The sum of the largest own waits. */
    Optional<Duration> ownWaits() {
        return total(Duration.ZERO);
    }

    /** The sum of the largest waits where each one is a hint, as long as hints may be. */
    Optional<Duration> withHints() {
        if (!settings.hints().enabled()) {
            return ownWaits();
        }
        return settings.hints().max().map(this::total).orElse(settings.enabled() ? settings.deadline() : ownWaits());
    }

    private Optional<Duration> total(Duration leastPerWait) {
        if (!settings.enabled()) {
            return Optional.of(Duration.ZERO);
        }
        if (settings.attempts() == RetrySettings.UNLIMITED) {
            return settings.deadline();
        }
        Optional<Duration> sum = sum(settings.backoff(), settings.attempts() - 1, WholeMillis.of(leastPerWait));
        return sum.map(
                total -> settings.deadline().filter(d -> d.compareTo(total) < 0).orElse(total));
    }

    private static Optional<Duration> sum(BackoffStrategy backoff, int waits, long leastPerWait) {
        // Only a built-in ladder is known never to fall, so that the rest is known once it has arrived.
        Optional<Duration> top =
                BackoffKind.of(backoff).flatMap(kind -> backoff.ceiling(Integer.MAX_VALUE, RetryHint.LONGEST));
        Duration previous = Duration.ZERO;
        long total = 0;
        for (int attempt = 1; attempt <= waits; attempt++) {
            Optional<Duration> ceiling = backoff.ceiling(attempt, previous);
            if (ceiling.isEmpty()) {
                return Optional.empty();
            }
            if (ceiling.equals(top) || attempt > MOST_STEPS) {
                long left = waits - attempt + 1L;
                long before = total;
                return top.map(last -> Math.max(leastPerWait, WholeMillis.of(last)))
                        .map(each -> Duration.ofMillis(WholeMillis.sum(before, WholeMillis.product(each, left))));
            }
            total = WholeMillis.sum(total, Math.max(leastPerWait, WholeMillis.of(ceiling.get())));
            previous = ceiling.get();
        }
        return Optional.of(Duration.ofMillis(total));
    }

    /** The first waits one by one. */
    List<ScheduleRow> schedule() {
        List<ScheduleRow> rows = new ArrayList<>();
        Duration least = Duration.ZERO;
        Duration most = Duration.ZERO;
        int waits = settings.enabled() ? Math.min(settings.attempts() - 1, MOST_ROWS) : 0;
        for (int attempt = 1; attempt <= waits; attempt++) {
            least = settings.backoff().floor(attempt, least);
            Optional<Duration> ceiling = settings.backoff().ceiling(attempt, most);
            most = ceiling.orElse(most);
            rows.add(new ScheduleRow(
                    attempt, least, settings.backoff().mean(attempt).orElse(null), ceiling.orElse(null)));
        }
        return List.copyOf(rows);
    }
}
