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

import org.jspecify.annotations.Nullable;

/**
 * A value of a key, and where it comes from.
 *
 * @param value the value, converted to the type of the key
 * @param property the full name of the property, or what stands for it
 * @param text the value as it was written
 * @param origin the file, line and column, or the name of another source; null where that is not known
 */
record WrittenValue(
        Object value,
        String property,
        String text,
        @Nullable String origin) {

    static final String PRESET = "preset ";

    boolean fromPreset() {
        return property.startsWith(PRESET);
    }

    /** Names the value in the message about another one that contradicts it. */
    String mention() {
        return text + " from " + property + (origin == null ? "" : ", " + origin);
    }
}
