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

/**
 * What a classifier says about one failure.
 *
 * @since 0.1.0
 */
public enum Retryability {

    /** Another attempt may succeed. */
    RETRYABLE,

    /** Another attempt would fail in the same way, or would do harm. */
    NOT_RETRYABLE,

    /** The classifier does not know this failure; others are asked. */
    UNKNOWN
}
