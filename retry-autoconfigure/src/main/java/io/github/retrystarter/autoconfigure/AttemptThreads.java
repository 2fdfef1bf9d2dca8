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

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;

/**
 * Makes the threads that start further attempts: virtual ones where the application uses them, else a few daemon threads,
 * which are made as they are needed and end when they idle.
 */
final class AttemptThreads {

    private static final String PREFIX = "retry-attempt-";
    private static final int MOST = 16;
    private static final int IDLE_SECONDS = 10;
    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;

    private final Environment environment;
    private final @Nullable ClassLoader loader;

    AttemptThreads(Environment environment, @Nullable ClassLoader loader) {
        this.environment = environment;
        this.loader = loader;
    }

    Executor newExecutor() {
        return virtual() ? new VirtualThreadTaskExecutor(PREFIX) : pool();
    }

    private boolean virtual() {
        return environment.getProperty("spring.threads.virtual.enabled", boolean.class, false)
                && Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS;
    }

    private ThreadPoolExecutor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MOST, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new Threads(loader));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Named daemon threads that find the classes of the application, and know nothing of the call that starts them. */
    private static final class Threads implements ThreadFactory {

        private final @Nullable ClassLoader loader;
        private final AtomicInteger made = new AtomicInteger();

        Threads(@Nullable ClassLoader loader) {
            this.loader = loader;
        }

        @Override
        public Thread newThread(Runnable work) {
            Thread thread = new Thread(null, work, PREFIX + made.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            return thread;
        }
    }
}
