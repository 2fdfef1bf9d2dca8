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
package io.github.retrystarter.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the documentation, by its headings, tables and blocks of code. */
record ReferenceDocument(String name, String text) {

    static final Path DOCS = Path.of("..", "docs").toAbsolutePath().normalize();

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    static ReferenceDocument of(String name) {
        return new ReferenceDocument(name, read(DOCS.resolve(name)));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** What stands under a heading, up to the next heading of any level. */
    private String section(String heading) {
        Matcher start =
                Pattern.compile("(?m)^#+ " + Pattern.quote(heading) + "$").matcher(text);
        if (!start.find()) {
            throw new IllegalArgumentException(name + " has no heading " + heading);
        }
        Matcher end = Pattern.compile("(?m)^#+ ").matcher(text);
        return end.find(start.end()) ? text.substring(start.end(), end.start()) : text.substring(start.end());
    }

    /** The rows of the first table under a heading, each cell by the head of its column. */
    List<Map<String, String>> table(String heading) {
        return tables(heading).get(0);
    }

    List<List<Map<String, String>>> tables(String heading) {
        List<List<Map<String, String>>> tables = new ArrayList<>();
        List<String> head = List.of();
        for (String line : section(heading).lines().toList()) {
            if (!line.startsWith("|")) {
                head = List.of();
            } else if (head.isEmpty()) {
                head = cells(line);
                tables.add(new ArrayList<>());
            } else if (!line.startsWith("| ---")) {
                tables.get(tables.size() - 1).add(row(head, cells(line)));
            }
        }
        return tables;
    }

    private static Map<String, String> row(List<String> head, List<String> cells) {
        if (head.size() != cells.size()) {
            throw new IllegalArgumentException(cells + " does not fit under " + head);
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < head.size(); i++) {
            row.put(head.get(i), cells.get(i));
        }
        return row;
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    String block(String language, String heading) {
        return blocks(language, section(heading)).get(0);
    }

    List<String> blocks(String language) {
        return blocks(language, text);
    }

    private static List<String> blocks(String language, String text) {
        return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(text)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** The anchors that GitHub makes of the headings. */
    List<String> anchors() {
        return Pattern.compile("(?m)^#+ (.*)$")
                .matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .toList();
    }

    /** Everything in backticks in a cell. */
    static List<String> codes(String cell) {
        return CODE.matcher(cell).results().map(ReferenceDocument::first).toList();
    }

    private static String first(MatchResult match) {
        return match.group(1);
    }

    static String code(String cell) {
        return codes(cell).get(0);
    }
}
