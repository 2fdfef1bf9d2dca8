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
package io.github.retrystarter.execution;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker around whole calls: one permission for all attempts of a call, and every attempt recorded. The seam
 * for a library that has circuit breakers. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public interface RetryBreaker {

    /**
     * Asks for permission for one call.
     *
     * @return the permission
     * @throws RuntimeException the library's own exception where the breaker does not permit the call
     */
    Permission acquire();

    /** The permission for one call, used by one thread at a time. */
    interface Permission {

        /**
         * Returns whether the breaker only probes, so that one attempt has to be enough.
         *
         * @return true where the breaker was half open
         */
        boolean probes();

        /**
         * Returns whether the breaker still lets a further attempt through.
         *
         * @return true while it is closed
         */
        boolean permitsFurtherAttempt();

        /**
         * Records an attempt that threw.
         *
         * @param failure what it threw
         * @param duration how long the attempt took
         */
        void failed(Throwable failure, Duration duration);

        /**
         * Records an attempt that returned. Whether the value counts as a failure is for the breaker to say.
         *
         * @param value the value; null where the work gave null
         * @param duration how long the attempt took
         */
        void returned(@Nullable Object value, Duration duration);

        /** Gives the permission back where no attempt was recorded. Called once, at the end of every call; must not throw. */
        void release();
    }
}
