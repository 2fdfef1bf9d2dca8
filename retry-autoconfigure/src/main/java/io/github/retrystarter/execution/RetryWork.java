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
 * Work that many calls share, each with a subject of its own. A first attempt that succeeds needs no object but these two.
 * Safe for use by many threads at once.
 *
 * @param <S> what one call is about
 * @param <T> the type of the value
 * @param <X> what the work may throw
 * @since 0.1.0
 */
public interface RetryWork<S, T extends @Nullable Object, X extends Throwable> {

    /**
     * Makes the first attempt of a call.
     *
     * @param subject what the call is about
     * @param attempt the attempt
     * @return the value
     * @throws X if the attempt failed
     */
    T first(S subject, Attempt attempt) throws X;

    /**
     * Returns the work of one call as such, for all attempts that {@link #first} does not make. Asked for when one is due.
     *
     * @param subject what the call is about
     * @return the work; it may be a {@link FallbackCall}
     */
    RetryCall<T, X> of(S subject);
}
