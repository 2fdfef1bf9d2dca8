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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodClassKey;

/**
 * Finds what is known about a method of the class of a bean. A method that one class only is called with, as nearly all
 * are, is found without an object as key.
 */
final class MethodCache {

    private final Map<Method, Known> byMethod = new ConcurrentHashMap<>();
    private final Map<Object, RetryableMethod> byMethodAndClass = new ConcurrentHashMap<>();
    private final BiFunction<Method, @Nullable Class<?>, RetryableMethod> describes;

    /** What is known for the first class that the method was called with. */
    private record Known(@Nullable Class<?> type, RetryableMethod method) {}

    MethodCache(BiFunction<Method, @Nullable Class<?>, RetryableMethod> describes) {
        this.describes = describes;
    }

    RetryableMethod of(Method method, @Nullable Object target) {
        Class<?> type = target != null ? target.getClass() : null;
        Known known = byMethod.get(method);
        return known != null && known.type() == type ? known.method() : find(method, type);
    }

    private RetryableMethod find(Method method, @Nullable Class<?> type) {
        Object key = new MethodClassKey(method, type);
        RetryableMethod found = byMethodAndClass.get(key);
        if (found == null) {
            found = describes.apply(method, type);
            byMethodAndClass.put(key, found);
            byMethod.putIfAbsent(method, new Known(type, found));
        }
        return found;
    }
}
