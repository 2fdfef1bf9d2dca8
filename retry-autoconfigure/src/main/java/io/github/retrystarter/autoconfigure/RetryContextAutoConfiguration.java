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
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

import io.github.retrystarter.context.AttemptMdc;
import io.github.retrystarter.context.MdcCarrier;
import io.github.retrystarter.context.SecurityCarrier;
import io.github.retrystarter.context.ThreadLocalsCarrier;

/**
 * Carries what the thread of the caller knows to the further attempts of asynchronous calls.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = RetryAutoConfiguration.class)
public final class RetryContextAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.slf4j.MDC")
    static class Mdc {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static MdcCarrier retryMdcCarrier() {
            return new MdcCarrier();
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        @Conditional(OnAttemptMdcCondition.class)
        static AttemptMdc retryAttemptMdc() {
            return new AttemptMdc();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "io.micrometer.context.ContextSnapshotFactory")
    static class ThreadLocals {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static ThreadLocalsCarrier retryThreadLocalsCarrier() {
            return new ThreadLocalsCarrier();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.security.core.context.SecurityContextHolder")
    static class Security {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static SecurityCarrier retrySecurityCarrier() {
            return new SecurityCarrier();
        }
    }
}
