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
package io.github.retrystarter.classify;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;

/** Makes exceptions with the class name of a library that is not on the class path. */
final class NamedException {

    private NamedException() {}

    static Throwable of(String className, Class<? extends Throwable> superclass) {
        return instance(type(className, superclass));
    }

    static Class<? extends Throwable> type(String className, Class<? extends Throwable> superclass) {
        ClassLoader parent = superclass.getClassLoader();
        return new ByteBuddy()
                .subclass(superclass)
                .name(className)
                .make()
                .load(
                        parent == null ? NamedException.class.getClassLoader() : parent,
                        ClassLoadingStrategy.Default.CHILD_FIRST)
                .getLoaded();
    }

    static Throwable instance(Class<? extends Throwable> type) {
        try {
            return type.getDeclaredConstructor(String.class).newInstance("made for a test");
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
