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

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;

import org.apache.hc.client5.http.classic.HttpClient;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.support.HttpAccessor;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.client.RestClient;

/**
 * Tells whether a client repeats requests by itself, below any retry policy, as Apache's does by default. Neither that
 * client nor Spring's clients around it say so, hence private fields are read, found by their types; where there is no
 * such field, the answer is no.
 */
final class ApacheRetries {

    private static final String REQUEST_FACTORY = "ClientHttpRequestFactory";
    private static final String NEXT = "ExecChainElement";
    private static final String HANDLER = "ExecChainHandler";
    private static final String REPEATING_HANDLER = "HttpRequestRetryExec";

    private ApacheRetries() {}

    /**
     * Returns whether requests that go through an object are repeated.
     *
     * @param bean a client, a builder or a factory of requests of Spring's, or a client of Apache's; anything else
     *     repeats nothing. A builder that has no factory yet has not chosen.
     */
    static boolean areIn(@Nullable Object bean) {
        if (bean instanceof HttpClient client) {
            return repeats(client);
        }
        if (bean instanceof HttpComponentsClientHttpRequestFactory factory) {
            return repeats(factory.getHttpClient());
        }
        if (bean instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
            return areIn(wrapper.getDelegate());
        }
        if (bean instanceof HttpAccessor template) {
            return areIn(template.getRequestFactory());
        }
        return (bean instanceof RestClient || bean instanceof RestClient.Builder)
                && areIn(partOf(bean, REQUEST_FACTORY));
    }

    /**
     * Returns whether requests are repeated that go through what Spring Boot's builder of factories makes: its clients of
     * each kind, also those of builders that do not show their factory. One is made for that, and closed.
     */
    static boolean areInFactoryOf(Object builder) {
        Object factory = factoryOf(builder);
        try {
            return areIn(factory);
        } finally {
            close(factory);
        }
    }

    private static @Nullable Object factoryOf(Object builder) {
        Method method = ReflectionUtils.findMethod(builder.getClass(), "build");
        try {
            return method == null ? null : ReflectionUtils.invokeMethod(method, builder);
        } catch (RuntimeException broken) {
            // Whoever needs a client of it will say so better.
            return null;
        }
    }

    private static void close(@Nullable Object factory) {
        if (factory instanceof DisposableBean made) {
            try {
                made.destroy();
            } catch (Exception ignored) {
                // It has done what it was made for.
            }
        }
    }

    private static boolean repeats(HttpClient client) {
        for (Object element = partOf(client, NEXT); element != null; element = partOf(element, NEXT)) {
            Object handler = partOf(element, HANDLER);
            if (handler != null && handler.getClass().getSimpleName().equals(REPEATING_HANDLER)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Object partOf(Object whole, String type) {
        return Arrays.stream(whole.getClass().getDeclaredFields())
                .filter(field -> field.getType().getSimpleName().equals(type))
                .findFirst()
                .map(field -> valueOf(whole, field))
                .orElse(null);
    }

    private static @Nullable Object valueOf(Object whole, Field field) {
        try {
            field.setAccessible(true);
            return field.get(whole);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return null;
        }
    }
}
