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

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

import io.github.retrystarter.execution.NearestName;

/** Properties beside the policies and their defaults that look like ours, misspelt. */
final class LookAlikes {

    private static final List<String> TOP_LEVEL = keysOf(RetryProperties.class);
    private static final Map<String, List<String>> BELOW = Map.of(
            "http", keysOf(RetryProperties.Http.class),
            "metrics", keysOf(RetryProperties.Metrics.class),
            "logging", keysOf(RetryProperties.Logging.class));

    private LookAlikes() {}

    /** Returns the key that a property below {@code retry} may mean; empty where it is one, or is like none. */
    static Optional<String> of(ConfigurationPropertyName name) {
        String first = name.getElement(1, Form.ORIGINAL);
        if (isOneOf(TOP_LEVEL, first)) {
            List<String> below = BELOW.get(Names.plain(first));
            return name.getNumberOfElements() > 2 && below != null
                    ? meant(below, name.getElement(2, Form.ORIGINAL), "retry." + Names.plain(first) + ".")
                    : Optional.empty();
        }
        return meant(TOP_LEVEL, first, "retry.");
    }

    private static Optional<String> meant(List<String> known, String written, String prefix) {
        if (isOneOf(known, written)) {
            return Optional.empty();
        }
        Map<String, String> keys = new LinkedHashMap<>();
        for (String key : known) {
            keys.put(key, key);
            keys.put(key.endsWith("ies") ? key.substring(0, key.length() - 3) + "y" : key, key);
        }
        return NearestName.of(written, keys.keySet()).map(near -> prefix + keys.get(near));
    }

    private static boolean isOneOf(List<String> known, String written) {
        String plain = Names.plain(written);
        for (String key : known) {
            if (Names.plain(key).equals(plain)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> keysOf(Class<?> record) {
        List<String> keys = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            keys.add(Names.dashed(component.getName()));
        }
        return List.copyOf(keys);
    }
}
