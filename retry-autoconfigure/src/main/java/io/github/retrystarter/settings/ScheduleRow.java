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

import org.jspecify.annotations.Nullable;

/**
 * What is known in advance about one wait of a policy's own backoff.
 *
 * @param attempt the number of the attempt that the wait comes after, from 1
 * @param least the shortest wait
 * @param middle the mean wait; null where a user's strategy does not state it
 * @param longest the longest wait; null where a user's strategy does not state it
 * @since 0.1.0
 */
public record ScheduleRow(
        int attempt,
        Duration least,
        @Nullable Duration middle,
        @Nullable Duration longest) {

    /**
     * Returns the mean wait.
     *
     * @return the mean, or empty where a user's strategy does not state it
     */
    public Optional<Duration> mean() {
        return Optional.ofNullable(middle);
    }

    /**
     * Returns the longest wait.
     *
     * @return the longest, or empty where a user's strategy does not state it
     */
    public Optional<Duration> most() {
        return Optional.ofNullable(longest);
    }
}
