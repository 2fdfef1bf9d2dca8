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
 * Says whether a returned value is a failure that is worth another attempt.
 *
 * <p>Beans of this type add to the built-in classification, which retries HTTP answers with a retryable status, and are
 * asked before it. They are asked for values only, never for null or the end of an empty publisher. Implementations are
 * safe for use by many threads at once.
 *
 * <p>A lambda is asked for the results of every retried method. One that states its {@link #resultType()} costs other
 * methods nothing:
 *
 * <pre>{@code
 * class PendingOrders implements ResultClassifier {
 *
 *     public Class<?> resultType() {
 *         return Order.class;
 *     }
 *
 *     public Retryability classify(Object result) {
 *         return ((Order) result).pending() ? Retryability.RETRYABLE : Retryability.UNKNOWN;
 *     }
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ResultClassifier {

    /**
     * Classifies one result.
     *
     * @param result the result, an instance of {@link #resultType()}
     * @return {@link Retryability#RETRYABLE} when the result is a failure and another attempt may bring a better one,
     *     {@link Retryability#NOT_RETRYABLE} when the result stands, {@link Retryability#UNKNOWN} to leave it to others
     */
    Retryability classify(Object result);

    /**
     * Returns the type of the results that this classifier knows. Methods that cannot return such an object are left
     * alone.
     *
     * @return the type, always the same; every object by default
     */
    default Class<?> resultType() {
        return Object.class;
    }
}
