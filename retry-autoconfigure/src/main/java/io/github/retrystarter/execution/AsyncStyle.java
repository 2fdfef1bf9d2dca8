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

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;

/**
 * What one asynchronous style adds to a call: how an attempt starts, where further ones run, and who gets the end. An
 * {@link AsyncCall} calls it for one thing at a time.
 *
 * @since 0.1.0
 */
public interface AsyncStyle {

    /**
     * Starts an attempt, whose end is told to the call once: {@link AsyncCall#returned}, {@link AsyncCall#failed} or
     * {@link AsyncCall#brokeOff}, now or later and on any thread.
     *
     * @param attempt which attempt this is
     * @throws Throwable if the work throws instead of starting; the attempt has failed then
     */
    void start(Attempt attempt) throws Throwable;

    /**
     * Returns what the attempts do.
     *
     * @return the work
     */
    RetryCall<?, ?> work();

    /** Cancels the attempt in flight, where its type allows it. */
    void cancelAttempt();

    /**
     * Hands a further attempt over to where it should run, in the context of the caller.
     *
     * @param attempt starts the attempt
     * @throws RuntimeException if it cannot run now; the call then ends with its last failure
     */
    void handOver(Runnable attempt);

    /**
     * Runs a task on the calling thread as if it knew what the caller knew, where the style brings that along.
     *
     * @param task the task
     */
    default void inContext(Runnable task) {
        task.run();
    }

    /**
     * Returns what the subscriber of a reactive call has in its context.
     *
     * @param key the key
     * @return the value; null where there is none
     */
    default @Nullable Object surrounding(Object key) {
        return null;
    }

    /**
     * Returns whether nobody waits for the end any more, without having cancelled.
     *
     * @return true to end the call before its next attempt
     */
    default boolean abandoned() {
        return false;
    }

    /**
     * Gives the value to whoever waits for it.
     *
     * @param value the value as the work gave it
     */
    void succeed(@Nullable Object value);

    /**
     * Gives the last failure to whoever waits for the end.
     *
     * @param failure the failure as the work gave it
     * @param reason why the call was given up; it may allow a fallback
     */
    void fail(Throwable failure, GiveUpReason reason);

    /**
     * Gives a returned value that is a failure to whoever waits for the end.
     *
     * @param value the value as the work gave it
     * @param reason why the call was given up; it may allow a fallback
     */
    void failWith(@Nullable Object value, GiveUpReason reason);
}
