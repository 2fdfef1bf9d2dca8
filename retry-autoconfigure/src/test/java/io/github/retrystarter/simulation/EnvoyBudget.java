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

/**
 * The published rule of Envoy's retry budget: at any moment no more retries than a fifth of the active requests, and three
 * in any case. A retry counts from the beginning of its wait to the end of its attempt.
 */
final class EnvoyBudget implements RetryLimit {

    private static final double SHARE = 0.2;
    private static final int LEAST = 3;

    private int active;
    private int retries;

    @Override
    public void attemptStarts(int attempt, long nowNanos) {
        active++;
    }

    @Override
    public void attemptEnds(int attempt, boolean success, long nowNanos) {
        active--;
        if (attempt > 1) {
            retries--;
        }
    }

    @Override
    public boolean allowsRetry(int attempt, long nowNanos) {
        if (retries >= Math.max(LEAST, (int) (SHARE * active))) {
            return false;
        }
        retries++;
        return true;
    }
}
