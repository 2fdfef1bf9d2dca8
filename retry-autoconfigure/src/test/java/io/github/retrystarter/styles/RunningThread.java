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
package io.github.retrystarter.styles;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;

/** A call that runs on a thread of its own, which is stopped by an interrupt. */
final class RunningThread implements Running {

    private final CompletableFuture<Object> end = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean interruptedAtTheEnd;

    RunningThread(ThreadFactory threads, Callable<Object> call) {
        thread = threads.newThread(() -> {
            try {
                complete(call.call(), null);
            } catch (Throwable failure) {
                complete(null, failure);
            }
        });
        thread.start();
    }

    private void complete(Object value, Throwable failure) {
        interruptedAtTheEnd = Thread.currentThread().isInterrupted();
        if (failure == null) {
            end.complete(value);
        } else {
            end.completeExceptionally(failure);
        }
    }

    @Override
    public Object await() throws Throwable {
        return new RunningFuture(end).await();
    }

    @Override
    public void stop() {
        thread.interrupt();
    }

    @Override
    public boolean ended() {
        return end.isDone();
    }

    boolean interruptedAtTheEnd() {
        return interruptedAtTheEnd;
    }
}
