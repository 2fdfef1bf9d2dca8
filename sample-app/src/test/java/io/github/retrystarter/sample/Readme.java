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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The README, as far as it can be put to the test. */
final class Readme {

    private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CURL =
            Pattern.compile("^curl .*'http://localhost:8080(/[^']*)'(?: +# (.*))?", Pattern.MULTILINE);

    private Readme() {}

    /**
     * A command, and what the comment behind it promises.
     *
     * @param target the path and the query
     * @param promise what the upstream answers and how the call ends, such as {@code 503, 200: success}; null if nothing
     */
    record Curl(String target, String promise) {}

    static List<Curl> curls() {
        return blocks("sh")
                .flatMap(block -> CURL.matcher(block).results())
                .map(curl -> new Curl(curl.group(1), curl.group(2)))
                .toList();
    }

    /** The lines that Prometheus is to read once all the commands have run. */
    static List<String> prometheusLines() {
        return blocks("text")
                .flatMap(String::lines)
                .filter(line -> line.startsWith("retry_"))
                .toList();
    }

    private static Stream<String> blocks(String language) {
        try {
            return BLOCK.matcher(Files.readString(Project.ROOT.resolve("README.md")))
                    .results()
                    .filter(block -> block.group(1).equals(language))
                    .map(block -> block.group(2));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
