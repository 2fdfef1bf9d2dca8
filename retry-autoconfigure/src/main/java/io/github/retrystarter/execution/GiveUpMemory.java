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
 * Where a call leaves word that it gave up on something that cannot carry a marker: a returned value, or an exception that
 * takes no suppressed ones. The call around it looks there.
 */
interface GiveUpMemory {

    /** Nothing is remembered: there is nothing that calls inside each other have in common. */
    GiveUpMemory NONE = new GiveUpMemory() {
        @Override
        public void remember(String policy, @Nullable Throwable failure) {}

        @Override
        public Optional<String> policyInside(@Nullable Throwable failure, long startSequence) {
            return Optional.empty();
        }
    };

    /** Tells the call around this one. */
    void remember(String policy, @Nullable Throwable failure);

    /** The policy of a call inside the one that began at this number and gave up on this failure, or on a value. */
    Optional<String> policyInside(@Nullable Throwable failure, long startSequence);
}
