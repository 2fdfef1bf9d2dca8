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
package io.github.retrystarter.actuate;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A value in force for a key of a policy, and where it comes from.
 *
 * @param value the value: text as a configuration has it, a number, or true or false
 * @param property the property that it was written as, or the preset that it comes from; null where neither is so
 * @param origin the file, line and column, or what else set it; null where that is not known
 * @since 0.1.0
 */
public record EffectiveValue(
        Object value, @Nullable String property, @Nullable String origin) {

    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("value", value);
        if (property != null) {
            body.put("property", property);
        }
        if (origin != null) {
            body.put("origin", origin);
        }
        return body;
    }
}
