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
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.retrystarter.settings.GiveUpReason;

/** Counts what becomes of the callers of an outage. */
final class OutageTally {

    private final Duration window;
    private final List<Integer> attempts = new ArrayList<>();
    private final Map<Long, Long> retriesByWindow = new TreeMap<>();
    private final Map<GiveUpReason, Long> giveUps = new EnumMap<>(GiveUpReason.class);
    private Duration timeToSuccess = Duration.ZERO;
    private int succeeded;

    OutageTally(Duration window) {
        this.window = window;
    }

    void retried(Duration now) {
        retriesByWindow.merge(now.dividedBy(window), 1L, Long::sum);
    }

    void succeeded(int attempt, Duration now) {
        attempts.add(attempt);
        timeToSuccess = timeToSuccess.plus(now);
        succeeded++;
    }

    void gaveUp(int attempt, GiveUpReason reason) {
        attempts.add(attempt);
        giveUps.merge(reason, 1L, Long::sum);
    }

    OutageResult result() {
        List<Integer> sorted = attempts.stream().sorted().toList();
        long busiest = retriesByWindow.isEmpty() ? 0 : Collections.max(retriesByWindow.values());
        List<Duration> starts = retriesByWindow.entrySet().stream()
                .filter(entry -> entry.getValue() == busiest)
                .map(entry -> window.multipliedBy(entry.getKey()))
                .toList();
        return new OutageResult(
                attempts.size(),
                succeeded,
                timeToSuccess,
                attempts.stream().mapToLong(Integer::longValue).sum(),
                sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1),
                busiest,
                starts,
                giveUps);
    }
}
