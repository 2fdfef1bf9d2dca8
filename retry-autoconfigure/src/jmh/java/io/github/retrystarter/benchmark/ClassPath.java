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

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The class path of this program, and of those that JMH and the measurements start. */
final class ClassPath {

    private static final String PROPERTY = "java.class.path";

    private ClassPath() {}

    static String whole() {
        return System.getProperty(PROPERTY);
    }

    /** Those entries whose file name is wanted. */
    static String only(Predicate<String> wanted) {
        return Arrays.stream(whole().split(File.pathSeparator))
                .filter(entry -> wanted.test(Path.of(entry).getFileName().toString()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Leaves Kotlin out of all that is measured: where it is present, Spring's proxies look in each call whether the method
     * suspends, which most applications do not pay for.
     */
    static void leaveKotlinOut() {
        System.setProperty(PROPERTY, only(jar -> !jar.startsWith("kotlin")));
    }
}
