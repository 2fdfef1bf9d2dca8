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

import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.ContextCarrier.Carried;

/**
 * What one carrier took. The task runs once, whether the carrier throws before it or after it, or forgets it: a call whose
 * attempt never came would never end.
 *
 * @param carried what was taken
 * @param carrier the carrier
 * @param diagnostics is told what the carrier throws
 */
record GuardedContext(Carried carried, ContextCarrier carrier, RetryDiagnostics diagnostics) implements Carried {

    @Override
    public void run(Runnable task) {
        RunOnce once = new RunOnce(task);
        try {
            carried.run(once);
        } catch (Throwable ex) {
            if (ex == once.thrown) {
                throw ex;
            }
            diagnostics.extensionFailed(carrier, Guard.unchecked(ex));
        }
        once.run();
    }

    /** A task that runs the first time only. */
    private static final class RunOnce implements Runnable {

        private final Runnable task;
        private final AtomicBoolean begun = new AtomicBoolean();
        private volatile @Nullable Throwable thrown;

        RunOnce(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (!begun.compareAndSet(false, true)) {
                return;
            }
            try {
                task.run();
            } catch (Throwable ex) {
                thrown = ex;
                throw ex;
            }
        }
    }
}
