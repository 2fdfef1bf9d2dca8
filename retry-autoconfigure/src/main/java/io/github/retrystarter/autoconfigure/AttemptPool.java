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
package io.github.retrystarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.retrystarter.execution.RetryTimer;

/**
 * A few threads, and more where all of them are held while attempts queue up: an attempt may wait for another one, which
 * then must not wait for the thread of the first.
 */
final class AttemptPool extends ThreadPoolExecutor {

    private static final Log LOG = LogFactory.getLog("io.github.retrystarter");
    private static final int USUAL = 16;
    private static final int MOST = 256;
    private static final int IDLE_SECONDS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Supplier<RetryTimer> timer;
    private final AtomicBoolean watched = new AtomicBoolean();
    private final AtomicBoolean told = new AtomicBoolean();

    AttemptPool(ThreadFactory threads, Supplier<RetryTimer> timer) {
        super(USUAL, USUAL, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        allowCoreThreadTimeOut(true);
        this.timer = timer;
    }

    @Override
    public void execute(Runnable attempt) {
        super.execute(attempt);
        if (!getQueue().isEmpty()) {
            watch();
        }
    }

    private void watch() {
        if (watched.compareAndSet(false, true)) {
            long completed = getCompletedTaskCount();
            try {
                timer.get().schedule(() -> look(completed), PATIENCE);
            } catch (RuntimeException closed) {
                // The application ends, and its attempts with it.
                watched.set(false);
            }
        }
    }

    private void look(long completedBefore) {
        watched.set(false);
        if (getQueue().isEmpty() || isShutdown()) {
            return;
        }
        if (getCompletedTaskCount() == completedBefore && getMaximumPoolSize() < MOST) {
            grow();
        }
        watch();
    }

    private synchronized void grow() {
        int size = Math.min(MOST, getMaximumPoolSize() + USUAL);
        if (told.compareAndSet(false, true)) {
            LOG.warn("All " + getMaximumPoolSize() + " threads for further attempts have been held for a second, so"
                    + " there will be more, up to " + MOST + ". An annotated method that returns a future should not"
                    + " block; one that has to is better off with virtual threads or an AttemptExecutor bean");
        }
        setMaximumPoolSize(size);
        setCorePoolSize(size);
    }
}
