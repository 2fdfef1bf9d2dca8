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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/** The page of results. Each Java version has a part of its own, which a run on it replaces. */
final class Document {

    private static final String INTRODUCTION = """
            # Benchmarks

            What an annotated call costs, beside the least that a proxy costs and beside the peers. Everything below the line is written by

            ```sh
            mvn -q package -DskipTests                                                   # our jars, whose size is told
            mvn -Pbenchmark -pl retry-autoconfigure integration-test                     # all, most of two hours
            mvn -Pbenchmark -pl retry-autoconfigure integration-test -Dbenchmark.args="--quick"   # a minute or so, to see that it runs
            ```

            and belongs to the Java version of `JAVA_HOME`; a run replaces the part of its version and leaves the others. `-Dbenchmark.args="--help"` lists what else can be chosen: a part of the measurements, of the calls, of the contenders, the number of rounds. A run with `--quick` or with a part of them writes to `retry-autoconfigure/target/benchmarks.md` instead.

            ## How it is measured

            - With JMH, through real application contexts that hold what each library needs and one bean of a class, so that every proxy is a class proxy. Before anything is measured, each contender has to prove that it makes four attempts.
            - In rounds: in each round every contender runs every scenario once, in a JVM of its own. Only figures of the same round are divided by each other. A ratio is the geometric mean over the rounds, with its 95 % interval. A goal of time is met when the lower end of the interval is at or below it; bytes are exact.
            - ns is **processor time** of all Java threads by operation, not time on the wall, so that other work on the machine disturbs less. B is memory allocated by operation.
            - Without Kotlin, whose presence makes Spring's proxies look in each call whether the method suspends (24 B a time).
            - No contender waits: constant waits of zero, and where a library has no zero, a sleeper that returns at once. Spring Framework 7, Resilience4j and Failsafe call `Thread.sleep(0)` for a zero wait, as they do in applications.
            - Our log is off below ERROR (a give-up is a line at WARN, which most peers do not write), the meters are on, and the retry budget works as by default, but with a bound that failures alone do not reach.

            ## What the rows mean

            | contender | |
            | --- | --- |
            | bare bean | the method itself |
            | hand-written loop | a `for` with a `catch` around the method |
            | pass-through proxy | a class proxy of Spring's whose one interceptor goes on at once: the floor of success |
            | plain loop in a proxy | the plainest correct retry interceptor, without waits, meters or classification: the floor of failure |
            | … method handle | the same without reflection, as it is possible where no other advice follows: what a failure costs when nothing wraps it and nobody decides about it. The least that retry advice in a proxy can cost |
            | this starter | `@Retryable`, with meters in a Prometheus registry |
            | Spring Framework 7 | its own `@Retryable`; it has no meters |
            | Spring Retry | `@Retryable`; with and without `MetricsRetryListener` |
            | Resilience4j | `@Retry` through its starter, with its meters |
            | Failsafe | its executor around a bare bean: no proxy, no Spring, no meters |
            | … other advice behind | a second interceptor follows, as that of a transaction does; then the invocation has to be cloned for each attempt |

            ## What limits what is missed

            - **A failed attempt** has to unwind the stack from the bean to the advice, whoever decides afterwards: that is the row with the method handle, and on Java 17 it takes most of what the goals for failures allow. On top of it come the classification of the failure and its causes, the decision, a place in the budget and the counters, each an atomic step, the timer of the wait, and in the end the marker.
            - **A success with other advice behind** makes one invocation of its own, smaller than a clone, but through a constructor of Spring's that looks for bridge methods once more.
            - **A `Mono`** takes the context of its caller when the method is called, and compares it with that of the subscriber's thread, carrier by carrier: MDC, Spring Security, and each thread local that is registered.
            - **Start-up**: the proxies of a plain advisor take most of the classes that the goal allows. Ours come on top: thirteen auto-configurations, the scan of the properties with its messages, the check of annotations, and a meter for each reason and outcome.
            - **Footprint**: two jars with the features of all the others. Debug tables for line numbers and variables are in it, so that its code can be stepped through.

            ---
            """;

    private final Path file;

    Document(Path file) {
        this.file = file;
    }

    void write(Settings settings, List<Section> sections) {
        int java = Runtime.version().feature();
        String begin = "<!-- Java " + java + " -->\n";
        String end = "<!-- end of Java " + java + " -->\n";
        String others = "";
        if (Files.exists(file)) {
            String old = read();
            int line = old.indexOf("---\n\n<!-- ");
            others = line < 0 ? "" : without(old.substring(line + 4), begin, end);
        }
        String part = begin + part(settings, sections) + end;
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, INTRODUCTION + "\n" + inOrder(others.strip(), part));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String inOrder(String others, String part) {
        if (others.isEmpty()) {
            return part;
        }
        return others.compareTo(part) < 0 ? others + "\n\n" + part : part + "\n" + others + "\n";
    }

    private String read() {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String without(String text, String begin, String end) {
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        return from < 0 || to < 0 ? text : text.substring(0, from) + text.substring(to + end.length());
    }

    static String part(Settings settings, List<Section> sections) {
        StringBuilder text = new StringBuilder();
        text.append("## Java ").append(Runtime.version().feature()).append("\n\n");
        text.append(circumstances(settings));
        text.append("\n### Goals\n\n| measure | goal | found | |\n| --- | --- | --- | --- |\n");
        sections.forEach(section -> section.findings().forEach(finding -> text.append(finding.row())));
        sections.forEach(section -> text.append("\n").append(section.text()));
        return text.append("\n").toString();
    }

    private static String circumstances(Settings settings) {
        return String.format(
                Locale.ROOT,
                "%s, %s %s, %d processors (%s), %s. %s of %d × %d ms after %d × %d ms, heap 1 GiB.%n",
                LocalDate.now(ZoneOffset.UTC),
                System.getProperty("java.vm.vendor"),
                System.getProperty("java.vm.version"),
                Runtime.getRuntime().availableProcessors(),
                processor(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                settings.rounds() == 1 ? "One round" : settings.rounds() + " rounds",
                settings.iterations(),
                settings.millis(),
                settings.warmUps(),
                settings.millis());
    }

    private static String processor() {
        Path information = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(information)) {
            return "unknown";
        }
        try {
            return Files.readAllLines(information).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException ex) {
            return "unknown";
        }
    }
}
