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

/**
 * A policy names a circuit breaker that does not exist.
 *
 * @since 0.1.0
 */
public final class UnknownCircuitBreakerException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String policy;
    private final String asked;
    private final transient List<String> known;

    UnknownCircuitBreakerException(String policy, String asked, Collection<String> known) {
        super("The retry policy \"" + policy + "\" names the circuit breaker \"" + asked + "\", which does not exist. "
                + (known.isEmpty() ? "There is none." : "Known: " + String.join(", ", sorted(known)) + "."));
        this.policy = policy;
        this.asked = asked;
        this.known = sorted(known);
    }

    private static List<String> sorted(Collection<String> names) {
        return names.stream().sorted().toList();
    }

    /**
     * Returns the name of the policy.
     *
     * @return the name
     */
    public String policy() {
        return policy;
    }

    /**
     * Returns the name of the circuit breaker that was asked for.
     *
     * @return the name
     */
    public String asked() {
        return asked;
    }

    /**
     * Returns the names of the circuit breakers there are.
     *
     * @return the names, sorted
     */
    public List<String> known() {
        return known;
    }
}
