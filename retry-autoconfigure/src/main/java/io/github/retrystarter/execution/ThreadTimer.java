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

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.WholeMillis;

/**
 * A timer with one daemon thread of its own, which is started with the first wait and ended by {@link #close()}. However
 * many calls wait, the thread only hands their attempts over. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class ThreadTimer implements RetryTimer, AutoCloseable {

    private final String threadName;
    private @Nullable ScheduledThreadPoolExecutor executor;
    private boolean closed;

    /**
     * Makes a timer that has no thread yet.
     *
     * @param threadName the name of its thread
     */
    public ThreadTimer(String threadName) {
        this.threadName = threadName;
    }

    @Override
    public Timeout schedule(Runnable task, Duration delay) {
        Future<?> due = executor().schedule(task, WholeMillis.of(delay), TimeUnit.MILLISECONDS);
        return () -> due.cancel(false);
    }

    private synchronized ScheduledThreadPoolExecutor executor() {
        if (closed) {
            throw new RejectedExecutionException("The timer is closed");
        }
        if (executor == null) {
            executor = new ScheduledThreadPoolExecutor(1, this::newThread);
            executor.setRemoveOnCancelPolicy(true);
            executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        }
        return executor;
    }

    private Thread newThread(Runnable work) {
        // What made the thread start is one call of many: its context is not that of the others, nor held for ever.
        Thread thread = new Thread(null, work, threadName, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /** Takes back all tasks and ends the thread. */
    @Override
    public synchronized void close() {
        closed = true;
        if (executor != null) {
            executor.shutdownNow();
        }
    }
}
