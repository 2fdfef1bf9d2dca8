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
 * Work that has something else to offer when its policy gives up. The fallback runs once, on no policy, after a give-up
 * whose reason {@link io.github.retrystarter.settings.GiveUpReason#allowsFallback() allows} it.
 *
 * @param <T> the type of the value
 * @param <X> what the work and its fallback may throw
 * @since 0.1.0
 */
public interface FallbackCall<T extends @Nullable Object, X extends Throwable> extends RetryCall<T, X> {

    /**
     * Returns whether there is a fallback for this failure.
     *
     * @param failure the last failure; null where a returned value was the failure
     * @return true if {@link #fallback} may be called for it
     */
    boolean hasFallback(@Nullable Throwable failure);

    /**
     * Gives another value.
     *
     * @param failure the last failure; null where a returned value was the failure
     * @return the value that the caller gets, of the same style as that of the work
     * @throws X what the caller gets instead of the failure, which is suppressed on it
     */
    T fallback(@Nullable Throwable failure) throws X;
}
