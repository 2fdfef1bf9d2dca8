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
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page for who is called at night. */
final class Runbook {

    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final Pattern CURL = Pattern.compile(
            "^ *curl (?:-s )?(?:-X (\\w+) )?(?:-H 'Content-Type: application/json' -d '([^']*)' )?(?:\\\\\\n +)?'?http://localhost:8080(/[^\\s']*)",
            Pattern.MULTILINE);
    private static final Pattern FIRST_CELL = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE);

    private Runbook() {}

    /**
     * A command.
     *
     * @param method the method of HTTP
     * @param body what it sends; null for nothing
     * @param target the path and the query
     */
    record Curl(String method, String body, String target) {}

    static String text() {
        try {
            return Files.readString(Project.ROOT.resolve("docs/runbook.md"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static List<String> headings() {
        return HEADING.matcher(text()).results().map(Runbook::first).toList();
    }

    /** What GitHub makes of a heading. */
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
    }

    /** The words in code type that the rows of the table under a heading begin with. */
    static List<String> firstCells(String heading) {
        Matcher start = Pattern.compile("^#+ " + Pattern.quote(heading) + "$", Pattern.MULTILINE)
                .matcher(text());
        if (!start.find()) {
            throw new IllegalArgumentException("The runbook has no heading " + heading);
        }
        String rest = text().substring(start.end());
        Matcher end = HEADING.matcher(rest);
        return FIRST_CELL
                .matcher(end.find() ? rest.substring(0, end.start()) : rest)
                .results()
                .map(Runbook::first)
                .toList();
    }

    static List<Curl> curls() {
        return CURL.matcher(text())
                .results()
                .map(curl -> new Curl(curl.group(1) == null ? "GET" : curl.group(1), curl.group(2), curl.group(3)))
                .toList();
    }

    private static String first(MatchResult match) {
        return match.group(1);
    }
}
