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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

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
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
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
        lock.lock();
        try {
            if (closed) {
                throw new RejectedExecutionException("The timer is closed");
            }
            startThread();
            tasks.add(scheduled);
            if (tasks.first() == scheduled) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        return scheduled;
    }

    private void startThread() {
        if (thread == null) {
            // What made the thread start is one call of many: its context is not that of the others, nor held for ever.
            Thread fresh = new Thread(null, this::runTasks, threadName, 0, false);
            fresh.setDaemon(true);
            fresh.setContextClassLoader(null);
            fresh.start();
            thread = fresh;
        }
    }

    private void runTasks() {
        for (Runnable task = awaitTask(); task != null; task = awaitTask()) {
            try {
                task.run();
            } catch (Throwable broken) {
                // What others wait for is due all the same. Tasks of ours tell their calls.
            }
        }
    }

    /** Returns the next task when it is due; null when the timer is closed. */
    private @Nullable Runnable awaitTask() {
        lock.lock();
        try {
            while (!closed) {
                long nanos = nanosToFirst();
                if (nanos <= 0) {
                    return removeFirst();
                }
                try {
                    var unused = changed.awaitNanos(nanos);
                } catch (InterruptedException ex) {
                    // Left over from a task, or the timer is closed: the loop looks.
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private long nanosToFirst() {
        Scheduled first = tasks.first();
        return first == null ? Long.MAX_VALUE : first.dueNanos() - ticker.nanos();
    }

    private @Nullable Runnable removeFirst() {
        Scheduled first = tasks.first();
        if (first == null) {
            return null;
        }
        tasks.remove(first);
        return first.release();
    }

    /** Takes back all tasks and ends the thread. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            tasks.clear();
            if (thread != null) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
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
            lock.lock();
            try {
                tasks.remove(this);
                task = null;
            } finally {
                lock.unlock();
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
