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

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.classify.HttpFailure;

/** The ways in which a simulated attempt fails. All of them are transient. */
final class SimulatedFailures {

    /** The service is down: the connection is refused. */
    static final Classification REFUSED = transientFailure(new ConnectException("refused"), null, true);

    /** The service has no room, or says that it is down: status 503. */
    static final Classification UNAVAILABLE = transientFailure(new IOException("503"), () -> 503, false);

    /** The client has waited long enough. */
    static final Classification TIMED_OUT = transientFailure(new SocketTimeoutException("timed out"), null, false);

    private SimulatedFailures() {}

    private static Classification transientFailure(Exception failure, @Nullable HttpFailure http, boolean neverRan) {
        return new Classification(Classification.Kind.RETRYABLE, failure, http, neverRan);
    }
}
