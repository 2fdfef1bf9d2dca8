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
import java.util.stream.Stream;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

import io.github.retrystarter.aop.RetryAdvisor;
import io.github.retrystarter.execution.BlockingStyle;
import io.github.retrystarter.execution.ExecutionStyle;
import io.github.retrystarter.execution.FutureStyle;
import io.github.retrystarter.execution.RetryPolicies;

/**
 * Puts retries around annotated methods, and checks at start-up that the annotations can work.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = RetryAutoConfiguration.class)
public final class RetryAopAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RetryAdvisor retryAdvisor(
            ObjectProvider<RetryPolicies> policies, ObjectProvider<ExecutionStyle> styles, Environment environment) {
        return new RetryAdvisor(new OneBean<>(policies), () -> inOrder(styles), RetryConfiguration.order(environment));
    }

    /** Styles that are beans first, the one that takes every method last. */
    private static List<ExecutionStyle> inOrder(ObjectProvider<ExecutionStyle> styles) {
        return Stream.concat(styles.orderedStream(), Stream.of(new FutureStyle(), new BlockingStyle()))
                .toList();
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static AnnotationCheck retryAnnotationCheck(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<RetryPolicies> policies,
            ObjectProvider<RetryAdvisor> advisor,
            ObjectProvider<AnnotatedBeanWatch> watch) {
        return new AnnotationCheck(beans, policies, advisor, watch);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static AnnotatedBeanWatch retryAnnotatedBeanWatch(
            ObjectProvider<RetryAdvisor> advisor, ObjectProvider<RetryPolicies> policies) {
        return new AnnotatedBeanWatch(advisor, policies);
    }
}
