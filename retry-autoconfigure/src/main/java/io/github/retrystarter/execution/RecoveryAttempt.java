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
 * Which attempt saved a call.
 *
 * @since 0.1.0
 */
public enum RecoveryAttempt {

    /** The second. */
    SECOND("2"),

    /** The third. */
    THIRD("3"),

    /** The fourth. */
    FOURTH("4"),

    /** The fifth or a later one. */
    FIFTH_OR_LATER("5+");

    private static final RecoveryAttempt[] ALL = values();
    private static final int FIRST_RECOVERY = 2;

    private final String key;

    RecoveryAttempt(String key) {
        this.key = key;
    }

    static RecoveryAttempt of(int attempt) {
        return ALL[Math.min(attempt - FIRST_RECOVERY, ALL.length - 1)];
    }

    /**
     * Returns the name of this attempt in meters.
     *
     * @return the number, with a plus where later ones count too
     */
    public String key() {
        return key;
    }
}
