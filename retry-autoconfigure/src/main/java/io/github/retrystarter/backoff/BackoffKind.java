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

/**
 * The built-in strategies, by the names that a configuration uses.
 *
 * @since 0.1.0
 */
public enum BackoffKind {

    /** The same wait before every retry: {@link ConstantBackoff}. */
    CONSTANT("constant"),

    /** A wait that grows by the same step: {@link LinearBackoff}. */
    LINEAR("linear"),

    /** A wait that grows by the same factor: {@link ExponentialBackoff}. */
    EXPONENTIAL("exponential"),

    /** Anything from nothing to the exponential ladder: {@link FullJitterBackoff}. */
    FULL_JITTER("full-jitter"),

    /** Anything from half of the exponential ladder up to it: {@link EqualJitterBackoff}. */
    EQUAL_JITTER("equal-jitter"),

    /** Anything from the base to three times the previous wait: {@link DecorrelatedJitterBackoff}. */
    DECORRELATED_JITTER("decorrelated-jitter");

    private final String key;

    BackoffKind(String key) {
        this.key = key;
    }

    /**
     * Returns the name in a configuration, in lower case with dashes, such as {@code full-jitter}.
     *
     * @return the name
     */
    public String key() {
        return key;
    }

    /**
     * Whether the strategy draws, and so spreads callers that failed together.
     *
     * @return true for the three kinds of jitter
     */
    public boolean jittered() {
        return switch (this) {
            case CONSTANT, LINEAR, EXPONENTIAL -> false;
            case FULL_JITTER, EQUAL_JITTER, DECORRELATED_JITTER -> true;
        };
    }

    /**
     * Whether {@link #strategy} looks at its multiplier.
     *
     * @return true for the exponential ladder and the two kinds of jitter that spread it
     */
    public boolean usesMultiplier() {
        return switch (this) {
            case EXPONENTIAL, FULL_JITTER, EQUAL_JITTER -> true;
            case CONSTANT, LINEAR, DECORRELATED_JITTER -> false;
        };
    }

    /**
     * Whether {@link #strategy} looks at its increment.
     *
     * @return true for {@link #LINEAR} only
     */
    public boolean usesIncrement() {
        return this == LINEAR;
    }

    /**
     * Makes a strategy of this kind. What the kind does not use is neither looked at nor checked.
     *
     * @param base the first wait, rounded up to whole milliseconds; longer than zero, but for {@link #CONSTANT}, which
     *     takes zero too
     * @param cap the longest wait, rounded up to whole milliseconds; from zero; {@link Long#MAX_VALUE} milliseconds or
     *     more mean no cap
     * @param multiplier the factor of growth, where {@linkplain #usesMultiplier() used}; finite, from 1
     * @param increment the step of growth, where {@linkplain #usesIncrement() used}, rounded up to whole milliseconds;
     *     from zero
     * @return the strategy
     * @throws IllegalArgumentException if a value that is used is out of range; the message names it
     */
    public BackoffStrategy strategy(Duration base, Duration cap, double multiplier, Duration increment) {
        return switch (this) {
            case CONSTANT -> new ConstantBackoff(base, cap);
            case LINEAR -> new LinearBackoff(base, cap, increment);
            case EXPONENTIAL -> new ExponentialBackoff(base, cap, multiplier);
            case FULL_JITTER -> new FullJitterBackoff(base, cap, multiplier);
            case EQUAL_JITTER -> new EqualJitterBackoff(base, cap, multiplier);
            case DECORRELATED_JITTER -> new DecorrelatedJitterBackoff(base, cap);
        };
    }

    /**
     * Looks a kind up by its name in a configuration.
     *
     * @param key the name, exactly as {@link #key()} gives it
     * @return the kind, or empty when none has this name
     */
    public static Optional<BackoffKind> of(String key) {
        for (BackoffKind kind : values()) {
            if (kind.key.equals(key)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /**
     * Finds the kind of a strategy.
     *
     * @param strategy any strategy
     * @return its kind, or empty where it is not one of the built-in ones
     */
    public static Optional<BackoffKind> of(BackoffStrategy strategy) {
        if (strategy instanceof ConstantBackoff) {
            return Optional.of(CONSTANT);
        }
        if (strategy instanceof LinearBackoff) {
            return Optional.of(LINEAR);
        }
        if (strategy instanceof ExponentialBackoff) {
            return Optional.of(EXPONENTIAL);
        }
        if (strategy instanceof FullJitterBackoff) {
            return Optional.of(FULL_JITTER);
        }
        if (strategy instanceof EqualJitterBackoff) {
            return Optional.of(EQUAL_JITTER);
        }
        return strategy instanceof DecorrelatedJitterBackoff ? Optional.of(DECORRELATED_JITTER) : Optional.empty();
    }
}
