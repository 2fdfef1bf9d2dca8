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
package io.github.retrystarter.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import io.github.retrystarter.annotation.Retryable;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.FixedValue;

/** Makes many classes out of one. */
final class BeanClasses {

    private static final String PACKAGE = BeanClasses.class.getPackageName() + ".";
    private static final int METHODS = 100;

    private BeanClasses() {}

    /** Copies of a class under other names, as if each had been written. */
    static List<Class<? extends Service>> copies(Class<? extends Service> type, int count) {
        List<Class<? extends Service>> copies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            copies.add(define(copy(type, i)).asSubclass(Service.class));
        }
        return copies;
    }

    /** Writes copies of a class as class files. */
    static void write(Class<?> type, int count, Path folder) {
        try {
            Files.createDirectories(folder);
            for (int i = 0; i < count; i++) {
                copy(type, i).saveIn(folder.toFile());
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static String nameOf(Class<?> type, int number) {
        return PACKAGE + type.getSimpleName() + number;
    }

    private static DynamicType.Unloaded<?> copy(Class<?> type, int number) {
        return new ByteBuddy()
                .redefine(type)
                .name(nameOf(type, number))
                .modifiers(Visibility.PUBLIC)
                .make();
    }

    /** Classes with so many annotated methods in all, a hundred in each, whose policies are given by number. */
    static List<Class<?>> annotated(int methods, IntFunction<String> policyOfMethod) {
        List<Class<?>> classes = new ArrayList<>();
        for (int first = 0; first < methods; first += METHODS) {
            classes.add(define(annotated(first, Math.min(methods, first + METHODS), policyOfMethod)));
        }
        return classes;
    }

    private static DynamicType.Unloaded<?> annotated(int from, int to, IntFunction<String> policyOfMethod) {
        DynamicType.Builder<?> type = new ByteBuddy()
                .subclass(Object.class)
                .name(PACKAGE + "Annotated" + from)
                .modifiers(Visibility.PUBLIC);
        for (int i = from; i < to; i++) {
            AnnotationDescription annotation = AnnotationDescription.Builder.ofType(Retryable.class)
                    .define("value", policyOfMethod.apply(i))
                    .build();
            type = type.defineMethod("call" + i, int.class, Visibility.PUBLIC)
                    .withParameters(int.class)
                    .intercept(FixedValue.value(i))
                    .annotateMethod(annotation);
        }
        return type.make();
    }

    /** Beside the classes that were written: proxies of classes in another loader would not find each other. */
    private static Class<?> define(DynamicType.Unloaded<?> type) {
        try {
            return MethodHandles.lookup().defineClass(type.getBytes());
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(ex);
        }
    }

    static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
