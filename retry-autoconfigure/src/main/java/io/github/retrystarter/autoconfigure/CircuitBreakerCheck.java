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
package io.github.retrystarter.autoconfigure;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.ClassUtils;

import io.github.retrystarter.execution.PolicyProperty;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.UnknownCircuitBreakerException;

/** Stops start-up where a policy names a circuit breaker that does not exist. */
final class CircuitBreakerCheck implements SmartInitializingSingleton {

    private static final String KEY = "circuit-breaker";
    private static final String LIBRARY = "io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry";

    private final @Nullable ClassLoader classLoader;
    private final ObjectProvider<RetryPolicies> policies;
    private final ObjectProvider<ConfigurationReader> reader;

    CircuitBreakerCheck(
            @Nullable ClassLoader classLoader,
            ObjectProvider<RetryPolicies> policies,
            ObjectProvider<ConfigurationReader> reader) {
        this.classLoader = classLoader;
        this.policies = policies;
        this.reader = reader;
    }

    @Override
    public void afterSingletonsInstantiated() {
        try {
            policies.getObject().checkBreakers();
        } catch (UnknownCircuitBreakerException ex) {
            throw invalid(ex);
        }
    }

    private InvalidRetryPropertyException invalid(UnknownCircuitBreakerException unknown) {
        Optional<WrittenValue> written = reader.getObject()
                .written(unknown.policy(), KEY)
                .filter(value -> value.text().equals(unknown.asked()));
        return new InvalidRetryPropertyException(
                written.map(WrittenValue::property).orElseGet(() -> PolicyProperty.of(unknown.policy()) + "." + KEY),
                unknown.asked(),
                written.isPresent()
                        ? written.get().origin()
                        : "the code of a RetryPolicy or RetryPolicyCustomizer bean",
                rule(unknown),
                unknown);
    }

    private String rule(UnknownCircuitBreakerException unknown) {
        if (!unknown.known().isEmpty()) {
            return "is not the name of a circuit breaker: it " + PolicyMapper.oneOf(unknown.asked(), unknown.known());
        }
        if (ClassUtils.isPresent(LIBRARY, classLoader)) {
            return "is not the name of a circuit breaker, and there is none at all: add"
                    + " resilience4j.circuitbreaker.instances." + unknown.asked()
                    + ", or a CircuitBreakerRegistry bean that has it";
        }
        return "needs Resilience4j, which is not on the class path: add io.github.resilience4j:resilience4j-spring-boot4,"
                + " or io.github.resilience4j:resilience4j-spring-boot3 with Spring Boot 3.5";
    }
}
