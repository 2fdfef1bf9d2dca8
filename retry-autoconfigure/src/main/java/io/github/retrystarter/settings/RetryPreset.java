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
import java.util.Arrays;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A starting point for a kind of call. Every key that a policy writes itself wins over its preset.
 *
 * @since 0.1.0
 */
public enum RetryPreset {

    /** Somebody waits for the answer: 4 quick attempts, and no hint above 2 s is waited for. */
    USER_FACING("user-facing", 4, Duration.ofMillis(50), Duration.ofSeconds(5), 1.5, Duration.ofSeconds(2), true),

    /** A call to a service of one's own. */
    INTERNAL_SERVICE("internal-service", 5, Duration.ofMillis(100), Duration.ofSeconds(10), 2, null, true),

    /** A call to somebody else's service. */
    EXTERNAL_API("external-api", 6, Duration.ofSeconds(2), Duration.ofMinutes(5), 2, null, true),

    /** Work that nobody waits for. */
    BACKGROUND_JOB("background-job", 15, Duration.ofSeconds(1), Duration.ofMinutes(15), 2, null, false),

    /** A database that fails over or restarts. */
    DATABASE("database", 10, Duration.ofMillis(200), Duration.ofMinutes(1), 2, null, false),

    /** A service that is known to be short of capacity: few attempts, growing fast. */
    OVERLOADED_SERVICE("overloaded-service", 8, Duration.ofMillis(500), Duration.ofMinutes(2), 3, null, true),

    /** The handling of a message that a broker would otherwise deliver again. */
    MESSAGE_CONSUMER("message-consumer", 8, Duration.ofMillis(500), Duration.ofMinutes(1), 2, null, false),

    /** A connection that must come back, whatever it takes. */
    PERSISTENT_CONNECTION(
            "persistent-connection",
            RetrySettings.UNLIMITED,
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            2,
            null,
            false);

    private final String key;
    private final int attempts;
    private final Duration base;
    private final Duration cap;
    private final double multiplier;
    private final @Nullable Duration retryAfterMax;
    private final boolean budgeted;

    RetryPreset(
            String key,
            int attempts,
            Duration base,
            Duration cap,
            double multiplier,
            @Nullable Duration retryAfterMax,
            boolean budgeted) {
        this.key = key;
        this.attempts = attempts;
        this.base = base;
        this.cap = cap;
        this.multiplier = multiplier;
        this.retryAfterMax = retryAfterMax;
        this.budgeted = budgeted;
    }

    /**
     * Finds a preset by its name in configuration.
     *
     * @param key the name, in lower case with dashes
     * @return the preset, or empty when there is none of that name
     */
    public static Optional<RetryPreset> of(String key) {
        return Arrays.stream(values()).filter(preset -> preset.key.equals(key)).findFirst();
    }

    /**
     * Returns the name of this preset in configuration.
     *
     * @return the name, in lower case with dashes
     */
    public String key() {
        return key;
    }

    /**
     * Returns the most calls, the first one included.
     *
     * @return at least 1; {@link RetrySettings#UNLIMITED} for no limit
     */
    public int attempts() {
        return attempts;
    }

    /**
     * Returns the first wait.
     *
     * @return the base
     */
    public Duration base() {
        return base;
    }

    /**
     * Returns the longest own wait.
     *
     * @return the cap
     */
    public Duration cap() {
        return cap;
    }

    /**
     * Returns the growth from wait to wait.
     *
     * @return the multiplier, at least 1
     */
    public double multiplier() {
        return multiplier;
    }

    /**
     * Returns the longest hint that is honoured, where this preset has a say in it.
     *
     * @return the longest hint, or empty to leave it to the other values
     */
    public Optional<Duration> retryAfterMax() {
        return Optional.ofNullable(retryAfterMax);
    }

    /**
     * Returns whether retries are limited by a budget. Few calls with long ladders are not: there, a budget would only
     * cut the ladder short.
     *
     * @return whether the budget is on
     */
    public boolean budgeted() {
        return budgeted;
    }
}
