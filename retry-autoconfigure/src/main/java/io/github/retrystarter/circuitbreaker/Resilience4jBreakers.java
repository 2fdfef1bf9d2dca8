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
package io.github.retrystarter.circuitbreaker;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.retrystarter.execution.RetryBreaker;
import io.github.retrystarter.execution.RetryBreakers;

/**
 * The circuit breakers of a Resilience4j registry: those that are in it, such as the instances that an application
 * configures. A name that is not in it makes no new one. Safe for use by many threads at once.
 *
 * <p>One permission serves a whole call, and every attempt is recorded, so a breaker opens as early as it would without
 * retries: with a window of 5 and 3 attempts for each call, the second attempt of the second failing call fills it.
 * What counts as a failure, an exception or a returned value, is for the breaker's own configuration to say.
 *
 * @since 0.1.0
 */
public final class Resilience4jBreakers implements RetryBreakers {

    private final Supplier<CircuitBreakerRegistry> registry;

    /**
     * Makes the breakers.
     *
     * @param registry gives the registry; asked when a breaker is looked for, and not before
     */
    public Resilience4jBreakers(Supplier<CircuitBreakerRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public Optional<RetryBreaker> find(String name) {
        return registry.get().find(name).map(Resilience4jBreaker::new);
    }

    @Override
    public Collection<String> names() {
        return registry.get().getAllCircuitBreakers().stream()
                .map(CircuitBreaker::getName)
                .toList();
    }
}
