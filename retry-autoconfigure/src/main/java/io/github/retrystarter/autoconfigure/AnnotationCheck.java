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
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.aop.AnnotatedBeans;
import io.github.retrystarter.aop.AnnotatedMethod;
import io.github.retrystarter.aop.RetryAdvisor;
import io.github.retrystarter.aop.RetryProxies;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.UnknownRetryPolicyException;

/**
 * Stops start-up where an annotation cannot work: from the definitions, before any bean is made, and where it asks for a
 * policy that does not exist, when all are known. Warns of annotations that have no effect.
 */
final class AnnotationCheck implements BeanFactoryPostProcessor, SmartInitializingSingleton {

    private static final Log LOG = LogFactory.getLog("io.github.retrystarter");

    private final ConfigurableListableBeanFactory beans;
    private final ObjectProvider<RetryPolicies> policies;
    private final ObjectProvider<RetryAdvisor> advisor;
    private final ObjectProvider<AnnotatedBeanWatch> watch;

    AnnotationCheck(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<RetryPolicies> policies,
            ObjectProvider<RetryAdvisor> advisor,
            ObjectProvider<AnnotatedBeanWatch> watch) {
        this.beans = beans;
        this.policies = policies;
        this.advisor = advisor;
        this.watch = watch;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        MisplacedRetryableException.throwIfAny(AnnotatedBeans.problems(beanFactory));
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> known = policies.getObject().names();
        for (AnnotatedMethod annotated : AnnotatedBeans.find(beans)) {
            if (!known.contains(annotated.policy())) {
                throw new UnknownRetryPolicyException(annotated.place(), annotated.policy(), known);
            }
            warnOfLaterResult(annotated);
        }
        warnOfBeanMethods();
        for (Map.Entry<String, Class<?>> early : watch.getObject().start().entrySet()) {
            lookAtProxy(early.getKey(), early.getValue());
        }
        RetryAdvisor retries = advisor.getIfAvailable();
        if (retries != null) {
            retries.prepare();
        }
    }

    private void warnOfLaterResult(AnnotatedMethod annotated) {
        RetryAdvisor retries = advisor.getIfAvailable();
        if (retries != null && retries.missesLaterResult(annotated.method())) {
            Class<?> result = annotated.method().getReturnType();
            LOG.warn(annotated.place() + " returns a " + result.getSimpleName()
                    + ", of which only what the method itself" + " throws is retried, not what fails later. "
                    + wayOut(result));
        }
    }

    private static String wayOut(Class<?> result) {
        return Future.class.isAssignableFrom(result)
                ? "It does not tell when it ends: let the method return a CompletableFuture"
                : "Reactive types are retried where Reactor is on the class path; else let the method return a"
                        + " CompletableFuture, or annotate what does the work";
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

    private void lookAtProxy(String name, Class<?> made) {
        Object bean = beans.getSingleton(name);
        if (bean instanceof FactoryBean<?> && !FactoryBean.class.isAssignableFrom(made)) {
            bean = beans.isSingleton(name) ? beans.getBean(name) : null;
        }
        if (bean == null) {
            return;
        }
        if (RetryProxies.isAdvised(bean)) {
            debugOrder(name, bean);
        } else if (bean.getClass() == made || bean instanceof Advised) {
            warnOfLackingProxy(name, made);
        }
    }

    private static void debugOrder(String name, Object bean) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("Advice around the bean \"" + name + "\", the outermost first: "
                    + String.join(", ", RetryProxies.order(bean)));
        }
    }

    private static void warnOfLackingProxy(String name, Class<?> type) {
        String methods = AnnotatedBeans.ofBean(name, type).stream()
                .map(annotated -> annotated.method().getName())
                .distinct()
                .collect(Collectors.joining(", "));
        LOG.warn("The bean \"" + name + "\" (" + ClassUtils.getUserClass(type).getName()
                + ") was made too early to get a proxy: @Retryable on its method " + methods
                + " does nothing. What asks for it early, such as a BeanPostProcessor or an AsyncConfigurer, should take it"
                + " with @Lazy or as an ObjectProvider, and its @Bean method should be static");
    }
}
