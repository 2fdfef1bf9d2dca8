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

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClientResponseException;

import io.github.retrystarter.web.ClientResponseResultResolver;
import io.github.retrystarter.web.ResponseEntityResultResolver;
import io.github.retrystarter.web.SpringWebFailureResolver;

/**
 * Reads status and headers from the failures of Spring's web clients.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = RetryAutoConfiguration.class)
@ConditionalOnClass(RestClientResponseException.class)
public final class RetryWebAutoConfiguration {

    @Bean
    SpringWebFailureResolver retrySpringWebFailureResolver() {
        return new SpringWebFailureResolver();
    }

    @Bean
    ResponseEntityResultResolver retryResponseEntityResultResolver() {
        return new ResponseEntityResultResolver();
    }

    /** For applications with Spring WebFlux. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.web.reactive.function.client.ClientResponse")
    static class WebFlux {

        @Bean
        ClientResponseResultResolver retryClientResponseResultResolver() {
            return new ClientResponseResultResolver();
        }
    }
}
