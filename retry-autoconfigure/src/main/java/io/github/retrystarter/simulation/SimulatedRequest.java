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
package io.github.retrystarter.simulation;

import java.util.function.BiConsumer;

import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.retryafter.RetryHint;

/** An attempt on its way. It ends once: what comes after that finds nobody. */
final class SimulatedRequest {

    private final Runnable onSuccess;
    private final BiConsumer<Classification, RetryHint> onFailure;
    private boolean over;

    SimulatedRequest(Runnable onSuccess, BiConsumer<Classification, RetryHint> onFailure) {
        this.onSuccess = onSuccess;
        this.onFailure = onFailure;
    }

    boolean over() {
        return over;
    }

    void succeed() {
        if (!over) {
            over = true;
            onSuccess.run();
        }
    }

    void fail(Classification failure, RetryHint hint) {
        if (!over) {
            over = true;
            onFailure.accept(failure, hint);
        }
    }

    void timeOut() {
        fail(SimulatedFailures.TIMED_OUT, RetryHint.NONE);
    }
}
