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
package io.github.retrystarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.retrystarter.execution.PolicyProperty;
import io.github.retrystarter.execution.UnknownRetryPolicyException;

/** Shows who asks for a policy that does not exist, and which ones there are. */
final class UnknownRetryPolicyFailureAnalyzer extends AbstractFailureAnalyzer<UnknownRetryPolicyException> {

    private static final String EMPTY_MAP =
            " A policy without keys of its own has nothing behind its colon; an empty map" + " ({}) does not make one.";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownRetryPolicyException cause) {
        String action = cause.nearest()
                .map(name -> "Use \"" + name + "\", or add " + property(cause) + " to the configuration.")
                .orElse("Add " + property(cause)
                        + " to the configuration, or define a RetryPolicy bean with that name.");
        return new FailureAnalysis(cause.getMessage(), action + EMPTY_MAP, cause);
    }

    /** As it has to be written: a name with dots or slashes keeps its text in brackets only. */
    private static String property(UnknownRetryPolicyException cause) {
        return PolicyProperty.of(cause.asked());
    }
}
