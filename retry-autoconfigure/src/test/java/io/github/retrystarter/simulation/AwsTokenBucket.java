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
 * The published rule of the AWS SDK's standard retry mode: a bucket of 500 tokens that starts full. A retry costs a number
 * of tokens; a success gives back what its last retry took, and at least one.
 */
final class AwsTokenBucket implements RetryLimit {

    private static final int CAPACITY = 500;

    private final int cost;
    private int tokens = CAPACITY;

    AwsTokenBucket(int cost) {
        this.cost = cost;
    }

    @Override
    public void attemptEnds(int attempt, boolean success, long nowNanos) {
        if (success) {
            tokens = Math.min(CAPACITY, tokens + (attempt == 1 ? 1 : cost));
        }
    }

    @Override
    public boolean allowsRetry(int attempt, long nowNanos) {
        if (tokens < cost) {
            return false;
        }
        tokens -= cost;
        return true;
    }
}
