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

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Runs attempts on an executor of its own, which is made with the first further attempt and ended by {@link #close()}.
 * Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class PooledAttemptExecutor implements AttemptExecutor, AutoCloseable {

    private final Supplier<Executor> source;
    private @Nullable Executor executor;
    private boolean closed;

    /**
     * Makes an executor that has no thread yet.
     *
     * @param source makes the executor; asked once
     */
    public PooledAttemptExecutor(Supplier<Executor> source) {
        this.source = source;
    }

    @Override
    public void execute(Runnable attempt) {
        executor().execute(attempt);
    }

    private synchronized Executor executor() {
        if (closed) {
            throw new RejectedExecutionException("The executor of attempts is closed");
        }
        if (executor == null) {
            executor = source.get();
        }
        return executor;
    }

    /** Ends the executor; attempts that run are interrupted. */
    @Override
    public synchronized void close() {
        closed = true;
        if (executor instanceof ExecutorService service) {
            service.shutdownNow();
        }
    }
}
