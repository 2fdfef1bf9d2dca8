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
 * The published rule of gRPC's retry throttling, with the numbers of its proposal: ten tokens at most and at the start.
 * Every attempt that fails takes one, every one that succeeds gives a tenth. Retries need more than half of the tokens.
 */
final class GrpcThrottle implements RetryLimit {

    /** Thousandths, as there. */
    private static final int MOST = 10_000;

    private static final int FAILURE = 1_000;
    private static final int SUCCESS = 100;

    private int tokens = MOST;

    @Override
    public void attemptEnds(int attempt, boolean success, long nowNanos) {
        tokens = success ? Math.min(MOST, tokens + SUCCESS) : Math.max(0, tokens - FAILURE);
    }

    @Override
    public boolean allowsRetry(int attempt, long nowNanos) {
        return tokens > MOST / 2;
    }
}
