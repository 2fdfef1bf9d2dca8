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
import java.util.concurrent.locks.LockSupport;

/** A wait that holds the thread which made it. */
final class BlockingWait extends RetryWaits.Wait implements StopSignal {

    private final Thread thread = Thread.currentThread();
    private final long endNanos;
    private volatile boolean stopped;

    BlockingWait(long nowNanos, Duration delay) {
        this.endNanos = nowNanos + Nanos.of(delay);
    }

    @Override
    long endNanos() {
        return endNanos;
    }

    @Override
    void shutDown() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    @Override
    public boolean given() {
        return stopped;
    }
}
