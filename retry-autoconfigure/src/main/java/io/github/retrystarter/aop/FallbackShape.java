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
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** What a fallback has to look like for one method of a bean. Type variables stand for what they are in the bean. */
final class FallbackShape {

    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private final Method method;
    private final Class<?> type;
    private final Class<?>[] parameters;

    FallbackShape(Method method, Class<?> type) {
        this.method = method;
        this.type = type;
        this.parameters = parametersOf(method);
    }

    /** Returns how a method takes the arguments, or empty where it does not. */
    Optional<FallbackVariant> variant(Method candidate) {
        Class<?>[] actual = parametersOf(candidate);
        if (Arrays.equals(actual, parameters)) {
            return Optional.of(new FallbackVariant(candidate, null, failureIndex()));
        }
        if (actual.length == parameters.length + 1
                && Throwable.class.isAssignableFrom(actual[failureIndex()])
                && Arrays.equals(without(actual, failureIndex()), parameters)) {
            return Optional.of(new FallbackVariant(candidate, actual[failureIndex()], failureIndex()));
        }
        return Optional.empty();
    }

    /** Tells whether a method is the annotated one itself, or one that it overrides or hides. */
    boolean isMethodItself(Method candidate) {
        return candidate.getName().equals(method.getName()) && Arrays.equals(parametersOf(candidate), parameters);
    }

    boolean returnTypeFits(Method candidate) {
        ResolvableType needed = result(method);
        ResolvableType given = result(candidate);
        Class<?> neededClass = needed.toClass();
        Class<?> givenClass = given.toClass();
        if (neededClass == void.class || givenClass == void.class) {
            return neededClass == givenClass;
        }
        return ClassUtils.isAssignable(neededClass, givenClass) && argumentsFit(needed, given);
    }

    /** Raw types and open type variables say nothing about their arguments, so that nothing speaks against them. */
    private static boolean argumentsFit(ResolvableType needed, ResolvableType given) {
        ResolvableType sameClass = given.as(needed.toClass());
        return !needed.hasGenerics()
                || !sameClass.hasGenerics()
                || needed.hasUnresolvableGenerics()
                || sameClass.hasUnresolvableGenerics()
                || needed.isAssignableFrom(given);
    }

    /** A suspending function returns any object; what it will answer with is what its continuation takes. */
    private ResolvableType result(Method candidate) {
        int last = candidate.getParameterCount() - 1;
        if (last >= 0 && candidate.getParameterTypes()[last].getName().equals(CONTINUATION)) {
            Type taken = ResolvableType.forMethodParameter(candidate, last, type)
                    .getGeneric()
                    .getType();
            return taken instanceof WildcardType wildcard && wildcard.getLowerBounds().length == 1
                    ? ResolvableType.forType(wildcard.getLowerBounds()[0], ResolvableType.forClass(type))
                    : ResolvableType.forClass(Object.class);
        }
        return ResolvableType.forMethodReturnType(candidate, type);
    }

    private int failureIndex() {
        int count = parameters.length;
        return count > 0 && parameters[count - 1].getName().equals(CONTINUATION) ? count - 1 : count;
    }

    private Class<?>[] parametersOf(Method candidate) {
        Class<?>[] found = new Class<?>[candidate.getParameterCount()];
        Arrays.setAll(
                found,
                i -> ResolvableType.forMethodParameter(candidate, i, type).toClass());
        return found;
    }

    private static Class<?>[] without(Class<?>[] types, int index) {
        return Stream.concat(Arrays.stream(types, 0, index), Arrays.stream(types, index + 1, types.length))
                .toArray(Class<?>[]::new);
    }

    /** Returns both forms, as a message shows them. */
    String needed(String name) {
        Class<?>[] withFailure = Stream.of(
                        Arrays.stream(parameters, 0, failureIndex()),
                        Stream.of(Throwable.class),
                        Arrays.stream(parameters, failureIndex(), parameters.length))
                .flatMap(Function.identity())
                .toArray(Class<?>[]::new);
        return signature(name, parameters) + " or " + signature(name, withFailure);
    }

    String neededResult() {
        return result(method).getType().getTypeName();
    }

    String resultOf(Method candidate) {
        return result(candidate).getType().getTypeName();
    }

    String signature(Method candidate) {
        return signature(candidate.getName(), parametersOf(candidate));
    }

    private static String signature(String name, Class<?>[] parameters) {
        return Arrays.stream(parameters).map(Class::getTypeName).collect(Collectors.joining(", ", name + "(", ")"));
    }
}
