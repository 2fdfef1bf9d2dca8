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
 * Reads the HTTP answer from a result that carries one, so that a method which returns a 503 instead of throwing is
 * retried too. Implementations are safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public interface HttpResultResolver {

    /**
     * Returns the type of the results that this resolver reads.
     *
     * @return the type, always the same
     */
    Class<?> resultType();

    /**
     * Returns the HTTP answer that a result carries.
     *
     * @param result the result, an instance of {@link #resultType()}
     * @return the answer, whatever its status; null when this result carries none
     */
    @Nullable
    HttpFailure resolve(Object result);

    /**
     * Releases what a result holds, such as its connection, when another attempt takes its place. A result that is
     * {@link AutoCloseable} itself is closed without this method.
     *
     * @param result the result, an instance of {@link #resultType()}
     * @throws Exception when it cannot be released; the next attempt is made all the same
     */
    default void discard(Object result) throws Exception {}
}
