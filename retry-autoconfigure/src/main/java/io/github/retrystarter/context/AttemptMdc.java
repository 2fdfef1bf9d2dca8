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
package io.github.retrystarter.context;

import java.lang.reflect.Method;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.CallObserver;
import io.github.retrystarter.execution.ObservedAttempt;
import io.github.retrystarter.execution.ObservedCall;

/**
 * Puts policy and attempt into the logging context of SLF4J while a thread runs an attempt, or the part of it that runs
 * before an asynchronous one goes on elsewhere. What was there before is there again afterwards.
 *
 * @since 0.1.0
 */
public final class AttemptMdc implements CallObserver {

    /** The key with the name of the policy. */
    public static final String POLICY = "retry.policy";

    /** The key with the number of the attempt, from 1. */
    public static final String ATTEMPT = "retry.attempt";

    /** Makes the observer. */
    public AttemptMdc() {}

    @Override
    public ObservedCall begin(String policy, @Nullable Method method, Function<Object, @Nullable Object> surroundings) {
        return AttemptMdc::put;
    }

    private static ObservedAttempt put(Attempt attempt) {
        String outerPolicy = MDC.get(POLICY);
        String outerAttempt = MDC.get(ATTEMPT);
        MDC.put(POLICY, attempt.policy());
        MDC.put(ATTEMPT, Integer.toString(attempt.number()));
        return () -> {
            restore(POLICY, outerPolicy);
            restore(ATTEMPT, outerAttempt);
        };
    }

    private static void restore(String key, @Nullable String value) {
        if (value == null) {
            MDC.remove(key);
        } else {
            MDC.put(key, value);
        }
    }
}
