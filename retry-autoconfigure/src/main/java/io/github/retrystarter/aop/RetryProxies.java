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
package io.github.retrystarter.aop;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.target.SingletonTargetSource;
import org.springframework.core.Ordered;

/**
 * Looks into proxies.
 *
 * @since 0.1.0
 */
public final class RetryProxies {

    private RetryProxies() {}

    /**
     * Tells whether calls of a bean can pass the retries: its proxy, or one behind it, has our advisor.
     *
     * @param bean a bean
     * @return whether it is advised
     */
    public static boolean isAdvised(Object bean) {
        return bean instanceof Advised proxy && (hasRetries(proxy) || isAdvisedInside(proxy));
    }

    private static boolean hasRetries(Advised proxy) {
        for (Advisor advisor : proxy.getAdvisors()) {
            if (advisor instanceof RetryAdvisor) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAdvisedInside(Advised proxy) {
        Object target = AopProxyUtils.getSingletonTarget(proxy);
        return target != null && isAdvised(target);
    }

    /**
     * Adds our advisor to a proxy that the application made of an annotated class and that shows its interfaces only: a
     * proxy creator sees no annotation there.
     *
     * @param bean a bean, before a proxy creator sees it
     * @param advisor gives our advisor
     */
    public static void advise(Object bean, Supplier<RetryAdvisor> advisor) {
        if (bean instanceof Advised proxy && hidesAnnotations(bean, proxy)) {
            RetryAdvisor retries = advisor.get();
            proxy.addAdvisor(place(retries, proxy.getAdvisors()), retries);
        }
    }

    private static boolean hidesAnnotations(Object bean, Advised proxy) {
        Class<?> target = annotatedTarget(proxy);
        return target != null
                && !proxy.isFrozen()
                && !(bean instanceof ScopedObject)
                && !RetryableMethods.hasSome(bean.getClass())
                && !isAdvised(bean);
    }

    private static @Nullable Class<?> annotatedTarget(Advised proxy) {
        TargetSource source = proxy.getTargetSource();
        Class<?> type = source instanceof SingletonTargetSource ? source.getTargetClass() : null;
        return type != null && RetryableMethods.hasSome(type) ? type : null;
    }

    private static int place(RetryAdvisor retries, Advisor[] others) {
        int place = 0;
        while (place < others.length
                && others[place] instanceof Ordered other
                && other.getOrder() <= retries.getOrder()) {
            place++;
        }
        return place;
    }

    /**
     * Describes the advice around a bean.
     *
     * @param bean a proxy
     * @return class and order of each advisor, the outermost first; empty where the bean is no proxy
     */
    public static List<String> order(Object bean) {
        return bean instanceof Advised proxy
                ? Arrays.stream(proxy.getAdvisors()).map(RetryProxies::describe).toList()
                : List.of();
    }

    private static String describe(Advisor advisor) {
        String name = advisor.getClass().getSimpleName();
        return advisor instanceof Ordered ordered ? name + " (" + ordered.getOrder() + ")" : name;
    }
}
