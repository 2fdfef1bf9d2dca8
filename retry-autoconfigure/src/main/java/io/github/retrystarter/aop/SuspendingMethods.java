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
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/**
 * Suspending functions of Kotlin. Advice sees their end only where Spring presents them as publishers, for which it needs
 * libraries of Kotlin's; without them a retry would work until the first suspension and no further.
 *
 * @since 0.1.0
 */
public final class SuspendingMethods {

    /** A class of each library that Spring needs, and the artifact that has it. */
    private static final Map<String, String> NEEDED = Map.of(
            "kotlinx.coroutines.reactor.MonoKt", "org.jetbrains.kotlinx:kotlinx-coroutines-reactor",
            "kotlin.reflect.full.KClasses", "org.jetbrains.kotlin:kotlin-reflect");

    private SuspendingMethods() {}

    /**
     * Says why a method cannot be retried, as a sentence that begins with the name of the method and of its bean.
     *
     * @param annotated the method
     * @param loader the class loader of the application; null for the default one
     * @return the reason; empty where the method can be retried or does not suspend
     */
    public static Optional<String> fault(AnnotatedMethod annotated, @Nullable ClassLoader loader) {
        String name = ClassUtils.getQualifiedMethodName(annotated.method(), annotated.type());
        return fault("Method " + name + " of the bean \"" + annotated.bean() + "\"", annotated.method(), loader);
    }

    /** Refuses to call a method that start-up could not look at. */
    static void require(Method method) {
        fault("Method " + ClassUtils.getQualifiedMethodName(method), method, AopUtils.class.getClassLoader())
                .ifPresent(reason -> {
                    throw new IllegalStateException(reason);
                });
    }

    private static Optional<String> fault(String place, Method method, @Nullable ClassLoader loader) {
        if (!KotlinDetector.isSuspendingFunction(method)) {
            return Optional.empty();
        }
        return NEEDED.entrySet().stream()
                .filter(needed -> !ClassUtils.isPresent(needed.getKey(), loader))
                .map(Map.Entry::getValue)
                .sorted()
                .reduce((one, other) -> one + " and " + other)
                .map(missing -> place + " is a suspending function, which cannot be retried without " + missing
                        + ": add that to the class path");
    }
}
