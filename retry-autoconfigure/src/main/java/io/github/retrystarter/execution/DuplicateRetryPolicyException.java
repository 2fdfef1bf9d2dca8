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
 * Two policies have one name, so that annotations could not tell which one they ask for.
 *
 * @since 0.1.0
 */
public final class DuplicateRetryPolicyException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    DuplicateRetryPolicyException(String name, String origin) {
        super("There are two retry policies named \"" + name + "\": the name is taken by " + origin
                + " and by a RetryPolicy bean");
    }
}
