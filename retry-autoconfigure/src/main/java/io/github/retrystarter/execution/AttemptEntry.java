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

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The patience of a cancellation with an attempt that another thread is just letting in. */
final class AttemptEntry {

    /** How often it looks, at most, whether the attempt has begun: about 1 ms. */
    private static final int LOOKS = 1_000_000;

    /** How often it parks after that, where its thread may block. */
    private static final int PARKS = 100;

    private static final long PARK_NANOS = 1_000_000;

    private AttemptEntry() {}

    /** The attempt has begun when this returns, but for one whose thread gets no time at all. */
    static void await(BooleanSupplier entering, RetryRuntime runtime) {
        // Counts instead of reading a clock, which may stand still, and neither parks nor yields on an event loop.
        for (int looks = 0; entering.getAsBoolean() && looks < LOOKS; looks++) {}
        if (entering.getAsBoolean() && !runtime.onEventLoop()) {
            for (int parks = 0; entering.getAsBoolean() && parks < PARKS; parks++) {
                LockSupport.parkNanos(entering, PARK_NANOS);
            }
        }
    }
}
