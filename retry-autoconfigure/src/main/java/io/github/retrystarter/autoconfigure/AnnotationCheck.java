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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.aop.AnnotatedBeans;
import io.github.retrystarter.aop.AnnotatedMethod;
import io.github.retrystarter.aop.RetryAdvisor;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.UnknownRetryPolicyException;

/** Stops start-up where an annotation asks for a policy that does not exist. */
final class AnnotationCheck implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private static final Log LOG = LogFactory.getLog("io.github.retrystarter");

    private final ObjectProvider<RetryPolicies> policies;
    private final ObjectProvider<RetryAdvisor> advisor;

    AnnotationCheck(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<RetryPolicies> policies,
            ObjectProvider<RetryAdvisor> advisor) {
        this.beans = beans;
        this.policies = policies;
        this.advisor = advisor;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> known = policies.getObject().names();
        for (AnnotatedMethod annotated : AnnotatedBeans.find(beans)) {
            if (!known.contains(annotated.policy())) {
                throw new UnknownRetryPolicyException(place(annotated), annotated.policy(), known);
            }
        }
        warnOfBeanMethods();
        advisor.ifAvailable(RetryAdvisor::prepare);
    }

    /** The method that makes a bean runs before there is a proxy; an annotation on it does nothing. */
    private void warnOfBeanMethods() {
        for (String bean : beans.getBeanDefinitionNames()) {
            if (beans.getBeanDefinition(bean) instanceof AnnotatedBeanDefinition definition
                    && definition.getFactoryMethodMetadata() != null
                    && definition.getFactoryMethodMetadata().isAnnotated(Retryable.class.getName())) {
                LOG.warn("@Retryable on the @Bean method of \"" + bean
                        + "\" does nothing: put it on a method or on the type of the bean");
            }
        }
    }

    private static String place(AnnotatedMethod annotated) {
        return "Method " + ClassUtils.getQualifiedMethodName(annotated.method(), annotated.type()) + " of the bean \""
                + annotated.bean() + "\"";
    }
}
