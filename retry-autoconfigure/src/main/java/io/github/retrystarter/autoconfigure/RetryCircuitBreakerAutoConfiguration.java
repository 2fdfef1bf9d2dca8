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

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.retrystarter.circuitbreaker.Resilience4jBreakers;
import io.github.retrystarter.execution.RetryBreakers;
import io.github.retrystarter.execution.RetryPolicies;

/**
 * Makes Resilience4j's circuit breakers known to policies, and checks at start-up that each one exists that a policy
 * names.
 *
 * @since 0.1.0
 */
@AutoConfiguration(
        after = RetryAutoConfiguration.class,
        afterName = {
            "io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration",
            "io.github.resilience4j.springboot3.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration"
        })
public final class RetryCircuitBreakerAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static CircuitBreakerCheck retryCircuitBreakerCheck(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<RetryPolicies> policies,
            ObjectProvider<ConfigurationReader> reader) {
        return new CircuitBreakerCheck(beans.getBeanClassLoader(), policies, reader);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(CircuitBreakerRegistry.class)
    static class Resilience4j {

        /** The registry is looked for when a policy needs it; without one there are no circuit breakers. */
        @Bean
        @ConditionalOnMissingBean(RetryBreakers.class)
        Resilience4jBreakers retryBreakers(ObjectProvider<CircuitBreakerRegistry> registries) {
            return new Resilience4jBreakers(
                    SingletonSupplier.of(() -> registries.getIfAvailable(CircuitBreakerRegistry::ofDefaults)));
        }
    }
}
