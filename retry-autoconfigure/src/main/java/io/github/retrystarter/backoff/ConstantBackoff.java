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
package io.github.retrystarter.backoff;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Waits the same time before every retry: {@code min(cap, base)}. Draws nothing, so callers that failed together come
 * back together. Immutable and safe for use by many threads.
 *
 * @param base the wait in milliseconds, a part of one rounded up; from zero, which retries at once
 * @param cap the longest wait in milliseconds, a part of one rounded up; from zero, and it wins over a longer base;
 *     {@link Long#MAX_VALUE} milliseconds or more mean no cap
 * @since 0.1.0
 */
public record ConstantBackoff(Duration base, Duration cap) implements BackoffStrategy {

    /**
     * Checks the values and rounds them up to whole milliseconds.
     *
     * @throws IllegalArgumentException if a duration is negative
     */
    public ConstantBackoff {
        base = BackoffArithmetic.notNegative("base", base);
        cap = BackoffArithmetic.notNegative("cap", cap);
    }

    @Override
    public Duration waitAfter(int attempt, Duration previousWait, RandomGenerator random) {
        return onlyWait();
    }

    /** Returns the one wait there is. */
    @Override
    public Optional<Duration> ceiling(int attempt, Duration previousWait) {
        return Optional.of(onlyWait());
    }

    /** Returns the one wait there is. */
    @Override
    public Duration floor(int attempt, Duration previousWait) {
        return onlyWait();
    }

    private Duration onlyWait() {
        return base.compareTo(cap) <= 0 ? base : cap;
    }

    @Override
    public Optional<Duration> mean(int attempt) {
        return ceiling(attempt, Duration.ZERO);
    }
}
