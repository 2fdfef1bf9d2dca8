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
package io.github.retrystarter.execution;

/**
 * How an attempt ended.
 *
 * @since 0.1.0
 */
public enum AttemptOutcome {

    /** It gave a value that is not a failure. */
    SUCCESS("success"),

    /** It threw, or gave a value that is a failure. */
    FAILURE("failure");

    private final String key;

    AttemptOutcome(String key) {
        this.key = key;
    }

    /**
     * Returns the name of this outcome in meters.
     *
     * @return the name, in lower case
     */
    public String key() {
        return key;
    }
}
