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
        if (!Proxy.isProxyClass(type) && declaresSome(userClass, userClass)) {
            return true;
        }
        for (Class<?> level : ClassUtils.getAllInterfacesForClassAsSet(type)) {
            if (declaresSome(level, userClass)) {
                return true;
            }
        }
        return false;
    }

    private static boolean declaresSome(Class<?> declaring, Class<?> userClass) {
        for (Method method : ReflectionUtils.getAllDeclaredMethods(declaring)) {
            if (find(method, userClass).isPresent()) {
                return true;
            }
        }
        return false;
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
        if (ReflectionUtils.isObjectMethod(method) || method.getDeclaringClass() == Object.class) {
            return Optional.empty();
        }
        Class<?> userClass = targetClass != null ? ClassUtils.getUserClass(targetClass) : null;
        Method specific = AopUtils.getMostSpecificMethod(method, userClass);
        Retryable found = AnnotatedElementUtils.findMergedAnnotation(specific, Retryable.class);
        if (found == null && !specific.equals(method)) {
            found = AnnotatedElementUtils.findMergedAnnotation(method, Retryable.class);
        }
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
