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

import java.time.Duration;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallEnd;
import io.github.retrystarter.execution.ObservedAttempt;
import io.github.retrystarter.execution.ObservedCall;
import io.github.retrystarter.observation.RetryObservationContext.Kind;
import io.github.retrystarter.settings.WaitSource;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * The observation of one call. Its scope is open around whatever begins in it, since tracing takes the span that is current
 * for the parent.
 */
final class ObservedRetries implements ObservedCall {

    /** Where Micrometer keeps the current observation in a reactive context; its accessor may be missing, the key is not. */
    static final String CONTEXT_KEY = "micrometer.observation";

    static final DefaultRetryObservationConvention CALL = new DefaultRetryObservationConvention(Kind.CALL);

    private static final DefaultRetryObservationConvention ATTEMPT =
            new DefaultRetryObservationConvention(Kind.ATTEMPT);
    private static final DefaultRetryObservationConvention WAIT = new DefaultRetryObservationConvention(Kind.WAIT);

    private final ObservationRegistry registry;
    private final RetryObservationContext context;
    private final Observation call;

    ObservedRetries(ObservationRegistry registry, RetryObservationContext context, Observation call) {
        this.registry = registry;
        this.context = context;
        this.call = call;
    }

    @Override
    public ObservedAttempt attempt(Attempt attempt) {
        RetryObservationContext ofAttempt = RetryObservationContext.attempt(context, attempt.number());
        ThreadScopes scopes = new ThreadScopes(registry);
        try {
            scopes.open(call);
            Observation child = child(ATTEMPT, ofAttempt);
            scopes.open(child);
            return new Run(ofAttempt, child, scopes);
        } catch (Throwable brokenHandler) {
            scopes.abandon();
            throw brokenHandler;
        }
    }

    @Override
    public Runnable waiting(Duration delay, WaitSource source) {
        try (ThreadScopes scopes = new ThreadScopes(registry)) {
            scopes.open(call);
            return child(WAIT, RetryObservationContext.wait(context, delay, source))::stop;
        }
    }

    private Observation child(DefaultRetryObservationConvention convention, RetryObservationContext ofChild) {
        return Observation.createNotStarted(null, convention, () -> ofChild, registry)
                .parentObservation(call)
                .start();
    }

    @Override
    public void ended(CallEnd end) {
        context.ended(end);
        stop(call, end.failure());
    }

    private static void stop(Observation observation, @Nullable Throwable failure) {
        if (failure != null) {
            observation.error(failure);
        }
        observation.stop();
    }

    /** The observation of one attempt, and the scopes that its thread has to leave. */
    private final class Run implements ObservedAttempt {

        private final RetryObservationContext ofAttempt;
        private final Observation child;
        private final ThreadScopes scopes;

        Run(RetryObservationContext ofAttempt, Observation child, ThreadScopes scopes) {
            this.ofAttempt = ofAttempt;
            this.child = child;
            this.scopes = scopes;
        }

        @Override
        public void leave() {
            scopes.close();
        }

        @Override
        public void ended(AttemptOutcome outcome, @Nullable Throwable failure) {
            ofAttempt.ended(outcome);
            stop(child, failure);
        }

        @Override
        public void contribute(BiConsumer<Object, Object> toContext) {
            toContext.accept(CONTEXT_KEY, child.isNoop() ? call : child);
        }
    }
}
