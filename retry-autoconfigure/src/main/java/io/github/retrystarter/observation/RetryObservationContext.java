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
import io.github.retrystarter.settings.WaitSource;
import io.micrometer.observation.Observation;

/**
 * What is known about one observation: of a call, of one of its attempts, or of one of its waits. For conventions,
 * predicates and filters of an application.
 *
 * @since 0.1.0
 */
public final class RetryObservationContext extends Observation.Context {

    private final Kind kind;
    private final String policy;
    private final @Nullable Method method;
    private final int attempt;
    private final @Nullable Duration delay;
    private final @Nullable WaitSource source;
    private volatile @Nullable AttemptOutcome attemptOutcome;
    private volatile @Nullable CallEnd end;

    /** What is observed. */
    public enum Kind {
        /** A whole call. */
        CALL("retry.call"),
        /** One attempt, a child of its call. */
        ATTEMPT("retry.attempt"),
        /** One wait, a child of its call. */
        WAIT("retry.wait");

        private final String observation;

        Kind(String observation) {
            this.observation = observation;
        }

        /**
         * Returns the name of observations of this kind.
         *
         * @return the name
         */
        public String observation() {
            return observation;
        }
    }

    private RetryObservationContext(
            Kind kind,
            String policy,
            @Nullable Method method,
            int attempt,
            @Nullable Duration delay,
            @Nullable WaitSource source) {
        this.kind = kind;
        this.policy = policy;
        this.method = method;
        this.attempt = attempt;
        this.delay = delay;
        this.source = source;
    }

    static RetryObservationContext call(String policy, @Nullable Method method) {
        return new RetryObservationContext(Kind.CALL, policy, method, 0, null, null);
    }

    static RetryObservationContext attempt(RetryObservationContext call, int attempt) {
        return new RetryObservationContext(Kind.ATTEMPT, call.policy, call.method, attempt, null, null);
    }

    static RetryObservationContext wait(RetryObservationContext call, Duration delay, WaitSource source) {
        return new RetryObservationContext(Kind.WAIT, call.policy, call.method, 0, delay, source);
    }

    void ended(AttemptOutcome outcome) {
        attemptOutcome = outcome;
    }

    void ended(CallEnd callEnd) {
        end = callEnd;
    }

    /**
     * Returns what is observed.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns the name of the policy.
     *
     * @return the name
     */
    public String policy() {
        return policy;
    }

    /**
     * Returns the annotated method.
     *
     * @return the method; null for calls made in code
     */
    public @Nullable Method method() {
        return method;
    }

    /**
     * Returns the number of the attempt.
     *
     * @return the number, from 1; 0 for calls and waits
     */
    public int attempt() {
        return attempt;
    }

    /**
     * Returns how long the wait was meant to be.
     *
     * @return the time; null for calls and attempts
     */
    public @Nullable Duration delay() {
        return delay;
    }

    /**
     * Returns what decided the length of the wait.
     *
     * @return the source; null for calls and attempts
     */
    public @Nullable WaitSource source() {
        return source;
    }

    /**
     * Returns how the attempt ended.
     *
     * @return the outcome; null for calls and waits, and while the attempt is in flight
     */
    public @Nullable AttemptOutcome attemptOutcome() {
        return attemptOutcome;
    }

    /**
     * Returns how the call ended.
     *
     * @return the end; null for attempts and waits, and while the call is under way
     */
    public @Nullable CallEnd end() {
        return end;
    }
}
