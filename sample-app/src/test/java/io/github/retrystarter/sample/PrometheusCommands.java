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
package io.github.retrystarter.sample;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands that come with Prometheus. */
final class PrometheusCommands implements ExecutionCondition {

    private static final String MISSING =
            "The commands prometheus and promtool are missing: install the Debian package prometheus";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (areInstalled() || isRequired()) {
            return ConditionEvaluationResult.enabled("Prometheus is installed, or required");
        }
        // The only line on the console that says why: Surefire counts what was left out, and keeps the reason to
        // itself.
        System.out.println("Left out: " + context.getDisplayName() + ". " + MISSING);
        return ConditionEvaluationResult.disabled(MISSING);
    }

    private static boolean areInstalled() {
        return Stream.of("prometheus", "promtool").allMatch(PrometheusCommands::isInstalled);
    }

    private static boolean isInstalled(String command) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, command))
                .anyMatch(Files::isExecutable);
    }

    private static boolean isRequired() {
        return !List.of("", "false").contains(System.getenv().getOrDefault("CI", ""));
    }

    static Process start(Path log, List<String> command) throws IOException {
        assertThat(areInstalled())
                .as(MISSING + ", as it is required where the environment variable CI is set")
                .isTrue();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Runs {@code promtool} and returns what it says; fails where it does. */
    static String promtool(Path folder, String... arguments) throws IOException, InterruptedException {
        Path log = folder.resolve("promtool.log");
        Process promtool = start(
                log,
                Stream.concat(Stream.of("promtool"), Arrays.stream(arguments)).toList());
        end(promtool, 30);
        String said = Files.readString(log);
        assertThat(promtool.exitValue()).as(said).isZero();
        return said;
    }

    /** Waits for the end of a process, and brings it about if it does not come. */
    static void end(Process process, int seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).isTrue();
        }
    }
}
