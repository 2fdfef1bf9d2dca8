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

import io.github.retrystarter.settings.GiveUpReason;

/**
 * When the fallback of a call runs, and what happens when it fails too.
 *
 * @since 0.1.0
 */
public final class Fallback {

    private Fallback() {}

    /**
     * Returns the work itself where it has a fallback for this end.
     *
     * @param call the work
     * @param reason why the call was given up; null where it was not
     * @param failure the last failure; null where a returned value was it
     * @param <T> what the work gives
     * @param <X> what the work may throw
     * @return the work, or null where no fallback runs
     */
    public static <T extends @Nullable Object, X extends Throwable> @Nullable FallbackCall<T, X> of(
            RetryCall<T, X> call, @Nullable GiveUpReason reason, @Nullable Throwable failure) {
        return reason != null
                        && reason.allowsFallback()
                        && call instanceof FallbackCall<T, X> fallback
                        && fallback.hasFallback(failure)
                ? fallback
                : null;
    }

    /** The value of the fallback; its own failure has the one before it as suppressed. */
    static <T extends @Nullable Object, X extends Throwable> T run(FallbackCall<T, X> call, @Nullable Throwable failure)
            throws X {
        try {
            return call.fallback(failure);
        } catch (Throwable own) {
            suppress(own, failure);
            throw own;
        }
    }

    /**
     * Puts the failure of the call on that of its fallback, unless it is there already.
     *
     * @param own what the fallback ended with
     * @param failure the failure of the call; null where a returned value was it
     */
    public static void suppress(Throwable own, @Nullable Throwable failure) {
        if (failure != null && !CauseWalk.contains(own, level -> level == failure)) {
            own.addSuppressed(failure);
        }
    }
}
