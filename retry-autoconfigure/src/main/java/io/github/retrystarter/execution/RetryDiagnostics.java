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

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.RetrySettings;

/**
 * Is told about what a user should know once, and what would otherwise go unseen. All methods are called on the thread
 * of a call, or of who changes a policy, and must not throw.
 *
 * @since 0.1.0
 */
public interface RetryDiagnostics {

    /** Takes note of nothing. */
    RetryDiagnostics SILENT = new RetryDiagnostics() {
        @Override
        public void unclassified(String policy, Throwable failure) {}

        @Override
        public void extensionFailed(Object extension, RuntimeException failure) {}

        @Override
        public void nested(String outer, String inner) {}

        @Override
        public void budgetRefuses(String policy) {}

        @Override
        public void budgetAllowsAgain(String policy) {}
    };

    /**
     * A failure was given up because nothing says whether it is worth another attempt.
     *
     * @param policy the name of the policy
     * @param failure the failure
     */
    void unclassified(String policy, Throwable failure);

    /**
     * A listener, classifier, resolver or circuit breaker of the user threw; the call went on as if it had not been there.
     *
     * @param extension the object that threw
     * @param failure what it threw
     */
    void extensionFailed(Object extension, RuntimeException failure);

    /**
     * A policy did not retry a failure that an inner policy had given up on.
     *
     * @param outer the name of the policy that did not retry
     * @param inner the name of the policy that had
     */
    void nested(String outer, String inner);

    /**
     * A further attempt of an asynchronous call could not be scheduled or handed over; the call ended with its last
     * failure.
     *
     * @param policy the name of the policy
     * @param problem what the timer or the executor threw
     */
    default void attemptRejected(String policy, RuntimeException problem) {}

    /**
     * A call waits on a thread that must not block.
     *
     * @param policy the name of the policy
     * @param method the annotated method; null where there is none
     */
    default void blocksEventLoop(String policy, @Nullable Method method) {}

    /**
     * The budget of a policy has begun to refuse retries.
     *
     * @param policy the name of the policy
     */
    void budgetRefuses(String policy);

    /**
     * The budget of a policy allows retries again.
     *
     * @param policy the name of the policy
     */
    void budgetAllowsAgain(String policy);

    /**
     * The settings of a policy have changed, by an update or by a new configuration.
     *
     * @param policy the name of the policy
     * @param before the settings that were in force
     * @param after the settings that are in force now; not equal to those before
     */
    default void changed(String policy, RetrySettings before, RetrySettings after) {}

    /**
     * The updates of a policy have been undone.
     *
     * @param policy the name of the policy
     * @param before the settings that were in force
     * @param after the settings that are in force now; not equal to those before
     */
    default void reset(String policy, RetrySettings before, RetrySettings after) {}
}
