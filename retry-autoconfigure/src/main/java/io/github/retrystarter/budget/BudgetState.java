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

import java.util.ArrayList;
import java.util.List;

/**
 * What a budget knows at one moment.
 *
 * @param samples numbers of calls with the times at which they were read, oldest first; never empty
 * @param slots retries that are still in the window, oldest first, without the latest
 * @param latest the latest retries, apart from the others since every further retry changes them alone
 * @param retries the sum of the slots and the latest
 */
record BudgetState(List<Sample> samples, List<Slot> slots, Slot latest, long retries) {

    /** A number of calls and when it was read. */
    record Sample(long nanos, long calls) {}

    /** Retries that were taken close together. */
    record Slot(long firstNanos, long lastNanos, long retries) {

        boolean counts(long nowNanos, long window) {
            return nowNanos - lastNanos < window;
        }

        boolean holds(long nanos) {
            return nanos - firstNanos >= 0 && nanos - lastNanos <= 0;
        }

        /** Threads may come with readings that are slightly out of order. */
        Slot withRetryAt(long nanos) {
            long first = firstNanos + Math.min(0, nanos - firstNanos);
            long last = lastNanos + Math.max(0, nanos - lastNanos);
            return new Slot(first, last, retries + 1);
        }

        Slot withoutRetry() {
            return new Slot(firstNanos, lastNanos, retries - 1);
        }
    }

    static BudgetState startingAt(long nowNanos) {
        return new BudgetState(List.of(new Sample(nowNanos, 0)), List.of(), new Slot(nowNanos, nowNanos, 0), 0);
    }

    /** The state at a later moment: what is too old is gone, and the calls are sampled where that is due. */
    BudgetState at(long calls, long nowNanos, long window, long slot) {
        boolean noneExpired = slots.isEmpty()
                ? latest.retries() == 0 || latest.counts(nowNanos, window)
                : slots.get(0).counts(nowNanos, window);
        boolean sampleDue = nowNanos - samples.get(samples.size() - 1).nanos() >= slot;
        if (noneExpired && !sampleDue) {
            return this;
        }
        List<Slot> live = slots.stream().filter(s -> s.counts(nowNanos, window)).toList();
        Slot liveLatest = latest.counts(nowNanos, window) ? latest : new Slot(nowNanos, nowNanos, 0);
        return new BudgetState(
                sampleDue ? samplesWith(calls, nowNanos, window) : samples,
                live,
                liveLatest,
                live.stream().mapToLong(Slot::retries).sum() + liveLatest.retries());
    }

    /** Of the samples that are at least a window old, only the youngest is of use. */
    private List<Sample> samplesWith(long calls, long nowNanos, long window) {
        List<Sample> kept = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            boolean nextIsOldEnough =
                    i + 1 < samples.size() && nowNanos - samples.get(i + 1).nanos() >= window;
            if (!nextIsOldEnough) {
                kept.add(samples.get(i));
            }
        }
        kept.add(new Sample(nowNanos, calls));
        return List.copyOf(kept);
    }

    /** The calls of the last window: those since the youngest sample that covers it, scaled to the window. */
    double callsInWindow(long calls, long nowNanos, long window) {
        Sample from = samples.get(0);
        for (Sample sample : samples) {
            if (nowNanos - sample.nanos() >= window) {
                from = sample;
            }
        }
        long age = nowNanos - from.nanos();
        double since = calls - from.calls();
        return age > window ? since * ((double) window / age) : since;
    }

    BudgetState withRetryAt(long nowNanos, long slot) {
        if (nowNanos - latest.firstNanos() < slot) {
            return new BudgetState(samples, slots, latest.withRetryAt(nowNanos), retries + 1);
        }
        List<Slot> more = new ArrayList<>(slots);
        if (latest.retries() > 0) {
            more.add(latest);
        }
        return new BudgetState(samples, List.copyOf(more), new Slot(nowNanos, nowNanos, 1), retries + 1);
    }

    BudgetState withoutRetryAt(long nanos) {
        if (latest.holds(nanos) && latest.retries() > 0) {
            return new BudgetState(samples, slots, latest.withoutRetry(), retries - 1);
        }
        List<Slot> fewer = new ArrayList<>(slots);
        for (int i = 0; i < fewer.size(); i++) {
            Slot slot = fewer.get(i);
            if (slot.holds(nanos) && slot.retries() > 0) {
                fewer.set(i, slot.withoutRetry());
                return new BudgetState(samples, List.copyOf(fewer), latest, retries - 1);
            }
        }
        return this;
    }
}
