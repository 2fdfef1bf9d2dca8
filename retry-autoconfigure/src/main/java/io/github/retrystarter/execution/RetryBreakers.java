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

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The circuit breakers of an application, by name. A bean of this type makes them known to policies. Safe for use by many
 * threads at once.
 *
 * @since 0.1.0
 */
public interface RetryBreakers {

    /** There are none. */
    RetryBreakers NONE = new RetryBreakers() {
        @Override
        public Optional<RetryBreaker> find(String name) {
            return Optional.empty();
        }

        @Override
        public Collection<String> names() {
            return List.of();
        }
    };

    /**
     * Finds a circuit breaker.
     *
     * @param name the name that a policy gives
     * @return the breaker, or empty where there is none of that name; none is made
     */
    Optional<RetryBreaker> find(String name);

    /**
     * Returns the names of all circuit breakers, for messages.
     *
     * @return the names
     */
    Collection<String> names();
}
