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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

import io.github.retrystarter.aop.AnnotatedBeans;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.metrics.ObservationTimers;
import io.github.retrystarter.metrics.RetryMeters;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Registers the meters of all policies.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = RetryAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
public final class RetryMetricsAutoConfiguration {

    private static final Log LOG = LogFactory.getLog("io.github.retrystarter");

    /** The bean of Boot's own metrics that binds binders to registries; it has this name in 3.5 and in 4.x. */
    private static final String BOOTS_BINDING = "meterRegistryPostProcessor";

    @Bean
    @ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
    RetryMeters retryMeters(ObjectProvider<RetryPolicies> policies, Environment environment) {
        return new RetryMeters(new OneBean<>(policies), RetryConfiguration.tagMethod(environment));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static ObservationTimers retryObservationTimers(Environment environment) {
        return new ObservationTimers(name -> ObservationTimer.isWantedBy(environment, name));
    }

    /** So that the series of annotated methods are there before their first calls. */
    @Bean
    static SmartInitializingSingleton retryMethodsToCount(
            ConfigurableListableBeanFactory beans, ObjectProvider<RetryPolicies> policies, Environment environment) {
        return () -> {
            if (RetryConfiguration.tagMethod(environment)) {
                RetryPolicies all = policies.getObject();
                AnnotatedBeans.find(beans)
                        .forEach(annotated -> all.find(annotated.policy())
                                .ifPresent(policy -> policy.expectCallsOf(annotated.method())));
            }
        };
    }

    /** Without Boot's metrics, and for registries of a parent context, nobody binds the meters, so it is done here. */
    @Bean
    SmartInitializingSingleton retryMetersBinding(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<MeterRegistry> registries,
            RetryMeters meters,
            ObjectProvider<RetryPolicies> policies) {
        return () -> {
            boolean ofAncestors = beans.getBeanNamesForType(MeterRegistry.class, true, false).length == 0;
            if (ofAncestors || !beans.containsBeanDefinition(BOOTS_BINDING)) {
                MeterRegistry unique = registries.getIfUnique();
                if (unique != null) {
                    meters.bindTo(unique);
                } else {
                    registries.orderedStream().forEach(meters::bindTo);
                }
            }
            if (ofAncestors && beans.getParentBeanFactory() != null) {
                warnOfSharedNames(policies.getObject(), beans.getParentBeanFactory());
            }
        };
    }

    private static void warnOfSharedNames(RetryPolicies policies, BeanFactory parent) {
        RetryPolicies known = parent.getBeanProvider(RetryPolicies.class).getIfAvailable();
        if (known != null && parent.getBeanProvider(RetryMeters.class).getIfAvailable() != null) {
            policies.all().stream()
                    .map(RetryPolicy::name)
                    .filter(name -> known.find(name)
                            .filter(other -> other != policies.get(name))
                            .isPresent())
                    .forEach(RetryMetricsAutoConfiguration::warn);
        }
    }

    private static void warn(String policy) {
        LOG.warn("The policy \"" + policy
                + "\" is also in a parent context, which has its meters: what this context does"
                + " under it is not counted. Give one of them another name, or exclude RetryMetricsAutoConfiguration"
                + " from the context that needs no meters");
    }
}
