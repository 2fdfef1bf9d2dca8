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
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.function.SingletonSupplier;

import io.github.retrystarter.reactive.AttemptScheduler;
import io.github.retrystarter.reactive.ReactiveStyle;

import reactor.core.scheduler.Schedulers;

/**
 * Retries methods that return reactive types, where Reactor is there.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = RetryAopAutoConfiguration.class)
@ConditionalOnClass(name = "reactor.core.publisher.Mono")
public final class RetryReactiveAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static ReactiveStyle retryReactiveStyle(ObjectProvider<AttemptScheduler> scheduler) {
        return new ReactiveStyle(
                () -> ReactiveAdapterRegistry.getSharedInstance(),
                SingletonSupplier.of(() -> scheduler.getIfAvailable(() -> AttemptScheduler.DEFAULT)));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static EventLoops retryEventLoops() {
        return () -> Schedulers.isInNonBlockingThread();
    }
}
