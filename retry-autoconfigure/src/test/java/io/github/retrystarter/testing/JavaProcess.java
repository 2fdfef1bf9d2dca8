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
package io.github.retrystarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A main method in a virtual machine of its own, with the class path of the tests.
 *
 * @param exitCode how it ended
 * @param output what it wrote
 */
public record JavaProcess(int exitCode, String output) {

    private static final int BOUND_SECONDS = 180;

    /** Runs it to its end; one that does not end is ended, and is a failure. */
    public static JavaProcess run(Class<?> main, List<String> options, String... arguments)
            throws InterruptedException {
        return run(main, System.getProperty("java.class.path"), options, arguments);
    }

    /** Runs it to its end on a class path that lacks the jars whose names begin so. */
    public static JavaProcess runWithout(String artifact, Class<?> main) throws InterruptedException {
        String separator = System.getProperty("path.separator");
        String classPath = Pattern.compile(separator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith(artifact))
                .collect(Collectors.joining(separator));
        return run(main, classPath, List.of());
    }

    private static JavaProcess run(Class<?> main, String classPath, List<String> options, String... arguments)
            throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile("child", ".log");
            try {
                return run(command, output);
            } finally {
                Files.delete(output);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static JavaProcess run(List<String> command, Path output) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("Did not end: " + Files.readString(output));
        }
        return new JavaProcess(process.exitValue(), Files.readString(output));
    }
}
