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

import org.jspecify.annotations.Nullable;

/**
 * Work that gives a value and may be tried more than once.
 *
 * @param <T> the type of the value
 * @param <X> what the work may throw; inferred as an unchecked exception where a lambda throws no checked one
 * @since 0.1.0
 */
@FunctionalInterface
public interface RetryCall<T extends @Nullable Object, X extends Throwable> {

    /**
     * Does the work once.
     *
     * @param attempt which attempt of the call this is
     * @return the value
     * @throws X if the attempt failed
     */
    T call(Attempt attempt) throws X;

    /**
     * Makes the work ready to be done once more. Asked after an attempt whose failure the policy
     * would retry; the answer false ends the call with the reason {@code not-repeatable}.
     *
     * @return false where part of what the work needs is used up, such as a stream that has been read; true by default
     */
    default boolean restore() {
        return true;
    }
}
