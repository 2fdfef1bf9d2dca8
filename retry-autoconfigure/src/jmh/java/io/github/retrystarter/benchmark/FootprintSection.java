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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The jars that each library adds to an application with Spring AOP and Micrometer. */
final class FootprintSection {

    private static final long MOST_BYTES = 250_000;

    private FootprintSection() {}

    static Section of(Path root) {
        List<Path> ours = new ArrayList<>();
        for (String module : List.of("retry-autoconfigure", "retry-starter")) {
            ours.addAll(jarsOf(root.resolve(module).resolve("target"), module));
        }
        String text = """
                ### Footprint

                | library | jars | kB |
                | --- | --- | --- |
                """
                + row(Contender.OURS.label(), ours)
                + row("Spring Framework 7", List.of())
                + row("Spring Retry", onClassPath("spring-retry", "aspectjweaver"))
                + row("Resilience4j", onClassPath("resilience4j-", "aspectjweaver"))
                + row("Failsafe", onClassPath("failsafe"));
        String goal = "our two jars, at most 250 KB together";
        Finding finding = ours.size() < 2
                ? Finding.none("footprint", goal)
                : Finding.of(
                        "footprint",
                        goal,
                        ours.size() + " jars, " + size(ours) / 1_000 + " KB",
                        ours.size() == 2 && size(ours) <= MOST_BYTES);
        return new Section(text, List.of(finding));
    }

    private static List<Path> jarsOf(Path folder, String module) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> isOwnJar(file.getFileName().toString(), module))
                    .toList();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static boolean isOwnJar(String name, String module) {
        return name.startsWith(module)
                && name.endsWith(".jar")
                && !name.endsWith("-sources.jar")
                && !name.endsWith("-javadoc.jar");
    }

    private static List<Path> onClassPath(String... prefixes) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> Files.isRegularFile(path)
                        && Arrays.stream(prefixes)
                                .anyMatch(
                                        prefix -> path.getFileName().toString().startsWith(prefix)))
                .toList();
    }

    private static String row(String label, List<Path> jars) {
        return String.format(Locale.ROOT, "| %s | %d | %,d |%n", label, jars.size(), size(jars) / 1_000);
    }

    private static long size(List<Path> jars) {
        return jars.stream().mapToLong(jar -> jar.toFile().length()).sum();
    }
}
