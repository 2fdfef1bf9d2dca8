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

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

import io.github.retrystarter.feign.FeignFailureResolver;
import io.github.retrystarter.feign.FeignResponseResultResolver;
import io.github.retrystarter.feign.RetryHeadersRequestInterceptor;

import feign.FeignException;

/**
 * Reads status and headers from the exceptions and responses of OpenFeign, and lets Feign clients send the idempotency
 * key of a retried call and the number of the attempt. Says so at start-up where a bean makes Feign retry by itself.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = RetryAutoConfiguration.class)
@ConditionalOnClass(FeignException.class)
public final class RetryFeignAutoConfiguration {

    @Bean
    FeignFailureResolver retryFeignFailureResolver() {
        return new FeignFailureResolver();
    }

    @Bean
    FeignResponseResultResolver retryFeignResponseResultResolver() {
        return new FeignResponseResultResolver();
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static FeignRetryerCheck retryFeignRetryerCheck(ConfigurableListableBeanFactory beans) {
        return new FeignRetryerCheck(beans);
    }

    /** For applications whose calls have something to send. Spring Cloud OpenFeign hands the bean to its clients. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(OnRetryHeadersCondition.class)
    static class Headers {

        @Bean
        @ConditionalOnMissingBean
        RetryHeadersRequestInterceptor retryHeadersRequestInterceptor(Environment environment) {
            return new RetryHeadersRequestInterceptor(
                    RetryConfiguration.attemptHeader(environment).orElse(null));
        }
    }
}
