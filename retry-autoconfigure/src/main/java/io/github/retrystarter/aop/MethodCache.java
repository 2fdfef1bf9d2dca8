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
 * Finds what is known about a method of the class of a bean. A proxy calls with one and the same method object all the
 * time: that one is found by its identity, which spares each call the comparison of names and types, and an object as key.
 */
final class MethodCache {

    private final Map<Object, RetryableMethod> byMethodAndClass = new ConcurrentHashMap<>();
    private final BiFunction<Method, @Nullable Class<?>, RetryableMethod> describes;

    /**
     * Open addresses, never more than half of them taken. Elements are immutable and stay where they are, so that reading
     * needs no lock: who misses one looks into the map.
     */
    private volatile @Nullable Known[] byIdentity = new Known[64];

    private int identities;

    /** The first method object that was met for a method and a class. */
    private record Known(Method method, @Nullable Class<?> type, RetryableMethod described) {

        @SuppressWarnings("ReferenceEquality") // That is the point; another object of the same method is in the map.
        boolean is(Method called, @Nullable Class<?> target) {
            return method == called && type == target;
        }
    }

    MethodCache(BiFunction<Method, @Nullable Class<?>, RetryableMethod> describes) {
        this.describes = describes;
    }

    RetryableMethod of(Method method, @Nullable Object target) {
        Class<?> type = target != null ? target.getClass() : null;
        @Nullable Known[] slots = byIdentity;
        for (int i = first(method, type, slots); ; i = next(i, slots)) {
            Known known = slots[i];
            if (known == null) {
                return find(method, type);
            }
            if (known.is(method, type)) {
                return known.described();
            }
        }
    }

    private static int first(Method method, @Nullable Class<?> type, @Nullable Known[] slots) {
        return (System.identityHashCode(method) + System.identityHashCode(type)) & (slots.length - 1);
    }

    private static int next(int slot, @Nullable Known[] slots) {
        return (slot + 1) & (slots.length - 1);
    }

    private RetryableMethod find(Method method, @Nullable Class<?> type) {
        Object key = new MethodClassKey(method, type);
        RetryableMethod found = byMethodAndClass.get(key);
        if (found != null) {
            return found;
        }
        RetryableMethod described = describes.apply(method, type);
        RetryableMethod before = byMethodAndClass.putIfAbsent(key, described);
        if (before != null) {
            return before;
        }
        add(new Known(method, type, described));
        return described;
    }

    private synchronized void add(Known known) {
        identities++;
        @Nullable Known[] slots = byIdentity;
        if (identities * 2 > slots.length) {
            slots = new Known[slots.length * 2];
            for (Known before : byIdentity) {
                if (before != null) {
                    put(before, slots);
                }
            }
        }
        put(known, slots);
        byIdentity = slots;
    }

    private static void put(Known known, @Nullable Known[] slots) {
        int free = first(known.method(), known.type(), slots);
        while (slots[free] != null) {
            free = next(free, slots);
        }
        slots[free] = known;
    }
}
