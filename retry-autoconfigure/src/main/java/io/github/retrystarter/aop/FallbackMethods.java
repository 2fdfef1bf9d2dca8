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
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.retrystarter.execution.NearestName;

/** Finds the methods that answer instead of an annotated one. */
final class FallbackMethods {

    private FallbackMethods() {}

    /**
     * Finds the fallback of a method.
     *
     * @param method the method, as it was called or as the class declares it
     * @param targetClass the class of the bean, or of its proxy where nothing is behind that; null for the class that
     *     declares the method
     * @return the fallback, or empty where the annotation names none
     * @throws UnfitFallbackException if the annotation names one that does not fit
     */
    static Optional<FallbackMethod> of(Method method, @Nullable Class<?> targetClass) {
        Optional<AppliedRetryable> found = RetryableMethods.find(method, targetClass);
        return found.isPresent() && hasFallback(found.get(), method)
                ? Optional.of(find(found.get().fallback(), method, typeOf(method, targetClass)))
                : Optional.empty();
    }

    private static boolean hasFallback(AppliedRetryable applied, Method method) {
        return !applied.fallback().isEmpty()
                && !(applied.onType() && applied.fallback().equals(method.getName()));
    }

    private static Class<?> typeOf(Method method, @Nullable Class<?> targetClass) {
        Class<?> declaring = method.getDeclaringClass();
        if (targetClass == null) {
            return declaring;
        }
        if (Proxy.isProxyClass(targetClass)) {
            return Arrays.stream(targetClass.getInterfaces())
                    .filter(declaring::isAssignableFrom)
                    .findFirst()
                    .orElse(declaring);
        }
        return ClassUtils.getUserClass(targetClass);
    }

    private static FallbackMethod find(String name, Method method, Class<?> type) {
        FallbackShape shape = new FallbackShape(AopUtils.getMostSpecificMethod(method, type), type);
        List<Method> named = named(name, shape, type);
        List<FallbackVariant> fitting = named.stream()
                .filter(candidate -> !shape.isMethodItself(candidate))
                .map(shape::variant)
                .flatMap(Optional::stream)
                .toList();
        if (fitting.isEmpty()) {
            throw new UnfitFallbackException("has the fallback \"" + name + "\", " + fault(name, named, shape, type));
        }
        fitting.forEach(variant -> requireReturnType(name, variant.method(), shape));
        fitting.forEach(variant -> ReflectionUtils.makeAccessible(variant.method()));
        return new FallbackMethod(fitting);
    }

    /** Methods of the class come before those that they override or hide, which are left out. */
    private static List<Method> named(String name, FallbackShape shape, Class<?> type) {
        List<Method> named = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        for (Method candidate : ReflectionUtils.getAllDeclaredMethods(type)) {
            if (candidate.getName().equals(name) && !candidate.isSynthetic()) {
                String signature = shape.signature(candidate);
                if (!seen.contains(signature)) {
                    seen.add(signature);
                    named.add(candidate);
                }
            }
        }
        return named;
    }

    private static void requireReturnType(String name, Method candidate, FallbackShape shape) {
        if (!shape.returnTypeFits(candidate)) {
            throw new UnfitFallbackException("has the fallback \"" + name + "\", whose return type does not fit: "
                    + shape.signature(candidate) + " returns " + shape.resultOf(candidate) + ", needed is "
                    + shape.neededResult());
        }
    }

    private static String fault(String name, List<Method> named, FallbackShape shape, Class<?> type) {
        if (named.isEmpty()) {
            List<String> known = Arrays.stream(ReflectionUtils.getAllDeclaredMethods(type))
                    .filter(method -> !method.isSynthetic() && method.getDeclaringClass() != Object.class)
                    .map(Method::getName)
                    .distinct()
                    .toList();
            return "which is no method of " + type.getName()
                    + NearestName.of(name, known)
                            .map(nearest -> "; did you mean \"" + nearest + "\"?")
                            .orElse("");
        }
        if (named.stream().allMatch(shape::isMethodItself)) {
            return "which is the method itself";
        }
        return "whose parameters do not fit: "
                + named.stream()
                        .filter(method -> !shape.isMethodItself(method))
                        .map(shape::signature)
                        .collect(Collectors.joining(", "))
                + ", needed is " + shape.needed(name);
    }
}
