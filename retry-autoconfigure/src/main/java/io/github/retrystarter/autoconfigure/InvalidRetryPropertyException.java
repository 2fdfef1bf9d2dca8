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
 * A property of the retry configuration has a value that it must not have.
 *
 * @since 0.1.0
 */
public final class InvalidRetryPropertyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String property;
    private final @Nullable String value;
    private final @Nullable String origin;
    private final String rule;

    InvalidRetryPropertyException(
            String property, @Nullable String value, @Nullable String origin, String rule, @Nullable Throwable cause) {
        super(
                property + (value == null ? "" : " (" + value + ")") + " " + rule
                        + (origin == null ? "" : ", from " + origin),
                cause);
        this.property = property;
        this.value = value;
        this.origin = origin;
        this.rule = rule;
    }

    /**
     * Returns the full name of the property.
     *
     * @return the name
     */
    public String property() {
        return property;
    }

    /**
     * Returns the value as it was written.
     *
     * @return the value; null where the property itself is at fault
     */
    public @Nullable String value() {
        return value;
    }

    /**
     * Returns where the value was written.
     *
     * @return the file, line and column, or the name of another source; null where that is not known
     */
    public @Nullable String origin() {
        return origin;
    }

    /**
     * Returns the rule that the value breaks.
     *
     * @return the rest of a sentence that begins with the property
     */
    public String rule() {
        return rule;
    }
}
