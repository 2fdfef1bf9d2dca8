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

/** The attempt that runs on a thread, for policies that expose it. */
final class AttemptScope {

    private static final ThreadLocal<@Nullable Attempt> CURRENT = new ThreadLocal<>();

    private AttemptScope() {}

    static @Nullable Attempt current() {
        return CURRENT.get();
    }

    /** Runs an attempt so that its thread knows it; the attempt of an outer call is there again afterwards. */
    static <T extends @Nullable Object, X extends Throwable> T run(RetryCall<T, X> call, Attempt attempt) throws X {
        Attempt outer = CURRENT.get();
        CURRENT.set(attempt);
        try {
            return call.call(attempt);
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }
}
