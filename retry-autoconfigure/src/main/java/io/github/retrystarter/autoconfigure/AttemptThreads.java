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
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;

import io.github.retrystarter.execution.RetryTimer;

/**
 * Makes the threads that start further attempts: virtual ones where the application uses them, else a few daemon threads,
 * which are made as they are needed and end when they idle.
 */
final class AttemptThreads implements Supplier<Executor> {

    private static final String PREFIX = "retry-attempt-";
    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;

    private final Environment environment;
    private final @Nullable ClassLoader loader;
    private final Supplier<RetryTimer> timer;

    /**
     * Makes the factory.
     *
     * @param environment says whether the application uses virtual threads
     * @param loader what the threads find classes by
     * @param timer tells the pool when to look after its threads
     */
    AttemptThreads(Environment environment, @Nullable ClassLoader loader, Supplier<RetryTimer> timer) {
        this.environment = environment;
        this.loader = loader;
        this.timer = timer;
    }

    @Override
    public Executor get() {
        return virtual() ? new VirtualThreadTaskExecutor(PREFIX) : new AttemptPool(new Threads(loader), timer);
    }

    private boolean virtual() {
        return environment.getProperty("spring.threads.virtual.enabled", boolean.class, false)
                && Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS;
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
