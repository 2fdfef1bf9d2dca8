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

import io.github.retrystarter.classify.PolicyClassifier;

/** Tells a circuit breaker how attempts ended. */
final class BreakerRecord {

    private BreakerRecord() {}

    /**
     * Records one attempt, unless somebody stopped it: an interruption or a cancellation says nothing about the other
     * side. A breaker that throws while it is told changes nothing for the call.
     */
    static void attempt(PolicyState state, RetryBreaker.Permission permission, Ending ending, Duration duration) {
        Throwable failure = ending.failure();
        if (failure != null && PolicyClassifier.isStop(failure)) {
            return;
        }
        try {
            if (failure != null) {
                permission.failed(failure, duration);
            } else {
                permission.returned(ending.value(), duration);
            }
        } catch (RuntimeException ex) {
            state.runtime().diagnostics().extensionFailed(permission, ex);
        }
    }
}
