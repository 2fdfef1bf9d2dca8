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
 * Finds the HTTP answer behind an exception of some client library.
 *
 * <p>Causes are visited one by one, each is handed over on its own. Implementations are safe for use by many threads at
 * once.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface HttpFailureResolver {

    /**
     * Returns the HTTP answer that this exception stands for.
     *
     * @param failure the exception, never null
     * @return the answer, or null when the exception is not an HTTP answer or not known to this resolver
     */
    @Nullable
    HttpFailure resolve(Throwable failure);
}
