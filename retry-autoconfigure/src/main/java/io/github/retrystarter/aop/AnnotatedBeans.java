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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Finds annotated methods, and what is wrong with them, from the bean definitions of a context, without creating a bean.
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
        for (Map.Entry<String, Class<?>> bean : annotatedTypes(beans).entrySet()) {
            found.addAll(ofBean(bean.getKey(), bean.getValue()));
        }
        return found;
    }

    /**
     * Returns what is wrong with the annotations of all beans of a factory, as far as the definitions tell.
     *
     * @param beans the bean factory
     * @return the problems, by bean and then by method
     */
    public static List<AnnotationProblem> problems(ConfigurableListableBeanFactory beans) {
        ClassProxies classProxies = new ClassProxies(beans);
        List<AnnotationProblem> problems = new ArrayList<>();
        for (Map.Entry<String, Class<?>> bean : annotatedTypes(beans).entrySet()) {
            boolean classProxy = classProxies.needed(bean.getKey(), bean.getValue());
            problems.addAll(new AnnotationRules(bean.getKey(), bean.getValue(), classProxy).problems());
        }
        return problems;
    }

    /**
     * Returns what is wrong with the annotations of one bean that is being made.
     *
     * @param beans the bean factory
     * @param bean the name of the bean
     * @param type its class, before there is a proxy
     * @return the problems, by method
     */
    public static List<AnnotationProblem> problems(ConfigurableListableBeanFactory beans, String bean, Class<?> type) {
        return new AnnotationRules(bean, type, new ClassProxies(beans).needed(bean, type)).problems();
    }

    private static Map<String, Class<?>> annotatedTypes(ConfigurableListableBeanFactory beans) {
        Map<String, Class<?>> types = new LinkedHashMap<>();
        for (String name : beans.getBeanDefinitionNames()) {
            if (!ScopedProxyUtils.isScopedTarget(name)) {
                Class<?> type = typeOf(beans, name);
                if (type != null && RetryableMethods.hasSome(type)) {
                    types.put(name, type);
                }
            }
        }
        return types;
    }

    private static @Nullable Class<?> typeOf(ConfigurableListableBeanFactory beans, String name) {
        try {
            Object target =
                    beans.getMergedBeanDefinition(name).getAttribute(AutoProxyUtils.ORIGINAL_TARGET_CLASS_ATTRIBUTE);
            return target instanceof Class<?> type ? type : beans.getType(name, false);
        } catch (RuntimeException | LinkageError undetermined) {
            // A type that cannot be known from its definition cannot be verified before the bean exists.
            return null;
        }
    }

    /**
     * Tells whether the annotation applies to a method of a class.
     *
     * @param type the class of a bean
     * @return whether beans of that class are to be proxied
     */
    public static boolean isAnnotated(Class<?> type) {
        return RetryableMethods.hasSome(type);
    }

    /**
     * Returns the annotated methods of one bean.
     *
     * @param bean the name of the bean
     * @param type its class
     * @return the methods, by name
     */
    public static List<AnnotatedMethod> ofBean(String bean, Class<?> type) {
        Class<?> userClass = ClassUtils.getUserClass(type);
        List<AnnotatedMethod> found = new ArrayList<>();
        for (Map.Entry<Method, AppliedRetryable> method :
                RetryableMethods.ofType(userClass).entrySet()) {
            found.add(new AnnotatedMethod(
                    bean, userClass, method.getKey(), method.getValue().policy()));
        }
        return List.copyOf(found);
    }
}
