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
 * Runs the further attempts of methods that return a future; their first attempt runs on the caller's thread. Safe for use
 * by many threads at once.
 *
 * <p>It is not a {@link java.util.concurrent.Executor} by type, so that a bean of it leaves an application's own executors
 * alone; any executor serves: {@code AttemptExecutor attempts = executor::execute}.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface AttemptExecutor {

    /**
     * Runs an attempt on another thread.
     *
     * @param attempt starts the attempt, which lasts until the method has returned its future
     * @throws RuntimeException if it runs no attempt now; the call then ends with its last failure
     */
    void execute(Runnable attempt);
}
