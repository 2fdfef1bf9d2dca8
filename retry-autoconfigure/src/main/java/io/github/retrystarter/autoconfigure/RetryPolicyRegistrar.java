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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.BeanClassLoaderAware;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.Assert;

import io.github.retrystarter.execution.PolicyProperty;
import io.github.retrystarter.execution.RetryPolicy;

/**
 * Registers one bean for each configured policy, and makes sure that advisors are applied at all: without AspectJ, Boot
 * registers no proxy creator where {@code spring.aop.auto} or {@code spring.aop.proxy-target-class} is false.
 */
final class RetryPolicyRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware, BeanClassLoaderAware {

    private static final Log LOG = LogFactory.getLog("io.github.retrystarter");

    private @Nullable Environment environment;
    private @Nullable ClassLoader classLoader;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void setBeanClassLoader(ClassLoader classLoader) {
        this.classLoader = classLoader;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
        Assert.state(environment != null, "No environment");
        registerProxyCreator(registry, environment);
        Map<String, String> policyByBean = new LinkedHashMap<>();
        RetryConfiguration configuration =
                new RetryConfiguration(environment, classLoader, UserStrategies.NOT_YET_KNOWN, List.of());
        for (Map.Entry<String, String> lookAlike : configuration.lookAlikes().entrySet()) {
            warn(lookAlike.getKey(), lookAlike.getValue());
        }
        for (String policy : configuration.policies().keySet()) {
            String bean = Names.bean(policy);
            refuseClash(bean, policy, policyByBean.put(bean, policy), registry);
            registry.registerBeanDefinition(bean, definition(policy));
        }
    }

    private static void warn(String written, String known) {
        LOG.warn("The property " + written + " is not read by the retry starter; did you mean " + known + "?");
    }

    private static void registerProxyCreator(BeanDefinitionRegistry registry, Environment environment) {
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        if (environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true)) {
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
    }

    private static void refuseClash(
            String bean, String policy, @Nullable String other, BeanDefinitionRegistry registry) {
        if (other != null) {
            throw clash(policy, "has the same bean name (" + bean + ") as " + PolicyProperty.of(other));
        }
        if (registry.containsBeanDefinition(bean)) {
            throw clash(policy, "has the name of a bean that the application defines (" + bean + ")");
        }
    }

    private static InvalidRetryPropertyException clash(String policy, String rule) {
        return new InvalidRetryPropertyException(
                PolicyProperty.of(policy), null, null, rule + "; rename one of them", null);
    }

    private static RootBeanDefinition definition(String policy) {
        RootBeanDefinition definition = new RootBeanDefinition(RetryPolicy.class);
        definition.setFactoryBeanName(RetryAutoConfiguration.POLICIES_BEAN);
        definition.setFactoryMethodName("get");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, policy);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, policy));
        return definition;
    }
}
