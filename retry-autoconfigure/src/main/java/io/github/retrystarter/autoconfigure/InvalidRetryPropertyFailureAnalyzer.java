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

/** Shows a wrong property with its value, its place and the rule. */
final class InvalidRetryPropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidRetryPropertyException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidRetryPropertyException cause) {
        StringBuilder description = new StringBuilder("The retry configuration is not valid:%n%n".formatted());
        line(description, "Property", cause.property());
        if (cause.value() != null) {
            line(description, "Value", '"' + cause.value() + '"');
        }
        if (cause.origin() != null) {
            line(description, "Origin", cause.origin());
        }
        line(description, "Reason", cause.property() + " " + cause.rule());
        return new FailureAnalysis(description.toString(), "Correct the property " + cause.property() + ".", cause);
    }

    private static void line(StringBuilder description, String name, String value) {
        description.append("    %s: %s%n".formatted(name, value));
    }
}
