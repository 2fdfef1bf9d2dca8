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
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
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
        return AnnotationUtils.isCandidateClass(type, Retryable.class)
                && HAS_SOME.computeIfAbsent(type, RetryableMethods::looksForSome);
    }

    private static boolean looksForSome(Class<?> type) {
        Class<?> userClass = ClassUtils.getUserClass(type);
        return Stream.concat(
                        Proxy.isProxyClass(type) ? Stream.empty() : Stream.of(userClass),
                        ClassUtils.getAllInterfacesForClassAsSet(type).stream())
                .flatMap(declaring -> Arrays.stream(ReflectionUtils.getAllDeclaredMethods(declaring)))
                .anyMatch(method -> find(method, userClass).isPresent());
    }

    static Optional<String> policyOf(Method method, @Nullable Class<?> targetClass) {
        return find(method, targetClass).map(AppliedRetryable::policy);
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
        return isReachedByType(specific)
                ? Optional.ofNullable(ofType(specific, method, userClass))
                        .map(annotation -> AppliedRetryable.of(annotation, true))
                : Optional.empty();
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
