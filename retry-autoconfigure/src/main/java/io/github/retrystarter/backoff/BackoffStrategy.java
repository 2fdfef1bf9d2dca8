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
 * Decides how long to wait after a failed attempt, before the next one.
 *
 * <p>Implementations are stateless and safe for use by many threads at once: everything that belongs to one call, such
 * as its previous wait, comes in as an argument.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface BackoffStrategy {

    /**
     * Returns the wait between a failed attempt and the next one.
     *
     * @param attempt the number of the attempt that just failed, from 1
     * @param previousWait the wait that this strategy gave before that attempt; zero after the first attempt
     * @param random the source of chance to draw from
     * @return the wait in whole milliseconds, never negative
     */
    Duration waitAfter(int attempt, Duration previousWait, RandomGenerator random);

    /**
     * Returns the longest wait that {@link #waitAfter} can give for the same arguments, whatever the draw. It bounds the
     * spread that is added to a server's hint, and it makes the worst case known in advance.
     *
     * @param attempt the number of the attempt that just failed, from 1
     * @param previousWait the wait that this strategy gave before that attempt; zero after the first attempt
     * @return the ceiling, or empty (the default) when the strategy does not state one
     */
    default Optional<Duration> ceiling(int attempt, Duration previousWait) {
        return Optional.empty();
    }

    /**
     * Returns the shortest wait that {@link #waitAfter} can give for the same arguments, whatever the draw.
     *
     * @param attempt the number of the attempt that just failed, from 1
     * @param previousWait the wait that this strategy gave before that attempt; zero after the first attempt
     * @return the floor; zero by default
     */
    default Duration floor(int attempt, Duration previousWait) {
        return Duration.ZERO;
    }

    /**
     * Returns the mean of the waits after an attempt, over all calls that get there.
     *
     * @param attempt the number of the attempt that just failed, from 1
     * @return the mean, rounded to whole milliseconds, or empty (the default) when the strategy does not state one
     */
    default Optional<Duration> mean(int attempt) {
        return Optional.empty();
    }
}
