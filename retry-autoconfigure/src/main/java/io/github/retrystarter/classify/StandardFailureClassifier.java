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
 * The built-in list of transient and lasting failures of the JDK, of databases and of common HTTP clients.
 *
 * <p>Worth another attempt: connections refused, reset or cut off, unknown hosts, missing routes, time-outs of every
 * kind, a connection pool without a free connection, lost database connections and transactions that lost to another
 * one (SQL states 08xxx, 40001, 40P01, {@link java.sql.SQLTransientException} and its like), and every other
 * {@link java.io.IOException}.
 *
 * <p>Not worth it: missing files, malformed addresses, certificates and host names that do not fit, everything that
 * (de)serialises, validation, {@link Error}s, interruption and cancellation, and programming errors: null pointer,
 * illegal argument, illegal state, class cast, unsupported operation, index, arithmetic, security. Programming errors
 * are known failures, not unclassified ones; only a listed exception class or a user's classifier gets them retried.
 *
 * <p>Classes of other libraries are recognised by name, so none of them needs to be present.
 *
 * @since 0.1.0
 */
public final class StandardFailureClassifier implements GradedFailureClassifier {

    /** Creates the classifier; it has no state. */
    public StandardFailureClassifier() {}

    @Override
    public Verdict judge(Throwable failure) {
        return KnownFailures.natureOf(failure).verdict();
    }
}
