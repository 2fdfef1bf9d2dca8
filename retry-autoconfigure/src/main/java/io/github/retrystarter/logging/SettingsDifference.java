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
package io.github.retrystarter.logging;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.RetrySettings;

/** Writes down what differs between two settings, by the keys of the configuration. */
final class SettingsDifference {

    private final Function<RetrySettings, ? extends Map<String, ?>> values;

    SettingsDifference(Function<RetrySettings, ? extends Map<String, ?>> values) {
        this.values = values;
    }

    /** Returns each key with its old value and its new one. */
    String between(RetrySettings before, RetrySettings after) {
        Map<String, ?> old = values.apply(before);
        Map<String, ?> now = values.apply(after);
        Set<String> keys = new LinkedHashSet<>(now.keySet());
        keys.addAll(old.keySet());
        String differences = keys.stream()
                .filter(key -> !Objects.equals(old.get(key), now.get(key)))
                .map(key -> key + " " + text(old.get(key)) + " -> " + text(now.get(key)))
                .collect(Collectors.joining(", "));
        return differences.isEmpty() ? "a value that has no key" : differences;
    }

    /** On one line, whatever somebody has put into a name. */
    private static String text(@Nullable Object value) {
        String text = value == null ? "" : value.toString().replaceAll("\\p{Cntrl}", "?");
        return text.isEmpty() ? "unset" : text.contains(", ") ? "[" + text + "]" : text;
    }
}
