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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;

/** The failures of one call in their order: the last one, which the caller gets, and those before it. */
final class FailureTrail {

    private static final int MOST_EARLIER = 10;

    /** Null until there are two. */
    private @Nullable Deque<Throwable> earlier;

    private @Nullable Throwable last;

    /** Takes the failure of the attempt that just ended; null where a returned value is the failure. */
    void add(@Nullable Throwable failure) {
        if (last != null) {
            keep(last);
        }
        last = failure;
    }

    private void keep(Throwable failure) {
        if (earlier == null) {
            earlier = new ArrayDeque<>(2);
        }
        if (earlier.size() == MOST_EARLIER) {
            earlier.removeFirst();
        }
        earlier.addLast(failure);
    }

    @Nullable
    Throwable last() {
        return last;
    }

    /** Leaves on the last failure what was tried; where that cannot carry it, the memory has it. */
    void mark(String policy, GiveUpReason why, int attempts, Duration waited, long startThread, GiveUpMemory memory) {
        Throwable failure = last;
        if (failure == null
                || !GiveUpMarker.mark(failure, policy, why, attempts, waited, earlierThan(failure), startThread)) {
            memory.remember(policy, failure);
        }
    }

    private List<Throwable> earlierThan(Throwable failure) {
        if (earlier == null) {
            return List.of();
        }
        earlier.removeIf(e -> e == failure);
        return List.copyOf(earlier);
    }
}
