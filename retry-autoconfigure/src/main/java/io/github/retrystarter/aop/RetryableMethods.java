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

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.ReflectionUtils;

import io.github.retrystarter.annotation.Retryable;

/** Finds the annotation that applies to a method of a class: the method's own, else that of its type. */
final class RetryableMethods {

    private static final Map<Class<?>, Boolean> HAS_SOME =
            new ConcurrentReferenceHashMap<>(64, ConcurrentReferenceHashMap.ReferenceType.WEAK);

    private RetryableMethods() {}

    /** Tells whether the annotation applies to a method that the type declares, inherits or implements. */
    static boolean hasSome(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, Retryable.class)) {
            return false;
        }
        Boolean known = HAS_SOME.get(type);
        if (known == null) {
            known = looksForSome(type);
            HAS_SOME.put(type, known);
        }
        return known;
    }

    private static boolean looksForSome(Class<?> type) {
        Class<?> userClass = ClassUtils.getUserClass(type);
        boolean onType = isAnnotated(userClass);
        if (!Proxy.isProxyClass(type) && declaresSome(userClass, userClass, onType)) {
            return true;
        }
        for (Class<?> level : ClassUtils.getAllInterfacesForClassAsSet(type)) {
            if (declaresSome(level, userClass, onType || isAnnotated(level))) {
                return true;
            }
        }
        return false;
    }

    /** Looks at types, of which there may be thousands, once for all of their methods: nearly none is annotated. */
    private static boolean declaresSome(Class<?> declaring, Class<?> type, boolean onType) {
        Class<?> userClass = ClassUtils.getUserClass(type);
        for (Method method : ReflectionUtils.getAllDeclaredMethods(declaring)) {
            if (onType
                    ? find(method, userClass).isPresent()
                    : !isObjectMethod(method) && isAnnotated(specific(method, userClass), method)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAnnotated(AnnotatedElement element) {
        return AnnotatedElementUtils.hasAnnotation(element, Retryable.class);
    }

    private static boolean isAnnotated(Method specific, Method method) {
        return isAnnotated(specific) || (!specific.equals(method) && isAnnotated(method));
    }

    private static boolean isObjectMethod(Method method) {
        return ReflectionUtils.isObjectMethod(method) || method.getDeclaringClass() == Object.class;
    }

    private static Method specific(Method method, @Nullable Class<?> userClass) {
        return AopUtils.getMostSpecificMethod(method, userClass);
    }

    private static @Nullable Retryable onMethod(Method specific, Method method) {
        Retryable found = AnnotatedElementUtils.findMergedAnnotation(specific, Retryable.class);
        return found == null && !specific.equals(method)
                ? AnnotatedElementUtils.findMergedAnnotation(method, Retryable.class)
                : found;
    }

    /** Returns all methods of a user's class that an annotation applies to, by their signatures in alphabetical order. */
    static Map<Method, AppliedRetryable> ofType(Class<?> userClass) {
        Map<Method, AppliedRetryable> found = new TreeMap<>(Comparator.comparing(Method::toString));
        found.putAll(MethodIntrospector.selectMethods(userClass, (MethodIntrospector.MetadataLookup<AppliedRetryable>)
                method -> find(method, userClass).orElse(null)));
        return found;
    }

    static Optional<String> policyOf(Method method, @Nullable Class<?> targetClass) {
        Optional<AppliedRetryable> found = find(method, targetClass);
        return found.isPresent() ? Optional.of(found.get().policy()) : Optional.empty();
    }

    static Optional<AppliedRetryable> find(Method method, @Nullable Class<?> targetClass) {
        if (isObjectMethod(method)) {
            return Optional.empty();
        }
        Class<?> userClass = targetClass != null ? ClassUtils.getUserClass(targetClass) : null;
        Method specific = specific(method, userClass);
        Retryable found = onMethod(specific, method);
        if (found != null) {
            return Optional.of(AppliedRetryable.of(found, false));
        }
        found = isReachedByType(specific) ? ofType(specific, method, userClass) : null;
        return found != null ? Optional.of(AppliedRetryable.of(found, true)) : Optional.empty();
    }

    private static boolean isReachedByType(Method method) {
        int modifiers = method.getModifiers();
        return !Modifier.isStatic(modifiers) && !Modifier.isPrivate(modifiers) && !method.isSynthetic();
    }

    private static @Nullable Retryable ofType(Method specific, Method method, @Nullable Class<?> userClass) {
        Retryable found =
                userClass != null ? AnnotatedElementUtils.findMergedAnnotation(userClass, Retryable.class) : null;
        if (found == null) {
            found = AnnotatedElementUtils.findMergedAnnotation(specific.getDeclaringClass(), Retryable.class);
        }
        if (found == null && !specific.equals(method)) {
            found = AnnotatedElementUtils.findMergedAnnotation(method.getDeclaringClass(), Retryable.class);
        }
        return found;
    }
}
