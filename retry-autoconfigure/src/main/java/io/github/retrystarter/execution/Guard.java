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

/** Runs code of the user's that must not change how a call ends, whatever it throws. */
final class Guard {

    private Guard() {}

    static void run(RetryDiagnostics diagnostics, Object extension, Runnable code) {
        try {
            code.run();
        } catch (Throwable ex) {
            diagnostics.extensionFailed(extension, unchecked(ex));
        }
    }

    /** What was thrown, as an exception that can be reported; an error comes as the cause. */
    static RuntimeException unchecked(Throwable thrown) {
        return thrown instanceof RuntimeException exception ? exception : new IllegalStateException(thrown);
    }
}
