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
package io.github.retrystarter.retryafter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The lines of an answer's header by lower-case field name, with the optional white space around each value dropped
 * (RFC 9110, sections 5.1 and 5.5).
 */
final class HeaderLines {

    private final Map<String, List<String>> linesByName = new HashMap<>();

    private HeaderLines() {}

    /**
     * Copies the headers. Nulls anywhere are passed over.
     *
     * @param headers lists of lines by name, as a client gives them: names in any case, one name perhaps under several
     *     spellings. Without types, because a client written without generics may have put anything in
     */
    static HeaderLines of(@Nullable Map<?, ?> headers) {
        HeaderLines result = new HeaderLines();
        if (headers != null) {
            try {
                headers.forEach(result::add);
            } catch (RuntimeException ex) {
                // The map is foreign code, often a view of an answer that is closed by now. A header that cannot be
                // had must not take the place of the failure that is being looked at.
                return result;
            }
        }
        return result;
    }

    private void add(@Nullable Object name, @Nullable Object values) {
        if (name instanceof String fieldName && values instanceof Iterable<?> iterable) {
            List<String> lines = linesByName.computeIfAbsent(Ascii.lowerCase(fieldName), key -> new ArrayList<>());
            for (Object value : iterable) {
                if (value instanceof String line) {
                    lines.add(strip(line));
                }
            }
        }
    }

    /**
     * Returns every line of a field.
     *
     * @param name the field name in lower case
     * @return the lines in the order of arrival; empty when the field is absent
     */
    List<String> named(String name) {
        return linesByName.getOrDefault(name, List.of());
    }

    /** Drops spaces and tabs at both ends, and no other white space: HTTP knows no other. */
    static String strip(String value) {
        int start = 0;
        int end = value.length();
        while (start < end && isBlank(value.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(value.charAt(end - 1))) {
            end--;
        }
        return value.substring(start, end);
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }
}
