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

/**
 * Why a call stopped without success. The same closed set is used in results, events, meters, logs and documents.
 *
 * @since 0.1.0
 */
public enum GiveUpReason {

    /** The failure is of a kind that another attempt would not heal. */
    NOT_RETRYABLE("not-retryable", false),

    /** Every attempt that the policy allows was made. */
    ATTEMPTS_EXHAUSTED("attempts-exhausted", true),

    /** The next wait would not have ended before the deadline. */
    DEADLINE("deadline", true),

    /** The server asked for a longer wait than {@code retry-after.max} allows. */
    RETRY_AFTER_TOO_LONG("retry-after-too-long", true),

    /** The server said not to retry. */
    SERVER_SAID_NO("server-said-no", true),

    /** The call is not idempotent, and the failed attempt may have had an effect. */
    NOT_IDEMPOTENT("not-idempotent", true),

    /** The policy's retry budget is used up. */
    BUDGET("budget", true),

    /** An inner policy gave up on this failure already. */
    ALREADY_RETRIED("already-retried", true),

    /** The work cannot be done again, for instance because part of its result has gone out. */
    NOT_REPEATABLE("not-repeatable", true),

    /** Retries are switched off, and the failure would have been retried. */
    DISABLED("disabled", false),

    /** The waiting or about to be repeated call was interrupted, or the method itself was. */
    INTERRUPTED("interrupted", true),

    /** The call was cancelled. */
    CANCELLED("cancelled", false),

    /** The application is shutting down. */
    SHUTDOWN("shutdown", true),

    /** The circuit breaker is half open, and the failure would have been retried. */
    HALF_OPEN("half-open", false),

    /** The circuit breaker was open, so no attempt was made. */
    CIRCUIT_OPEN("circuit-open", false),

    /** The circuit breaker was no longer closed when a further attempt was due. */
    CIRCUIT_OPENED("circuit-opened", false);

    private final String key;
    private final boolean marksFailure;

    GiveUpReason(String key, boolean marksFailure) {
        this.key = key;
        this.marksFailure = marksFailure;
    }

    /**
     * Returns the name of this reason in meters, logs and documents.
     *
     * @return the name, in lower case with dashes
     */
    public String key() {
        return key;
    }

    /**
     * Returns whether the failure that the caller gets is marked with what was tried: true where the failure was
     * retryable by kind.
     *
     * @return whether a marker is added to the failure
     */
    public boolean marksFailure() {
        return marksFailure;
    }

    /**
     * Returns whether a fallback may run after a give-up for this reason: not where the failure is one that no attempt
     * would heal, nor where somebody stopped the call.
     *
     * @return whether a fallback may run
     */
    public boolean allowsFallback() {
        return switch (this) {
            case NOT_RETRYABLE, NOT_REPEATABLE, INTERRUPTED, CANCELLED, SHUTDOWN -> false;
            default -> true;
        };
    }
}
