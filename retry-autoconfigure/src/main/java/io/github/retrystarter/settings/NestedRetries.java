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
package io.github.retrystarter.settings;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a policy does with a failure that an inner policy has given up on already.
 *
 * @since 0.1.0
 */
public enum NestedRetries {

    /** Gives up too: retries on several layers multiply. */
    STOP("stop"),

    /** Retries as if the inner policy had not been there. */
    ALLOW("allow");

    private final String key;

    NestedRetries(String key) {
        this.key = key;
    }

    /**
     * Finds a constant by its name in configuration.
     *
     * @param key the name, in lower case
     * @return the constant, or empty when there is none of that name
     */
    public static Optional<NestedRetries> of(String key) {
        return Arrays.stream(values()).filter(value -> value.key.equals(key)).findFirst();
    }

    /**
     * Returns the name in configuration.
     *
     * @return the name, in lower case
     */
    public String key() {
        return key;
    }
}
