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
package io.github.retrystarter.classify;

import org.jspecify.annotations.Nullable;

/**
 * What is known about one returned value.
 *
 * @param failed whether the result is a failure that is worth another attempt
 * @param http the HTTP answer that the result carries, when it is a failure or has an error status; null otherwise
 * @since 0.1.0
 */
public record ResultClassification(boolean failed, @Nullable HttpFailure http) {

    /** The result stands. */
    public static final ResultClassification ACCEPTED = new ResultClassification(false, null);
}
