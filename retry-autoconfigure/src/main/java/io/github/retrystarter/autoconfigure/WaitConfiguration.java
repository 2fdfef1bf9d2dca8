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
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

import io.github.retrystarter.execution.AttemptExecutor;
import io.github.retrystarter.execution.PooledAttemptExecutor;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.RetryWaits;
import io.github.retrystarter.execution.ThreadTimer;
import io.github.retrystarter.execution.TimeAndChance;

/**
 * What waits need: time, a timer and threads for asynchronous calls, and an end when the application shuts down. No thread
 * is started before an asynchronous call waits, or the log leaves out give-ups.
 */
@Configuration(proxyBeanMethods = false)
class WaitConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean
    static TimeAndChance retryTimeAndChance(RetryTimer timer) {
        return TimeAndChance.system().withTimer(timer);
    }

    @Bean(destroyMethod = "close")
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean(RetryTimer.class)
    static ThreadTimer retryTimer() {
        return new ThreadTimer("retry-timer");
    }

    @Bean(destroyMethod = "close")
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean(AttemptExecutor.class)
    static PooledAttemptExecutor retryAttemptExecutor(
            Environment environment, ConfigurableListableBeanFactory beans, ObjectProvider<RetryTimer> timer) {
        return new PooledAttemptExecutor(
                new AttemptThreads(environment, beans.getBeanClassLoader(), new OneBean<>(timer)));
    }

    /** Ends with its context by itself too: one that fails to start may have waits, and nothing yet that ends them. */
    @Bean(destroyMethod = "end")
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RetryWaits retryWaits(ObjectProvider<TimeAndChance> timeAndChance) {
        return new RetryWaits(() -> timeAndChance.getObject().ticker());
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static WaitShutdown retryWaitShutdownBeforeRequestsEnd(RetryWaits waits, Environment environment) {
        return new WaitShutdown(waits, ShutdownGrace.of(environment), ShutdownStage.REQUESTS_END);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static WaitShutdown retryWaitShutdown(RetryWaits waits, Environment environment) {
        return new WaitShutdown(waits, ShutdownGrace.of(environment), ShutdownStage.WAITS_END);
    }
}
