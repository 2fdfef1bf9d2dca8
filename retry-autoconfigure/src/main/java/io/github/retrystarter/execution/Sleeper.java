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
 * Lets a blocking call wait for its next attempt. Tests replace it to make waits vanish.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Sleeper {

    /**
     * Returns after the given time.
     *
     * @param duration how long to wait; longer than nothing, since zero waits never get here
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Returns after the given time, or earlier when the signal is given. One that does not look at the signal sleeps to
     * its end, and the call is ended then.
     *
     * @param duration how long to wait; longer than nothing, since zero waits never get here
     * @param stop tells that the wait should end; this thread is unparked when it does
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    default void sleep(Duration duration, StopSignal stop) throws InterruptedException {
        sleep(duration);
    }
}
