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

/**
 * Wakes an asynchronous call when its next attempt is due, without holding a thread in the meantime. Tests replace it to
 * make waits vanish. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RetryTimer {

    /**
     * Runs a task once, when the given time is over and not earlier.
     *
     * @param task the task; it is short and hands over what may take longer
     * @param delay how long to wait; longer than nothing, since zero waits never get here
     * @return what takes the task back
     * @throws RuntimeException if it takes no tasks any more; the call then ends with its last failure
     */
    Timeout schedule(Runnable task, Duration delay);

    /**
     * Returns a timer that waits with a sleeper, on the thread that would go on without waiting. Made for tests, whose
     * sleeper notes the time and does not sleep; one that sleeps would hold the thread.
     *
     * @param sleeper the sleeper
     * @return a timer whose tasks run before {@link #schedule} returns
     */
    static RetryTimer through(Sleeper sleeper) {
        return (task, delay) -> {
            try {
                sleeper.sleep(delay);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while waiting", ex);
            }
            task.run();
            return () -> {};
        };
    }

    /** A task that is due later. */
    @FunctionalInterface
    interface Timeout {

        /** Takes the task back, and lets go of it. Does nothing where the task has run. */
        void cancel();
    }
}
