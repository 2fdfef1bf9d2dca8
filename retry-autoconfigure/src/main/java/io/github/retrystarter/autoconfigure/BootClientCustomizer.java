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

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;

/**
 * A customizer for the HTTP clients that Spring Boot builds without a bean for them. The types of such customizers have
 * other names on each line of Spring Boot, so this one takes on any of them.
 */
final class BootClientCustomizer implements FactoryBean<Object> {

    private final Class<?> type;
    private final ObjectProvider<HttpClientPostProcessor<?>> processors;

    BootClientCustomizer(Class<?> type, ObjectProvider<HttpClientPostProcessor<?>> processors) {
        this.type = type;
        this.processors = processors;
    }

    @Override
    public Object getObject() {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::invoke);
    }

    @Override
    public Class<?> getObjectType() {
        return type;
    }

    private @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        Object argument = arguments == null ? null : arguments[0];
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == argument;
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "Retry headers as a " + type.getSimpleName();
            };
        }
        if (argument != null) {
            processors.forEach(processor -> processor.addTo(argument));
        }
        return null;
    }
}
