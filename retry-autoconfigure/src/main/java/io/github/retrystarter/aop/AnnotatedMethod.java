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

import org.springframework.util.ClassUtils;

/**
 * A method of a bean that a policy is asked for.
 *
 * @param bean the name of the bean
 * @param type the class or interface that the bean is known as
 * @param method the method
 * @param policy the name of the policy that its annotation asks for
 * @since 0.1.0
 */
public record AnnotatedMethod(String bean, Class<?> type, Method method, String policy) {

    /** Returns bean, class and method as messages name them. */
    public String place() {
        return place(bean, type, method);
    }

    static String place(String bean, Class<?> type, Method method) {
        return "Method " + ClassUtils.getQualifiedMethodName(method, type) + " of the bean \"" + bean + "\"";
    }
}
