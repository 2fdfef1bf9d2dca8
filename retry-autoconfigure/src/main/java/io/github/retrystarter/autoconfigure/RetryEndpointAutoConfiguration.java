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
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.github.retrystarter.actuate.ChangesAdvisor;
import io.github.retrystarter.actuate.RecentGiveUps;
import io.github.retrystarter.actuate.RetryPoliciesEndpoint;
import io.github.retrystarter.actuate.RetryPoliciesJmxExtension;
import io.github.retrystarter.actuate.RetryPoliciesWebExtension;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryWaits;
import io.github.retrystarter.execution.TimeAndChance;

/**
 * Makes the actuator endpoint of the policies, where it is exposed.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = RetryAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
public final class RetryEndpointAutoConfiguration {

    /** Apart, because its condition is a class of the actuator too. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(endpoint = RetryPoliciesEndpoint.class)
    static class EndpointConfiguration {

        @Bean
        @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
        RetryPoliciesEndpoint retryPoliciesEndpoint(
                RetryPolicies policies,
                ConfigurationReader reader,
                RetryWaits waits,
                RecentGiveUps giveUps,
                ObjectProvider<TimeAndChance> timeAndChance,
                ConfigurableListableBeanFactory beans,
                Environment environment) {
            return new RetryPoliciesEndpoint(
                    policies,
                    new RunTimeConfiguration(
                            reader, policies, timeAndChance::getObject, new AdvisedMethods(beans), beans, environment),
                    waits,
                    giveUps);
        }

        @Bean
        @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
        RetryPoliciesWebExtension retryPoliciesWebExtension(RetryPoliciesEndpoint endpoint) {
            return new RetryPoliciesWebExtension(endpoint);
        }

        @Bean
        @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
        RetryPoliciesJmxExtension retryPoliciesJmxExtension(RetryPoliciesEndpoint endpoint) {
            return new RetryPoliciesJmxExtension(endpoint);
        }

        @Bean
        ChangesAdvisor retryPoliciesChangesAdvisor() {
            return new ChangesAdvisor();
        }

        @Bean
        RecentGiveUps retryRecentGiveUps(ObjectProvider<TimeAndChance> timeAndChance) {
            return new RecentGiveUps(() -> timeAndChance.getObject().clock());
        }
    }
}
