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
 * Says whether a failure is worth another attempt.
 *
 * <p>A classifier looks at one exception at a time: causes are visited one by one, from the outside in, and each is
 * handed over on its own. Beans of this type add to the built-in classification and are asked before it; they switch
 * nothing off. One that throws counts as having no answer. Implementations are safe for use by many threads at once.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface FailureClassifier {

    /**
     * Classifies one exception, without regard to its causes.
     *
     * @param failure the exception, never null
     * @return the answer; {@link Retryability#UNKNOWN} where the classifier has none
     */
    Retryability classify(Throwable failure);
}
