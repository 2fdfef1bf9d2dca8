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
package io.github.retrystarter.classify;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/** Calls into users' classifiers and resolvers, so that none of them can replace the failure at hand by its own. */
final class ExtensionGuard {

    private final ExtensionFailureReporter reporter;

    /** By class, not by object: an exception that is its own HTTP answer is a new object every time. */
    private final Set<Class<?>> reported = ConcurrentHashMap.newKeySet();

    ExtensionGuard(ExtensionFailureReporter reporter) {
        this.reporter = reporter;
    }

    /** Returns what the extension answers; null when it throws anything at all. */
    <T> @Nullable T ask(Object extension, Callable<? extends @Nullable T> question) {
        try {
            return question.call();
        } catch (Throwable failure) {
            failed(extension, failure);
            return null;
        }
    }

    /** Takes note of what an extension threw, where it was asked without {@link #ask}. */
    void failed(Object extension, Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        report(extension, failure);
    }

    private void report(Object extension, Throwable failure) {
        try {
            if (reported.add(extension.getClass())) {
                reporter.extensionFailed(extension, unchecked(extension, failure));
            }
        } catch (Throwable ignored) {
            // There is nobody left to tell, and the failure that is being classified must not be lost.
        }
    }

    private static RuntimeException unchecked(Object extension, Throwable failure) {
        return failure instanceof RuntimeException unchecked
                ? unchecked
                : new IllegalStateException(extension.getClass().getName() + " failed", failure);
    }
}
