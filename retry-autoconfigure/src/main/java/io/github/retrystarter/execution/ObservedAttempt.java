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

import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * Watches one attempt. The thread leaves it when the work has given its value or has been started; the attempt itself may
 * end before that or later, and on another thread.
 *
 * @since 0.1.0
 */
public interface ObservedAttempt {

    /** The thread that began the attempt leaves it. */
    void leave();

    /**
     * The attempt has ended.
     *
     * @param outcome how it ended; one ended by cancellation is a failure
     * @param failure what it failed with; null where it succeeded, was cancelled, or gave a value that is a failure
     */
    default void ended(AttemptOutcome outcome, @Nullable Throwable failure) {}

    /**
     * Adds to the context that a reactive attempt is subscribed with.
     *
     * @param context takes a key and a value
     */
    default void contribute(BiConsumer<Object, Object> context) {}
}
