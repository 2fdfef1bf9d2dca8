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

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.util.ClassUtils;

/**
 * Finds annotated methods from the bean definitions of a context, without creating a bean.
 *
 * @since 0.1.0
 */
public final class AnnotatedBeans {

    private AnnotatedBeans() {}

    /**
     * Returns the annotated methods of all beans of a factory, ancestors left out.
     *
     * @param beans the bean factory
     * @return the methods, by bean and then by name
     */
    public static List<AnnotatedMethod> find(ConfigurableListableBeanFactory beans) {
        List<AnnotatedMethod> found = new ArrayList<>();
        for (String name : beans.getBeanDefinitionNames()) {
            if (!ScopedProxyUtils.isScopedTarget(name)) {
                Class<?> type = typeOf(beans, name);
                if (type != null && RetryableMethods.mayHaveSome(type)) {
                    found.addAll(ofBean(name, ClassUtils.getUserClass(type)));
                }
            }
        }
        return found;
    }

    private static @Nullable Class<?> typeOf(ConfigurableListableBeanFactory beans, String name) {
        try {
            Class<?> target = AutoProxyUtils.determineTargetClass(beans, name);
            return target != null ? target : beans.getType(name, false);
        } catch (RuntimeException | LinkageError undetermined) {
            // A type that cannot be known from its definition cannot be verified before the bean exists.
            return null;
        }
    }

    private static List<AnnotatedMethod> ofBean(String bean, Class<?> type) {
        Map<Method, Optional<String>> methods =
                MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<Optional<String>>) method -> {
                    Optional<String> policy = RetryableMethods.policyOf(method, type);
                    return policy.isPresent() ? policy : null;
                });
        return methods.entrySet().stream()
                .map(e ->
                        new AnnotatedMethod(bean, type, e.getKey(), e.getValue().orElseThrow()))
                .sorted(Comparator.comparing(found -> found.method().toString()))
                .toList();
    }
}
