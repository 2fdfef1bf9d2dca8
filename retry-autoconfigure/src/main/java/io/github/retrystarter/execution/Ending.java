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

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.classify.ResultClassification;

/**
 * How one attempt ended: with a failure, with a value that is a failure, or with a value that stands.
 *
 * @param value the value; null after a failure, and where the work itself gave null
 * @param failure the failure; null where there is a value
 * @param result what is known about the value
 * @param repeatable false where part of what the attempt gave has gone out already
 */
record Ending(@Nullable Object value, @Nullable Throwable failure, ResultClassification result, boolean repeatable) {

    static Ending failed(Throwable failure) {
        return new Ending(null, failure, ResultClassification.ACCEPTED, true);
    }

    static Ending brokenOff(Throwable failure) {
        return new Ending(null, failure, ResultClassification.ACCEPTED, false);
    }

    static Ending returned(@Nullable Object value, ResultClassification result) {
        return new Ending(value, null, result, true);
    }

    boolean good() {
        return failure == null && !result.failed();
    }
}
