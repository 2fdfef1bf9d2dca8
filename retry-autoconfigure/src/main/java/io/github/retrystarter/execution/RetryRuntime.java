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

import java.util.List;
import java.util.function.Supplier;

import io.github.retrystarter.classify.FailureClassifier;
import io.github.retrystarter.classify.HttpFailureResolver;
import io.github.retrystarter.classify.HttpResultResolver;
import io.github.retrystarter.classify.JdkHttpResultResolver;
import io.github.retrystarter.classify.ResultClassifier;
import io.github.retrystarter.classify.StandardFailureClassifier;

/**
 * What all policies of an application share: time and chance, classifiers, resolvers, listeners and diagnostics. The
 * suppliers are asked once, when the first failure needs them, so that nothing is created early.
 *
 * @param timeAndChance the sources of time and chance
 * @param userClassifiers classifiers that are asked before the built-in ones
 * @param builtInClassifiers classifiers that are asked last
 * @param resolvers finders of HTTP answers behind exceptions
 * @param resultClassifiers classifiers of returned values
 * @param resultResolvers finders of HTTP answers in returned values
 * @param listeners what is told about retries, recoveries and give-ups
 * @param diagnostics what is told about oddities
 * @since 0.1.0
 */
public record RetryRuntime(
        Supplier<TimeAndChance> timeAndChance,
        Supplier<List<FailureClassifier>> userClassifiers,
        Supplier<List<FailureClassifier>> builtInClassifiers,
        Supplier<List<HttpFailureResolver>> resolvers,
        Supplier<List<ResultClassifier>> resultClassifiers,
        Supplier<List<HttpResultResolver>> resultResolvers,
        Supplier<List<RetryEventListener>> listeners,
        RetryDiagnostics diagnostics) {

    private static final RetryRuntime STANDALONE = new RetryRuntime(
            TimeAndChance::system,
            List::of,
            () -> List.of(new StandardFailureClassifier()),
            List::of,
            List::of,
            () -> List.of(new JdkHttpResultResolver()),
            List::of,
            RetryDiagnostics.SILENT);

    /**
     * Returns the runtime of policies outside an application context: the machine's time and chance, the built-in
     * classification, no listeners.
     *
     * @return the runtime
     */
    public static RetryRuntime standalone() {
        return STANDALONE;
    }

    /**
     * Returns this runtime with other sources of time and chance.
     *
     * @param value the sources
     * @return a runtime like this one but for them
     */
    public RetryRuntime withTimeAndChance(TimeAndChance value) {
        return new RetryRuntime(
                () -> value,
                userClassifiers,
                builtInClassifiers,
                resolvers,
                resultClassifiers,
                resultResolvers,
                listeners,
                diagnostics);
    }

    /**
     * Returns this runtime with other listeners.
     *
     * @param value the listeners
     * @return a runtime like this one but for them
     */
    public RetryRuntime withListeners(List<RetryEventListener> value) {
        List<RetryEventListener> copy = List.copyOf(value);
        return new RetryRuntime(
                timeAndChance,
                userClassifiers,
                builtInClassifiers,
                resolvers,
                resultClassifiers,
                resultResolvers,
                () -> copy,
                diagnostics);
    }
}
