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
package io.github.retrystarter.simulation;

/** What allows or refuses the retries of one client instance: the budget of the library, or a rule it is compared with. */
interface RetryLimit {

    /** Allowed is everything. */
    RetryLimit NONE = (attempt, nowNanos) -> true;

    /** An attempt is sent. */
    default void attemptStarts(int attempt, long nowNanos) {}

    /** An attempt is over; asked before a retry of it is. */
    default void attemptEnds(int attempt, boolean success, long nowNanos) {}

    /** Whether the attempt that just failed may be followed by another one, after its wait. */
    boolean allowsRetry(int attempt, long nowNanos);

    /** How many retries would be allowed right now. */
    default long available(long nowNanos) {
        return Long.MAX_VALUE;
    }
}
