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

/**
 * A change of a policy breaks a rule, and was not made.
 *
 * @since 0.1.0
 */
public final class RejectedChangeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String rule;

    /**
     * Makes the exception.
     *
     * @param rule names the key and the value, and says what the value has to be; it is shown to the user
     */
    public RejectedChangeException(String rule) {
        super(rule);
        this.rule = rule;
    }

    /**
     * Returns the rule.
     *
     * @return a sentence that names the key and the value
     */
    public String rule() {
        return rule;
    }
}
