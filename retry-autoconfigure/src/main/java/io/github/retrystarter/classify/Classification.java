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

import org.jspecify.annotations.Nullable;

/**
 * What is known about one failed attempt.
 *
 * @param kind whether another attempt makes sense
 * @param failure the failure without the wrappers that futures and reflection put around it; the one that callers and
 *     logs name
 * @param http the first HTTP answer in the cause chain, from the outside in, whatever decided the kind; null when there
 *     is none
 * @param neverRan whether the request provably did not reach the server: connection refused, no such host, no route,
 *     connect time-out or no free connection in the pool
 * @param byStatusAlone whether nothing but the status of the answer decided, so that the server may overrule it
 * @since 0.1.0
 */
public record Classification(
        Kind kind, Throwable failure, @Nullable HttpFailure http, boolean neverRan, boolean byStatusAlone) {

    /**
     * Makes a classification that did not come from a status alone.
     *
     * @param kind whether another attempt makes sense
     * @param failure the peeled failure
     * @param http the HTTP answer that was found; null when there is none
     * @param neverRan whether the work provably did not reach the server
     */
    public Classification(Kind kind, Throwable failure, @Nullable HttpFailure http, boolean neverRan) {
        this(kind, failure, http, neverRan, false);
    }

    /** Whether another attempt makes sense. */
    public enum Kind {

        /** Another attempt may succeed. */
        RETRYABLE,

        /** Another attempt would fail in the same way, or would do harm. */
        NOT_RETRYABLE,

        /** Nothing says whether another attempt may succeed; it is not made. */
        UNCLASSIFIED,

        /** The attempt was interrupted; no rule makes it retryable. */
        INTERRUPTED,

        /** The attempt was cancelled; no rule makes it retryable. */
        CANCELLED
    }

    /**
     * Returns this classification for an attempt that can be repeated without harm, whether it reached the server or not.
     *
     * @return a classification like this one of a failure that provably did not run
     */
    public Classification harmless() {
        return new Classification(kind, failure, http, true, byStatusAlone);
    }

    /**
     * Returns whether another attempt makes sense.
     *
     * @return true when the kind is {@link Kind#RETRYABLE}
     */
    public boolean retryable() {
        return kind == Kind.RETRYABLE;
    }
}
