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

import io.github.retrystarter.settings.WaitSource;

/**
 * Watches one call. Its attempts and waits come one after the other, though on different threads.
 *
 * @since 0.1.0
 */
public interface ObservedCall {

    /** What is to be done at the end of a wait that nobody watches. */
    Runnable UNWATCHED = () -> {};

    /**
     * An attempt begins on the calling thread.
     *
     * @param attempt which attempt this is
     * @return what watches this attempt
     */
    ObservedAttempt attempt(Attempt attempt);

    /**
     * A wait begins.
     *
     * @param delay how long it is going to be
     * @param source what decided its length
     * @return run once, on any thread, when the wait is over or is cut short
     */
    default Runnable waiting(Duration delay, WaitSource source) {
        return UNWATCHED;
    }

    /**
     * The call has ended, after its last attempt. Told once, on any thread.
     *
     * @param end how it ended
     */
    default void ended(CallEnd end) {}
}
