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

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.ConcurrentReferenceHashMap;

import io.github.retrystarter.aop.AnnotatedBeans;
import io.github.retrystarter.aop.AnnotatedMethod;
import io.github.retrystarter.aop.AnnotationProblem;
import io.github.retrystarter.aop.RetryAdvisor;
import io.github.retrystarter.aop.RetryProxies;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.UnknownRetryPolicyException;

/**
 * Sees every bean as it is made, before it gets a proxy, and stops where an annotation on its class cannot work: the type
 * may be known only now. It starts to look before the first ordinary bean is made, so that it also knows the beans that
 * are made too early to get a proxy.
 */
final class AnnotatedBeanWatch implements BeanFactoryPostProcessor, PriorityOrdered {

    private static final Log LOG = LogFactory.getLog("io.github.retrystarter");

    private final Supplier<RetryAdvisor> retries;
    private final ObjectProvider<RetryPolicies> policies;
    private final Map<String, Class<?>> made = new ConcurrentHashMap<>();
    /** Classes that need no second look when another bean of theirs is made. */
    private final Set<Class<?>> sound = Collections.newSetFromMap(
            new ConcurrentReferenceHashMap<>(16, ConcurrentReferenceHashMap.ReferenceType.WEAK));

    private @Nullable ConfigurableListableBeanFactory beans;
    private volatile boolean started;

    AnnotatedBeanWatch(ObjectProvider<RetryAdvisor> advisor, ObjectProvider<RetryPolicies> policies) {
        this.retries = new OneBean<>(advisor);
        this.policies = policies;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        beans = beanFactory;
        beanFactory.addBeanPostProcessor(new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String beanName) {
                look(bean, beanName);
                return bean;
            }
        });
    }

    private void look(Object bean, String beanName) {
        Class<?> type = bean.getClass();
        if (!(bean instanceof ScopedObject) && AnnotatedBeans.isAnnotated(type)) {
            examine(beanName, type);
        }
        RetryProxies.advise(bean, retries);
    }

    private void examine(String beanName, Class<?> type) {
        if (!started) {
            made.put(beanName, type);
        }
        if (beans != null && !sound.contains(type)) {
            String name = ScopedProxyUtils.isScopedTarget(beanName)
                    ? ScopedProxyUtils.getOriginalBeanName(beanName)
                    : beanName;
            hold(AnnotatedBeans.problems(beans, name, type));
            if (started) {
                requirePolicies(name, type);
            }
            sound.add(type);
        }
    }

    private static void hold(List<AnnotationProblem> problems) {
        MisplacedRetryableException.throwIfAny(problems);
        for (AnnotationProblem problem : problems) {
            LOG.warn(problem.text() + ". " + problem.rule().wayOut());
        }
    }

    private void requirePolicies(String bean, Class<?> type) {
        List<String> known = policies.getObject().names();
        for (AnnotatedMethod annotated : AnnotatedBeans.ofBean(bean, type)) {
            if (!known.contains(annotated.policy())) {
                throw new UnknownRetryPolicyException(annotated.place(), annotated.policy(), known);
            }
        }
    }

    /**
     * Ends the time in which beans are made early: from now on a new bean must ask for policies that exist.
     *
     * @return the classes of the annotated beans that were made so far, by name
     */
    Map<String, Class<?>> start() {
        started = true;
        Map<String, Class<?>> early = Map.copyOf(made);
        made.clear();
        for (Map.Entry<String, Class<?>> bean : early.entrySet()) {
            requirePolicies(bean.getKey(), bean.getValue());
        }
        return early;
    }
}
