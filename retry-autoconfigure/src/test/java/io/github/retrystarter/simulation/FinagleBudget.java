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

import java.util.Map;
import java.util.TreeMap;

/**
 * The published rule of Finagle's default retry budget: each call pays in a fifth of a retry, which expires after ten
 * seconds, counted in ten slices; on top comes a reserve for ten retries a second. What is taken out expires too.
 */
final class FinagleBudget implements RetryLimit {

    private static final int SLICES = 10;
    private static final long SLICE_NANOS = 1_000_000_000;
    private static final long DEPOSIT = 1_000;
    private static final long WITHDRAWAL = 5_000;
    private static final long RESERVE = 10 * 10 * WITHDRAWAL;

    private final Map<Long, Long> slices = new TreeMap<>();

    @Override
    public void attemptStarts(int attempt, long nowNanos) {
        if (attempt == 1) {
            put(DEPOSIT, nowNanos);
        }
    }

    @Override
    public boolean allowsRetry(int attempt, long nowNanos) {
        long oldest = nowNanos / SLICE_NANOS - SLICES + 1;
        slices.keySet().removeIf(slice -> slice < oldest);
        long balance =
                RESERVE + slices.values().stream().mapToLong(Long::longValue).sum();
        if (balance < WITHDRAWAL) {
            return false;
        }
        put(-WITHDRAWAL, nowNanos);
        return true;
    }

    private void put(long amount, long nowNanos) {
        slices.merge(nowNanos / SLICE_NANOS, amount, Long::sum);
    }
}
