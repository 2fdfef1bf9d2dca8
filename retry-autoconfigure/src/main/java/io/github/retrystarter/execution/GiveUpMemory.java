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

    private static final ThreadLocal<@Nullable Entry> LATEST = new ThreadLocal<>();

    private GiveUpMemory() {}

    /** What was given up on; the failure is held weakly, since nobody clears a thread of a pool. */
    private record Entry(
            String policy, long sequence, @Nullable WeakReference<Throwable> failure) {

        boolean isAbout(Throwable asked) {
            return failure != null && CauseWalk.contains(asked, failure::refersTo);
        }
    }

    static void remember(String policy, @Nullable Throwable failure) {
        LATEST.set(
                new Entry(policy, GiveUpMarker.nextSequence(), failure == null ? null : new WeakReference<>(failure)));
    }

    /** The policy of a call inside the one that began at this number and gave up on this failure, or on a value. */
    static Optional<String> policyInside(@Nullable Throwable failure, long startSequence) {
        Entry entry = LATEST.get();
        return entry != null
                        && entry.sequence() > startSequence
                        && (failure == null ? entry.failure() == null : entry.isAbout(failure))
                ? Optional.of(entry.policy())
                : Optional.empty();
    }
}
