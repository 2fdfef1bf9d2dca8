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
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.retryafter.HintSource;

/**
 * What a policy does with a server's hints.
 *
 * @param enabled whether hints are read at all
 * @param longest the longest hint that is honoured; a longer one ends the retries; null for no limit
 * @param sources the headers that are read, in order of precedence
 * @param spread whether a random part is added to a hint that decides the wait
 * @param hold whether one hint holds back all retries of the policy until then
 * @since 0.1.0
 */
public record HintSettings(
        boolean enabled, @Nullable Duration longest, List<HintSource> sources, boolean spread, boolean hold) {

    /** The shortest {@code retry-after.max} that nobody wrote: 30 seconds, or the cap where that is longer. */
    public static final Duration SHORTEST_DEFAULT_MAX = Duration.ofSeconds(30);

    /** Copies the list. */
    public HintSettings {
        sources = List.copyOf(sources);
    }

    /**
     * Returns the longest hint that is honoured.
     *
     * @return the limit, or empty when there is none
     */
    public Optional<Duration> max() {
        return Optional.ofNullable(longest);
    }

    /**
     * Returns whether a hint is within the limit.
     *
     * @param delay the wait that a hint asks for
     * @return true where it is not longer than the longest one
     */
    public boolean accepts(Duration delay) {
        return longest == null || delay.compareTo(longest) <= 0;
    }
}
