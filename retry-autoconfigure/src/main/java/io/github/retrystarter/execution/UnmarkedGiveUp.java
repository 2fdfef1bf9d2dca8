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

import org.jspecify.annotations.Nullable;

/**
 * A give-up on something that cannot carry a marker.
 *
 * @param policy the name of the policy
 * @param sequence its place among all give-ups
 * @param failure the failure; null where a returned value was it
 */
record UnmarkedGiveUp(
        String policy, long sequence, @Nullable WeakReference<Throwable> failure) {

    static UnmarkedGiveUp now(String policy, @Nullable Throwable failure) {
        return new UnmarkedGiveUp(
                policy, GiveUpMarker.nextSequence(), failure == null ? null : new WeakReference<>(failure));
    }

    /** Whether this came inside a call that began at this number, and is about that call's failure, or about a value. */
    boolean isInside(@Nullable Throwable outerFailure, long startSequence) {
        return sequence > startSequence && isAbout(outerFailure);
    }

    private boolean isAbout(@Nullable Throwable outerFailure) {
        if (outerFailure == null || failure == null) {
            return outerFailure == null && failure == null;
        }
        return CauseWalk.contains(outerFailure, level -> level == failure.get());
    }
}
