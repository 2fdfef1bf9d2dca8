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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A timer with one daemon thread of its own, which is started with the first wait and ended by {@link #close()}. However
 * many calls wait, the thread only hands their attempts over. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class ThreadTimer implements RetryTimer, AutoCloseable {

    private final String threadName;
    private final Ticker ticker = TimeAndChance.system().ticker();

    /** Guards itself and the fields below, for moments: whoever schedules may be an event loop, which must not park. */
    private final DueTasks<Scheduled> tasks = new DueTasks<>();

    private @Nullable Thread thread;
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
        Scheduled scheduled = new Scheduled(task, ticker.nanos() + Nanos.of(delay));
        Thread toWake;
        synchronized (tasks) {
            if (closed) {
                throw new RejectedExecutionException("The timer is closed");
            }
            Thread running = startedThread();
            tasks.add(scheduled);
            toWake = tasks.first() == scheduled ? running : null;
        }
        LockSupport.unpark(toWake);
        return scheduled;
    }

    private Thread startedThread() {
        Thread started = thread;
        if (started == null || !started.isAlive()) {
            // What made the thread start is one call of many: its context is not that of the others, nor held for ever.
            started = new Thread(null, this::runTasks, threadName, 0, false);
            started.setDaemon(true);
            started.setContextClassLoader(null);
            started.start();
            thread = started;
        }
        return started;
    }

    private void runTasks() {
        while (isOpen()) {
            long nanos = nanosToFirst();
            if (nanos > 0) {
                LockSupport.parkNanos(this, nanos);
                // What interrupted a task of ours, or the timer's end, must not keep it from parking.
                var unused = Thread.interrupted();
            } else {
                runFirst();
            }
        }
    }

    private boolean isOpen() {
        synchronized (tasks) {
            return !closed;
        }
    }

    private long nanosToFirst() {
        synchronized (tasks) {
            Scheduled first = tasks.first();
            return first == null ? Long.MAX_VALUE : first.dueNanos() - ticker.nanos();
        }
    }

    private void runFirst() {
        try {
            Runnable task = removedFirst();
            if (task != null) {
                task.run();
            }
        } catch (Throwable broken) {
            // What others wait for is due all the same. Tasks of ours tell their calls.
        }
    }

    private @Nullable Runnable removedFirst() {
        synchronized (tasks) {
            Scheduled first = tasks.first();
            if (first == null || first.dueNanos() - ticker.nanos() > 0) {
                return null;
            }
            tasks.remove(first);
            return first.release();
        }
    }

    /** Takes back all tasks and ends the thread. */
    @Override
    public void close() {
        synchronized (tasks) {
            closed = true;
            tasks.clear();
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    /** A task that is due later, and all that the timer keeps of it: there may be a great many. */
    private final class Scheduled extends DueTasks.Task implements Timeout {

        private @Nullable Runnable task;

        Scheduled(Runnable task, long dueNanos) {
            super(dueNanos);
            this.task = task;
        }

        @Override
        public void cancel() {
            synchronized (tasks) {
                tasks.remove(this);
                task = null;
            }
        }

        @Nullable
        Runnable release() {
            Runnable released = task;
            task = null;
            return released;
        }
    }
}
