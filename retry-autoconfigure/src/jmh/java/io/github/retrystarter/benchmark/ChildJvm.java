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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A program of its own, on this Java and class path, that prints what it found out as lines of {@code name=value}. */
final class ChildJvm {

    private static final String MARK = "found:";

    private ChildJvm() {}

    static void tell(String name, long value) {
        System.out.println(MARK + name + "=" + value);
    }

    /**
     * Jars, by the beginnings of their names, that an application has only when it asks for them: they are here for the
     * tests of the starter, and for the calls that are measured.
     */
    private static final List<String> JARS_OF_TESTS = List.of(
            "rxjava",
            "mutiny",
            "kotlin",
            "feign",
            "spring-security",
            "spring-web",
            "spring-cloud",
            "spring-data",
            "spring-jdbc",
            "spring-orm",
            "spring-boot-web",
            "spring-boot-rest",
            "spring-boot-http",
            "spring-boot-security",
            "spring-boot-jdbc",
            "spring-boot-data",
            "spring-boot-transaction",
            "spring-boot-validation",
            "tomcat",
            "netty",
            "reactor-netty",
            "hibernate",
            "h2",
            "archunit",
            "junit",
            "mockito",
            "assertj");

    static Map<String, Long> run(List<String> options, List<Path> classes, Class<?> program, Object... arguments) {
        return run(ClassPath.whole(), options, classes, program, arguments);
    }

    /** The same without what is on the class path for the tests of the starter alone, and with these jars only. */
    static Map<String, Long> runPlain(
            Predicate<String> jars, List<String> options, List<Path> classes, Class<?> program, Object... arguments) {
        String path = ClassPath.only(jar -> isForAnybody(jar, jars));
        return run(path, options, classes, program, arguments);
    }

    private static boolean isForAnybody(String jar, Predicate<String> jars) {
        return JARS_OF_TESTS.stream().noneMatch(jar::startsWith) && jars.test(jar);
    }

    private static Map<String, Long> run(
            String path, List<String> options, List<Path> classes, Class<?> program, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(classPath(path, classes));
        command.add(program.getName());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + " failed: " + output);
            }
            return found(output);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private static String classPath(String own, List<Path> more) {
        StringBuilder path = new StringBuilder(own);
        more.forEach(folder -> path.append(File.pathSeparator).append(folder));
        return path.toString();
    }

    private static Map<String, Long> found(String output) {
        Map<String, Long> found = new HashMap<>();
        output.lines().filter(line -> line.startsWith(MARK)).forEach(line -> {
            String[] parts = line.substring(MARK.length()).split("=");
            found.put(parts[0], Long.parseLong(parts[1]));
        });
        return found;
    }
}
