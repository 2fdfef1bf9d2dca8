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

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

import io.github.retrystarter.web.RetryHeadersFilter;
import io.github.retrystarter.web.RetryHeadersInterceptor;

/**
 * Lets HTTP clients send the idempotency key of a retried call, and the number of the attempt: those that Spring Boot
 * builds, and beans of the types {@code RestClient.Builder}, {@code RestTemplate} and {@code WebClient.Builder}. Does
 * nothing where no policy has a key and no attempt header is set when the application starts.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = RetryAutoConfiguration.class)
@ConditionalOnClass(RestClient.class)
@Conditional(OnRetryHeadersCondition.class)
@Import(BootClientCustomizerRegistrar.class)
@ImportRuntimeHints(BootClientCustomizerRegistrar.class)
public final class RetryHeadersAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static HttpClientPostProcessor<RestClient.Builder> retryRestClientPostProcessor(Environment environment) {
        RetryHeadersInterceptor interceptor = new RetryHeadersInterceptor(attemptHeader(environment));
        return new HttpClientPostProcessor<>(
                RestClient.Builder.class, builder -> builder.requestInterceptors(present -> add(interceptor, present)));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static HttpClientPostProcessor<RestTemplate> retryRestTemplatePostProcessor(Environment environment) {
        RetryHeadersInterceptor interceptor = new RetryHeadersInterceptor(attemptHeader(environment));
        return new HttpClientPostProcessor<>(
                RestTemplate.class, template -> add(interceptor, template.getInterceptors()));
    }

    private static void add(RetryHeadersInterceptor interceptor, List<ClientHttpRequestInterceptor> present) {
        if (present.stream().noneMatch(RetryHeadersInterceptor.class::isInstance)) {
            present.add(interceptor);
        }
    }

    private static @Nullable String attemptHeader(Environment environment) {
        return RetryConfiguration.attemptHeader(environment).orElse(null);
    }

    /** For applications with Spring WebFlux. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {"org.springframework.web.reactive.function.client.WebClient", "reactor.core.publisher.Mono"})
    static class WebFlux {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static HttpClientPostProcessor<WebClient.Builder> retryWebClientPostProcessor(Environment environment) {
            RetryHeadersFilter filter = new RetryHeadersFilter(attemptHeader(environment));
            return new HttpClientPostProcessor<>(
                    WebClient.Builder.class,
                    builder -> builder.filters(present -> {
                        if (present.stream().noneMatch(RetryHeadersFilter.class::isInstance)) {
                            present.add(filter);
                        }
                    }));
        }
    }
}
