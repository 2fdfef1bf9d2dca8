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

/**
 * Carries what a thread knows (its logging context, its user, its trace) to the further attempts of an asynchronous call,
 * which run on other threads. Beans of this type add to those that the starter brings. Safe for use by many threads at
 * once.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ContextCarrier {

    /**
     * Takes what the calling thread knows.
     *
     * @return what was taken
     */
    Carried capture();

    /** What one thread knew. May be used any number of times, on any thread. */
    @FunctionalInterface
    interface Carried {

        /**
         * Runs a task on this thread as if it knew what was taken, and leaves the thread as it was.
         *
         * @param task the task, run once before this returns
         */
        void run(Runnable task);

        /**
         * Tells cheaply whether this thread knows just what was taken, so that a task may as well run without. Asked before
         * first attempts.
         *
         * @return true only if nothing is different; false, the default, where that is not known
         */
        default boolean isCurrent() {
            return false;
        }

        /**
         * Tells whether nothing was taken, and this object knows nothing of the thread that it was taken from, so that it
         * may be kept and serve other calls too. A carrier that always gives one and the same object then makes calls that
         * wait smaller.
         *
         * @return true only if nothing was taken; false by default
         */
        default boolean isEmpty() {
            return false;
        }
    }
}
