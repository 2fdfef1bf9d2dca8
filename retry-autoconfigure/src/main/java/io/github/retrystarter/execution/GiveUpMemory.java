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

import java.lang.ref.WeakReference;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Remembers on a thread that a call gave up on something that cannot carry a marker: a returned value, or an exception
 * that takes no suppressed ones. Across threads nothing is remembered.
 */
final class GiveUpMemory {

    /**
     * The policy, the sequence number, and the failure or null. A plain array, since what a thread of a pool keeps must not
     * hold on to a class of ours, and with it to the class loader of a stopped application.
     */
    private static final ThreadLocal<@Nullable Object[]> LATEST = new ThreadLocal<>();

    private GiveUpMemory() {}

    static void remember(String policy, @Nullable Throwable failure) {
        LATEST.set(
                new Object[] {policy, GiveUpMarker.nextSequence(), failure == null ? null : new WeakReference<>(failure)
                });
    }

    /** The policy of a call inside the one that began at this number and gave up on this failure, or on a value. */
    static Optional<String> policyInside(@Nullable Throwable failure, long startSequence) {
        Object[] latest = LATEST.get();
        return latest != null && (Long) latest[1] > startSequence && isAbout(failure, (WeakReference<?>) latest[2])
                ? Optional.of((String) latest[0])
                : Optional.empty();
    }

    private static boolean isAbout(@Nullable Throwable failure, @Nullable WeakReference<?> remembered) {
        if (failure == null || remembered == null) {
            return failure == null && remembered == null;
        }
        return CauseWalk.contains(failure, level -> level == remembered.get());
    }
}
