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
package io.github.retrystarter.observation;

import java.lang.reflect.Method;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallEnd;
import io.github.retrystarter.observation.RetryObservationContext.Kind;
import io.github.retrystarter.settings.WaitSource;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;

/**
 * Names and key values of observations. An application that wants others registers a global convention of its own for the
 * same kind, which may extend this one.
 *
 * @since 0.1.0
 */
public class DefaultRetryObservationConvention implements GlobalObservationConvention<RetryObservationContext> {

    private static final String NONE = "none";

    private final Kind kind;

    /**
     * Makes the convention for observations of one kind.
     *
     * @param kind the kind
     */
    public DefaultRetryObservationConvention(Kind kind) {
        this.kind = kind;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof RetryObservationContext ours && ours.kind() == kind;
    }

    @Override
    public String getName() {
        return kind.observation();
    }

    @Override
    public String getContextualName(RetryObservationContext context) {
        return switch (kind) {
            case CALL -> "retry " + context.policy();
            case ATTEMPT -> "retry " + context.policy() + " attempt";
            case WAIT -> "retry " + context.policy() + " wait";
        };
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(RetryObservationContext context) {
        KeyValue policy = KeyValue.of("policy", context.policy());
        return switch (kind) {
            case CALL -> KeyValues.of(policy, outcome(context.end()), reason(context.end()));
            case ATTEMPT -> KeyValues.of(policy, outcome(context.attemptOutcome()));
            case WAIT -> KeyValues.of(policy, source(context.source()));
        };
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(RetryObservationContext context) {
        KeyValue method = KeyValue.of("method", nameOf(context.method()));
        return switch (kind) {
            case CALL -> ofCall(method, context.end());
            case ATTEMPT -> KeyValues.of(method, KeyValue.of("attempt", Integer.toString(context.attempt())));
            case WAIT -> KeyValues.of(method, millis("delay", context.delay()));
        };
    }

    private static KeyValues ofCall(KeyValue method, @Nullable CallEnd end) {
        return end == null
                ? KeyValues.of(method)
                : KeyValues.of(
                        method,
                        KeyValue.of("attempts", Integer.toString(end.attempts())),
                        millis("waited", end.waited()));
    }

    private static KeyValue outcome(@Nullable CallEnd end) {
        return KeyValue.of("outcome", end == null ? NONE : end.outcome().key());
    }

    private static KeyValue outcome(@Nullable AttemptOutcome outcome) {
        return KeyValue.of("outcome", outcome == null ? NONE : outcome.key());
    }

    private static KeyValue reason(@Nullable CallEnd end) {
        return KeyValue.of(
                "reason",
                end == null || end.reason() == null ? NONE : end.reason().key());
    }

    private static KeyValue source(@Nullable WaitSource source) {
        return KeyValue.of("source", source == null ? NONE : source.key());
    }

    private static KeyValue millis(String key, @Nullable Duration duration) {
        return KeyValue.of(key, duration == null ? NONE : duration.toMillis() + "ms");
    }

    private static String nameOf(@Nullable Method method) {
        return method == null ? NONE : method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
