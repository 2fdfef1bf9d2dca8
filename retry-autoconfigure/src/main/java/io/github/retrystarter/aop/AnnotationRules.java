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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/** Holds the annotations of one bean against the rules. */
final class AnnotationRules {

    /** By name, since neither needs to be there. */
    private static final List<String> OTHER_RETRIES = List.of(
            "org.springframework.resilience.annotation.Retryable", "org.springframework.retry.annotation.Retryable");

    private final String bean;
    private final Class<?> type;
    private final boolean subclassed;
    private final boolean hidden;
    private final Map<Method, AppliedRetryable> methods;

    /**
     * Looks at a bean.
     *
     * @param bean the name of the bean
     * @param type its class, or an interface where that is all that is known so far
     * @param classProxy whether its proxy is a subclass
     */
    AnnotationRules(String bean, Class<?> type, boolean classProxy) {
        this.bean = bean;
        this.type = ClassUtils.getUserClass(type);
        this.subclassed = classProxy && isClass(type);
        this.hidden = !classProxy && isClass(type);
        this.methods = RetryableMethods.ofType(this.type);
    }

    private static boolean isClass(Class<?> type) {
        return !type.isInterface() && !Proxy.isProxyClass(type) && !ClassUtils.isLambdaClass(type);
    }

    List<AnnotationProblem> problems() {
        List<AnnotationProblem> problems = new ArrayList<>();
        for (Map.Entry<Method, AppliedRetryable> method : methods.entrySet()) {
            addProblems(method.getKey(), method.getValue(), problems);
        }
        if (subclassed && (Modifier.isFinal(type.getModifiers()) || type.isSealed())) {
            addFinalClass(problems);
        }
        return problems;
    }

    private void addFinalClass(List<AnnotationProblem> problems) {
        for (Method method : methods.keySet()) {
            if (isReached(method)) {
                problems.add(problem(
                        AnnotationRule.FINAL_CLASS,
                        method,
                        "is annotated with @Retryable, but its class is " + kind() + " and needs a subclass as its"
                                + " proxy"));
                return;
            }
        }
    }

    private String kind() {
        return type.isSealed() ? "sealed" : "final";
    }

    private void addProblems(Method method, AppliedRetryable applied, List<AnnotationProblem> problems) {
        add(reach(method, applied), problems);
        add(otherRetry(method), problems);
        add(suspending(method, applied), problems);
        add(fallback(method), problems);
    }

    private static void add(@Nullable AnnotationProblem problem, List<AnnotationProblem> problems) {
        if (problem != null) {
            problems.add(problem);
        }
    }

    private boolean isReached(Method method) {
        int modifiers = method.getModifiers();
        return !Modifier.isPrivate(modifiers)
                && !Modifier.isStatic(modifiers)
                && !(subclassed && (Modifier.isFinal(modifiers) || isOfAnotherPackage(method)));
    }

    /** The proxy is in the package of the bean's class: callers in that of the method would call it on the proxy itself. */
    private boolean isOfAnotherPackage(Method method) {
        return (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE)) == 0
                && !method.getDeclaringClass().getPackageName().equals(type.getPackageName());
    }

    private @Nullable AnnotationProblem reach(Method method, AppliedRetryable applied) {
        if (isReached(method)) {
            return hidden && !applied.onType() && !isInInterface(method)
                    ? problem(
                            AnnotationRule.NOT_IN_INTERFACE,
                            method,
                            "is annotated with @Retryable, but no interface declares it, and the bean gets a proxy of its"
                                    + " interfaces only")
                    : null;
        }
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            return problem(AnnotationRule.PRIVATE_METHOD, method, "is annotated with @Retryable, but is private");
        }
        if (Modifier.isStatic(modifiers)) {
            return problem(AnnotationRule.STATIC_METHOD, method, "is annotated with @Retryable, but is static");
        }
        if (isOfAnotherPackage(method)) {
            return applied.onType()
                    ? null
                    : problem(
                            AnnotationRule.PACKAGE_PRIVATE_METHOD,
                            method,
                            "is annotated with @Retryable, but is package-private in "
                                    + method.getDeclaringClass().getPackageName()
                                    + ", another package than that of the bean's class");
        }
        if (!applied.onType()) {
            return problem(AnnotationRule.FINAL_METHOD, method, "is annotated with @Retryable, but is final");
        }
        return finalMethodOfAnnotatedType(method);
    }

    private boolean isInInterface(Method method) {
        return method.getDeclaringClass().isInterface()
                || ClassUtils.getAllInterfacesForClassAsSet(type).stream()
                        .flatMap(level -> Stream.of(level.getMethods()))
                        .map(declared -> BridgeMethodResolver.findBridgedMethod(
                                ClassUtils.getMostSpecificMethod(declared, type)))
                        .anyMatch(method::equals);
    }

    private @Nullable AnnotationProblem finalMethodOfAnnotatedType(Method method) {
        if (methods.keySet().stream().noneMatch(this::isReached)) {
            return problem(
                    AnnotationRule.FINAL_METHOD,
                    method,
                    "is final, and so is every other method that @Retryable on the type is to apply to");
        }
        // Users cannot open the classes of the framework that theirs extend.
        return method.getDeclaringClass().getName().startsWith("org.springframework.")
                ? null
                : problem(
                        AnnotationRule.FINAL_METHOD_OF_ANNOTATED_TYPE,
                        method,
                        "is final, so that @Retryable on the type does not apply to it");
    }

    private @Nullable AnnotationProblem otherRetry(Method method) {
        for (String name : OTHER_RETRIES) {
            if (isAnnotated(method, name) || isAnnotated(method.getDeclaringClass(), name) || isAnnotated(type, name)) {
                return problem(
                        AnnotationRule.ONE_RETRY, method, "is retried by @Retryable and by @" + name + " at once");
            }
        }
        return null;
    }

    private static boolean isAnnotated(AnnotatedElement element, String annotation) {
        return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).isPresent(annotation);
    }

    private @Nullable AnnotationProblem suspending(Method method, AppliedRetryable applied) {
        Optional<String> fault = SuspendingMethods.fault(
                new AnnotatedMethod(bean, type, method, applied.policy()), type.getClassLoader());
        return fault.isPresent() ? new AnnotationProblem(AnnotationRule.SUSPENDING_FUNCTION, fault.get()) : null;
    }

    /** An interface does not show the methods of the class behind it, which is looked at when the bean is made. */
    private @Nullable AnnotationProblem fallback(Method method) {
        if (Modifier.isAbstract(type.getModifiers())) {
            return null;
        }
        try {
            FallbackMethods.of(method, type);
            return null;
        } catch (UnfitFallbackException ex) {
            return problem(AnnotationRule.FALLBACK, method, ex.getMessage());
        }
    }

    private AnnotationProblem problem(AnnotationRule rule, Method method, @Nullable String fault) {
        return new AnnotationProblem(rule, AnnotatedMethod.place(bean, type, method) + " " + fault);
    }
}
