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
 * Work that gives no value and may be tried more than once.
 *
 * @param <X> what the work may throw; inferred as an unchecked exception where a lambda throws no checked one
 * @since 0.1.0
 */
@FunctionalInterface
public interface RetryAction<X extends Throwable> {

    /**
     * Does the work once.
     *
     * @param attempt which attempt of the call this is
     * @throws X if the attempt failed
     */
    void run(Attempt attempt) throws X;
}
