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
 * Remembers on a thread: calls that run on one thread, one inside the other, have that in common. Across threads nothing is
 * remembered.
 */
final class ThreadGiveUpMemory implements GiveUpMemory {

    static final ThreadGiveUpMemory INSTANCE = new ThreadGiveUpMemory();

    /**
     * The policy, the sequence number, and the failure or null. A plain array, since what a thread of a pool keeps must not
     * hold on to a class of ours, and with it to the class loader of a stopped application.
     */
    private static final ThreadLocal<@Nullable Object[]> LATEST = new ThreadLocal<>();

    private ThreadGiveUpMemory() {}

    @Override
    public void remember(String policy, @Nullable Throwable failure) {
        UnmarkedGiveUp now = UnmarkedGiveUp.now(policy, failure);
        LATEST.set(new Object[] {now.policy(), now.sequence(), now.failure()});
    }

    @Override
    @SuppressWarnings("unchecked")
    public Optional<String> policyInside(@Nullable Throwable failure, long startSequence) {
        Object[] latest = LATEST.get();
        if (latest == null) {
            return Optional.empty();
        }
        UnmarkedGiveUp giveUp =
                new UnmarkedGiveUp((String) latest[0], (Long) latest[1], (WeakReference<Throwable>) latest[2]);
        return giveUp.isInside(failure, startSequence) ? Optional.of(giveUp.policy()) : Optional.empty();
    }
}
