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

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.PolicyClassifier;
import io.github.retrystarter.classify.PolicyResultClassifier;
import io.github.retrystarter.classify.ResultClassification;
import io.github.retrystarter.execution.ContextCarrier.Carried;
import io.github.retrystarter.retryafter.HintSource;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.retryafter.RetryHintReader;
import io.github.retrystarter.settings.RetrySettings;

/**
 * One consistent set of what a policy works with. A call takes it when it begins and keeps it to its end. The parts that
 * only failures need are made at the first failure.
 */
final class PolicyState {

    private final RetrySettings settings;
    private final RetryRuntime runtime;
    private final Attempt firstAttempt;
    private final boolean timedFromStart;
    private final boolean exposesAttempt;
    private final boolean countsMethods;
    private final boolean plain;
    private final PolicyBudget budget;
    private volatile CallObserver @Nullable [] observers;
    private volatile @Nullable RetryBreakers breakers;
    private volatile @Nullable Carried emptyContext;
    private volatile @Nullable FailureTools failureTools;
    private volatile @Nullable PolicyResultClassifier resultClassifier;

    PolicyState(String policy, RetrySettings settings, RetryRuntime runtime, PolicyBudget budget) {
        this.budget = budget;
        this.settings = settings;
        this.runtime = runtime;
        this.firstAttempt = Attempt.first(policy, null);
        this.countsMethods = runtime.countsMethods();
        this.timedFromStart = settings.deadline().isPresent();
        this.exposesAttempt =
                settings.exposeAttempt() || settings.idempotencyHeader() != null || runtime.exposesAttempts();
        this.plain = !exposesAttempt && settings.breaker() == null;
    }

    PolicyState with(RetrySettings other) {
        return new PolicyState(firstAttempt.policy(), other, runtime, budget);
    }

    RetrySettings settings() {
        return settings;
    }

    RetryRuntime runtime() {
        return runtime;
    }

    /** Takes what the calling thread knows. All calls share what there is of a thread that knows nothing. */
    Carried captureContext() {
        Carried empty = emptyContext;
        Carried captured = CarriedContext.capture(runtime, empty);
        if (empty == null && captured.isEmpty()) {
            emptyContext = captured;
        }
        return captured;
    }

    /** The first attempt of a call: one and the same for all calls, unless each has a key of its own. */
    Attempt firstAttempt() {
        String header = settings.idempotencyHeader();
        return header == null
                ? firstAttempt
                : Attempt.first(firstAttempt.policy(), new IdempotencyKey(header, runtime.newIdempotencyKey()));
    }

    /**
     * Tells whether a first attempt needs nothing around it: all calls share it, and nobody is told of it, or asked for
     * leave. The answer is no until it is known who wants to be told.
     */
    boolean isPlain() {
        CallObserver[] known = observers;
        return plain && known != null && known.length == 0;
    }

    boolean countsMethods() {
        return countsMethods;
    }

    boolean exposesAttempt() {
        return exposesAttempt;
    }

    /**
     * Returns the circuit breaker of the policy; null where it has none.
     *
     * @throws UnknownCircuitBreakerException if the one that it names does not exist
     */
    @Nullable
    RetryBreaker breaker() {
        String name = settings.breaker();
        if (name == null) {
            return null;
        }
        RetryBreakers breakers = breakers();
        return breakers.find(name)
                .orElseThrow(() -> new UnknownCircuitBreakerException(firstAttempt.policy(), name, breakers.names()));
    }

    private RetryBreakers breakers() {
        RetryBreakers found = breakers;
        if (found == null) {
            // Two threads may both ask; they get the same.
            found = runtime.breakers();
            breakers = found;
        }
        return found;
    }

    /** Tells the observers that a call begins; null where none of them wants to know, which costs a look at a field. */
    @Nullable
    WatchedCall watch(@Nullable Method method) {
        return watch(method, PolicyState::nowhere);
    }

    private static @Nullable Object nowhere(Object key) {
        return null;
    }

    /** The same for a call whose subscriber has a context. */
    @Nullable
    WatchedCall watch(@Nullable Method method, Function<Object, @Nullable Object> surroundings) {
        CallObserver[] known = observers();
        return known.length == 0
                ? null
                : WatchedCall.begin(known, firstAttempt.policy(), method, surroundings, runtime.diagnostics());
    }

    /** Tells whether anybody may want to know of calls. */
    boolean hasObservers() {
        return observers().length > 0;
    }

    private CallObserver[] observers() {
        CallObserver[] known = observers;
        return known != null ? known : findObservers();
    }

    private CallObserver[] findObservers() {
        try {
            // Two threads may both ask; they get the same.
            CallObserver[] found = runtime.callObservers().toArray(new CallObserver[0]);
            observers = found;
            return found;
        } catch (RuntimeException ex) {
            runtime.diagnostics().extensionFailed(runtime, ex);
            return new CallObserver[0];
        }
    }

    boolean timedFromStart() {
        return timedFromStart;
    }

    /** Whether a call needs neither a clock nor a breaker before its first failure, nor has to make its attempt known. */
    boolean beginsBare() {
        return plain && !timedFromStart;
    }

    PolicyBudget budget() {
        return budget;
    }

    /** Reads the clock where there is a deadline; without one nothing needs the start of a call that succeeds. */
    long startNanos() {
        return timedFromStart ? runtime.timeAndChance().ticker().nanos() : 0;
    }

    TimeAndChance timeAndChance() {
        return failureTools().timeAndChance;
    }

    /** Tells every listener; one that throws changes nothing. */
    void tell(RetryEvent event) {
        for (RetryEventListener listener : failureTools().listeners) {
            Guard.run(runtime.diagnostics(), listener, () -> listener.onRetryEvent(event));
        }
    }

    /** Whether any listener has a use for such an event; one that throws has none. */
    boolean wants(RetryEvent.Kind kind) {
        List<RetryEventListener> listeners = failureTools().listeners;
        for (int i = 0; i < listeners.size(); i++) {
            if (wants(listeners.get(i), kind)) {
                return true;
            }
        }
        return false;
    }

    private boolean wants(RetryEventListener listener, RetryEvent.Kind kind) {
        try {
            return listener.wants(kind);
        } catch (Throwable ex) {
            runtime.diagnostics().extensionFailed(listener, Guard.unchecked(ex));
            return false;
        }
    }

    Classification classify(Throwable failure) {
        return failureTools().classifier.classify(failure);
    }

    ResultClassification classifyResult(@Nullable Object result) {
        if (result == null) {
            return ResultClassification.ACCEPTED;
        }
        ResultClassification classification = resultClassifier().classify(result);
        return !classification.failed() && classification.http() != null && allowsRetry(classification.http())
                ? new ResultClassification(true, classification.http())
                : classification;
    }

    /** Where nothing but the status of a returned answer stands in the way, the server may say that a retry is fine. */
    private boolean allowsRetry(HttpFailure http) {
        return settings.hints().enabled()
                && settings.hints().sources().contains(HintSource.SHOULD_RETRY)
                && !settings.rules().neverOnStatuses().contains(http.status())
                && failureTools().reader.read(http.headers()).directive() == RetryHint.Directive.RETRY;
    }

    void discard(@Nullable Object result) {
        resultClassifier().discard(result);
    }

    private PolicyResultClassifier resultClassifier() {
        PolicyResultClassifier classifier = resultClassifier;
        if (classifier == null) {
            // Two threads may both make it; they are alike, and either serves.
            try {
                classifier = resultClassifier(runtime);
                resultClassifier = classifier;
            } catch (RuntimeException ex) {
                runtime.diagnostics().extensionFailed(runtime, ex);
                classifier = resultClassifier(runtime.withoutBeans());
            }
        }
        return classifier;
    }

    private PolicyResultClassifier resultClassifier(RetryRuntime from) {
        return new PolicyResultClassifier(
                settings.rules(),
                from.resultClassifiers(),
                from.resultResolvers(),
                runtime.diagnostics()::extensionFailed);
    }

    RetryHint hintOf(Classification failure) {
        HttpFailure http = failure.http();
        if (http == null || !settings.hints().enabled()) {
            return RetryHint.NONE;
        }
        try {
            return failureTools().reader.read(http.headers());
        } catch (Throwable ex) {
            // Headers of an exception of the user's that throw an error; what they would have said is not known.
            runtime.diagnostics().extensionFailed(http, Guard.unchecked(ex));
            return RetryHint.NONE;
        }
    }

    private FailureTools failureTools() {
        FailureTools tools = failureTools;
        if (tools == null) {
            // Two threads may both make them; they are alike, and either serves.
            try {
                tools = new FailureTools(settings, runtime);
                failureTools = tools;
            } catch (RuntimeException ex) {
                runtime.diagnostics().extensionFailed(runtime, ex);
                tools = new FailureTools(settings, runtime.withoutBeans());
            }
        }
        return tools;
    }

    /** What only a call that has failed needs. */
    private static final class FailureTools {

        private final TimeAndChance timeAndChance;
        private final PolicyClassifier classifier;
        private final RetryHintReader reader;
        private final List<RetryEventListener> listeners;

        FailureTools(RetrySettings settings, RetryRuntime runtime) {
            this.timeAndChance = runtime.timeAndChance();
            this.classifier = new PolicyClassifier(
                    settings.rules(),
                    runtime.userClassifiers(),
                    runtime.builtInClassifiers(),
                    runtime.resolvers(),
                    runtime.diagnostics()::extensionFailed);
            this.reader = new RetryHintReader(settings.hints().sources(), timeAndChance.clock());
            this.listeners = List.copyOf(runtime.listeners());
        }
    }
}
