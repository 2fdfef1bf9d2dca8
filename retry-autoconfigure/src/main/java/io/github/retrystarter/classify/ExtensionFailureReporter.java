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

/**
 * Is told when a classifier or resolver throws. The classification goes on as if that one had no answer.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ExtensionFailureReporter {

    /** Takes note of nothing. */
    ExtensionFailureReporter SILENT = (extension, failure) -> {};

    /**
     * Takes note of a classifier or resolver that threw. Called once per class of extension by each classification
     * object; what this method throws is dropped.
     *
     * @param extension the object that threw: a classifier, a resolver, or an exception that is an {@link HttpFailure}
     * @param failure what it threw; an error or a checked exception comes as the cause
     */
    void extensionFailed(Object extension, RuntimeException failure);
}
