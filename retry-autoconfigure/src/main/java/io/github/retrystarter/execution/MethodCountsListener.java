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
 * Is told of the counts of each method of a policy, when the method becomes known.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface MethodCountsListener {

    /**
     * Takes note of counts, which go on counting.
     *
     * @param method class and name of the method, such as {@code Payments.charge}; {@code none} for calls made in code,
     *     {@code other} for methods beyond the first hundred of a policy
     * @param counts what is counted for it
     */
    void onMethod(String method, RetryCounts counts);
}
