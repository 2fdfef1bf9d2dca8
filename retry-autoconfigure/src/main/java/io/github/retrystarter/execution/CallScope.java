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

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Ties asynchronous calls that run inside each other together where no thread does: each call has one, and hands it to what
 * runs inside it. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class CallScope {

    private final @Nullable CallScope outer;
    private volatile @Nullable UnmarkedGiveUp inside;

    /**
     * Makes the scope of a new call.
     *
     * @param outer the scope of the call around it; null where there is none
     */
    public CallScope(@Nullable CallScope outer) {
        this.outer = outer;
    }

    GiveUpMemory memory() {
        return new Memory();
    }

    private final class Memory implements GiveUpMemory {

        @Override
        public void remember(String policy, @Nullable Throwable failure) {
            if (outer != null) {
                outer.inside = UnmarkedGiveUp.now(policy, failure);
            }
        }

        @Override
        public Optional<String> policyInside(@Nullable Throwable failure, long startSequence) {
            UnmarkedGiveUp latest = inside;
            return latest != null && latest.isInside(failure, startSequence)
                    ? Optional.of(latest.policy())
                    : Optional.empty();
        }
    }
}
