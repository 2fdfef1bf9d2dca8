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

/**
 * What decided the length of a wait.
 *
 * @since 0.1.0
 */
public enum WaitSource {

    /** The policy's own backoff. */
    BACKOFF("backoff"),

    /** A server's hint, from whichever header. */
    RETRY_AFTER("retry-after");

    private final String key;

    WaitSource(String key) {
        this.key = key;
    }

    /**
     * Returns the name of this source in meters and logs.
     *
     * @return the name, in lower case with dashes
     */
    public String key() {
        return key;
    }
}
