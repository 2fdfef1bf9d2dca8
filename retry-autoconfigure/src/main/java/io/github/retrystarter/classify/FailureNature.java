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
package io.github.retrystarter.classify;

/** What a class of failures stands for. */
enum FailureNature {

    /** A thread was asked to stop. */
    INTERRUPTION(Verdict.NOT_RETRYABLE),

    /** The work was called off. */
    CANCELLATION(Verdict.NOT_RETRYABLE),

    /** A circuit breaker let nothing through, so that another attempt would only press on what it protects. */
    NOT_PERMITTED(Verdict.NOT_RETRYABLE),

    /** The request did not get as far as the server. */
    UNREACHED(Verdict.RETRYABLE),

    /** The request did not get as far as the server, for a reason that the cause tells. */
    LIKELY_UNREACHED(Verdict.LIKELY_RETRYABLE),

    /** No connection in time: the request did not get as far as the server. */
    CONNECT_TIME_OUT(Verdict.RETRYABLE),

    /** No answer in time. */
    TIME_OUT(Verdict.RETRYABLE),

    /** Passes by itself. */
    TRANSIENT(Verdict.RETRYABLE),

    /** Mostly passes by itself; a cause knows better. */
    LIKELY_TRANSIENT(Verdict.LIKELY_RETRYABLE),

    /** Stays until somebody changes something. */
    PERMANENT(Verdict.NOT_RETRYABLE),

    /** Mostly stays until somebody changes something; a cause knows better. */
    LIKELY_PERMANENT(Verdict.LIKELY_NOT_RETRYABLE),

    /** The type says nothing. */
    UNKNOWN(Verdict.UNKNOWN);

    private final Verdict verdict;

    FailureNature(Verdict verdict) {
        this.verdict = verdict;
    }

    Verdict verdict() {
        return verdict;
    }

    boolean neverRan() {
        return this == UNREACHED || this == LIKELY_UNREACHED || this == CONNECT_TIME_OUT;
    }

    boolean timeOut() {
        return this == TIME_OUT || this == CONNECT_TIME_OUT;
    }
}
