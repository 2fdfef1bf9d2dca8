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
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.classify.FailureClassifier;
import io.github.retrystarter.classify.HttpFailureResolver;
import io.github.retrystarter.classify.HttpResultResolver;
import io.github.retrystarter.classify.JdkHttpResultResolver;
import io.github.retrystarter.classify.ResultClassifier;
import io.github.retrystarter.classify.StandardFailureClassifier;

/**
 * What all policies of an application share: time and chance, classifiers, resolvers, listeners, observers, circuit
 * breakers and diagnostics. Most of it is given as a supplier, which is asked when the first call or the first failure needs it, so that
 * nothing is created early. Immutable and safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class RetryRuntime {

    private final Supplier<TimeAndChance> timeAndChance;
    private final Supplier<List<FailureClassifier>> userClassifiers;
    private final Supplier<List<FailureClassifier>> builtInClassifiers;
    private final Supplier<List<HttpFailureResolver>> resolvers;
    private final Supplier<List<ResultClassifier>> resultClassifiers;
    private final Supplier<List<HttpResultResolver>> resultResolvers;
    private final Supplier<List<RetryEventListener>> listeners;
    private final Supplier<List<CallObserver>> callObservers;
    private final Supplier<RetryBreakers> breakers;
    private final Supplier<AttemptExecutor> attemptExecutor;
    private final Supplier<List<ContextCarrier>> contextCarriers;
    private final Supplier<BooleanSupplier> eventLoop;
    private final RetryWaits waits;
    private final Supplier<String> idempotencyKeys;
    private final RetryDiagnostics diagnostics;
    private final boolean exposesAttempts;
    private final boolean countsMethods;

    /** Each default is a class to load, so that none is made for what was set: an application sets nearly everything. */
    private RetryRuntime(Builder parts) {
        timeAndChance = parts.timeAndChance != null ? parts.timeAndChance : TimeAndChance::system;
        userClassifiers = parts.userClassifiers != null ? parts.userClassifiers : none();
        builtInClassifiers = parts.builtInClassifiers != null
                ? parts.builtInClassifiers
                : () -> List.of(new StandardFailureClassifier());
        resolvers = parts.resolvers != null ? parts.resolvers : none();
        resultClassifiers = parts.resultClassifiers != null ? parts.resultClassifiers : none();
        resultResolvers =
                parts.resultResolvers != null ? parts.resultResolvers : () -> List.of(new JdkHttpResultResolver());
        listeners = parts.listeners != null ? parts.listeners : none();
        callObservers = parts.callObservers != null ? parts.callObservers : none();
        breakers = parts.breakers != null ? parts.breakers : () -> RetryBreakers.NONE;
        attemptExecutor =
                parts.attemptExecutor != null ? parts.attemptExecutor : () -> ForkJoinPool.commonPool()::execute;
        contextCarriers = parts.contextCarriers != null ? parts.contextCarriers : none();
        eventLoop = parts.eventLoop != null ? parts.eventLoop : () -> () -> false;
        waits = parts.waits != null
                ? parts.waits
                : new RetryWaits(() -> TimeAndChance.system().ticker());
        idempotencyKeys = parts.idempotencyKeys != null
                ? parts.idempotencyKeys
                : () -> UUID.randomUUID().toString();
        diagnostics = parts.diagnostics != null ? parts.diagnostics : RetryDiagnostics.SILENT;
        exposesAttempts = parts.exposesAttempts;
        countsMethods = parts.countsMethods;
    }

    private static <T> Supplier<List<T>> none() {
        return List::of;
    }

    /** Made when a policy outside an application context asks for it. */
    private static final class Standalone {

        static final RetryRuntime RUNTIME = new Builder().build();
    }

    /**
     * Returns the runtime of policies outside an application context: the machine's time and chance, the built-in
     * classification, no listeners, no circuit breakers.
     *
     * @return the runtime
     */
    public static RetryRuntime standalone() {
        return Standalone.RUNTIME;
    }

    /**
     * Returns a builder that starts from {@link #standalone()}.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns a builder that starts from this runtime.
     *
     * @return a new builder
     */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** What is left where the beans of an application cannot be had, as after its end: the same time, nothing of its own. */
    RetryRuntime withoutBeans() {
        return builder()
                .timeAndChance(timeAndChance)
                .diagnostics(diagnostics)
                .waits(waits)
                .build();
    }

    TimeAndChance timeAndChance() {
        return timeAndChance.get();
    }

    List<FailureClassifier> userClassifiers() {
        return userClassifiers.get();
    }

    List<FailureClassifier> builtInClassifiers() {
        return builtInClassifiers.get();
    }

    List<HttpFailureResolver> resolvers() {
        return resolvers.get();
    }

    List<ResultClassifier> resultClassifiers() {
        return resultClassifiers.get();
    }

    List<HttpResultResolver> resultResolvers() {
        return resultResolvers.get();
    }

    List<RetryEventListener> listeners() {
        return listeners.get();
    }

    RetryBreakers breakers() {
        return breakers.get();
    }

    List<CallObserver> callObservers() {
        return callObservers.get();
    }

    AttemptExecutor attemptExecutor() {
        return attemptExecutor.get();
    }

    List<ContextCarrier> contextCarriers() {
        return contextCarriers.get();
    }

    boolean onEventLoop() {
        try {
            return eventLoop.get().getAsBoolean();
        } catch (RuntimeException unknown) {
            // Nothing but a warning depends on it.
            return false;
        }
    }

    RetryWaits waits() {
        return waits;
    }

    String newIdempotencyKey() {
        return idempotencyKeys.get();
    }

    RetryDiagnostics diagnostics() {
        return diagnostics;
    }

    boolean countsMethods() {
        return countsMethods;
    }

    boolean exposesAttempts() {
        return exposesAttempts;
    }

    /** Builds a {@link RetryRuntime}. Not safe for use by several threads at once. */
    public static final class Builder {

        private @Nullable Supplier<TimeAndChance> timeAndChance;
        private @Nullable Supplier<List<FailureClassifier>> userClassifiers;
        private @Nullable Supplier<List<FailureClassifier>> builtInClassifiers;
        private @Nullable Supplier<List<HttpFailureResolver>> resolvers;
        private @Nullable Supplier<List<ResultClassifier>> resultClassifiers;
        private @Nullable Supplier<List<HttpResultResolver>> resultResolvers;
        private @Nullable Supplier<List<RetryEventListener>> listeners;
        private @Nullable Supplier<List<CallObserver>> callObservers;
        private @Nullable Supplier<RetryBreakers> breakers;
        private @Nullable Supplier<AttemptExecutor> attemptExecutor;
        private @Nullable Supplier<List<ContextCarrier>> contextCarriers;
        private @Nullable Supplier<BooleanSupplier> eventLoop;
        private @Nullable RetryWaits waits;
        private @Nullable Supplier<String> idempotencyKeys;
        private @Nullable RetryDiagnostics diagnostics;
        private boolean exposesAttempts;
        private boolean countsMethods;

        private Builder() {}

        private Builder(RetryRuntime other) {
            timeAndChance = other.timeAndChance;
            userClassifiers = other.userClassifiers;
            builtInClassifiers = other.builtInClassifiers;
            resolvers = other.resolvers;
            resultClassifiers = other.resultClassifiers;
            resultResolvers = other.resultResolvers;
            listeners = other.listeners;
            callObservers = other.callObservers;
            breakers = other.breakers;
            attemptExecutor = other.attemptExecutor;
            contextCarriers = other.contextCarriers;
            eventLoop = other.eventLoop;
            waits = other.waits;
            idempotencyKeys = other.idempotencyKeys;
            diagnostics = other.diagnostics;
            exposesAttempts = other.exposesAttempts;
            countsMethods = other.countsMethods;
        }

        /**
         * Sets the sources of time and chance; those of the machine by default.
         *
         * @param value gives them
         * @return this
         */
        public Builder timeAndChance(Supplier<TimeAndChance> value) {
            timeAndChance = new Once<>(value);
            return this;
        }

        /**
         * Sets the classifiers that are asked before the built-in ones; none by default.
         *
         * @param value gives them in their order
         * @return this
         */
        public Builder userClassifiers(Supplier<List<FailureClassifier>> value) {
            userClassifiers = new Once<>(value);
            return this;
        }

        /**
         * Sets the classifiers that are asked last; the {@link StandardFailureClassifier} by default.
         *
         * @param value gives them in their order
         * @return this
         */
        public Builder builtInClassifiers(Supplier<List<FailureClassifier>> value) {
            builtInClassifiers = new Once<>(value);
            return this;
        }

        /**
         * Sets the finders of HTTP answers behind exceptions; none by default.
         *
         * @param value gives them in their order
         * @return this
         */
        public Builder resolvers(Supplier<List<HttpFailureResolver>> value) {
            resolvers = new Once<>(value);
            return this;
        }

        /**
         * Sets the classifiers of returned values; none by default.
         *
         * @param value gives them in their order
         * @return this
         */
        public Builder resultClassifiers(Supplier<List<ResultClassifier>> value) {
            resultClassifiers = new Once<>(value);
            return this;
        }

        /**
         * Sets the finders of HTTP answers in returned values; that for the JDK's client by default.
         *
         * @param value gives them in their order
         * @return this
         */
        public Builder resultResolvers(Supplier<List<HttpResultResolver>> value) {
            resultResolvers = new Once<>(value);
            return this;
        }

        /**
         * Sets what is told about retries, recoveries and give-ups; nothing by default.
         *
         * @param value gives the listeners in their order
         * @return this
         */
        public Builder listeners(Supplier<List<RetryEventListener>> value) {
            listeners = new Once<>(value);
            return this;
        }

        /**
         * Sets what watches calls from their start to their end; nothing by default.
         *
         * @param value gives the observers in their order, the outermost first
         * @return this
         */
        public Builder callObservers(Supplier<List<CallObserver>> value) {
            callObservers = new Once<>(value);
            return this;
        }

        /**
         * Sets the circuit breakers; none by default.
         *
         * @param value gives them
         * @return this
         */
        public Builder breakers(Supplier<RetryBreakers> value) {
            breakers = new Once<>(value);
            return this;
        }

        /**
         * Sets what runs the further attempts of asynchronous calls; the common pool of the JDK by default.
         *
         * @param value gives it
         * @return this
         */
        public Builder attemptExecutor(Supplier<AttemptExecutor> value) {
            attemptExecutor = new Once<>(value);
            return this;
        }

        /**
         * Sets what carries the context of the caller to the further attempts of asynchronous calls; nothing by default.
         *
         * @param value gives the carriers, the outermost first
         * @return this
         */
        public Builder contextCarriers(Supplier<List<ContextCarrier>> value) {
            contextCarriers = new Once<>(value);
            return this;
        }

        /**
         * Sets what tells whether the calling thread is one that must not block; none is by default.
         *
         * @param value gives what tells it
         * @return this
         */
        public Builder eventLoop(Supplier<BooleanSupplier> value) {
            eventLoop = new Once<>(value);
            return this;
        }

        /**
         * Sets what knows the waits in progress and can end them; one that nobody closes by default.
         *
         * @param value the waits
         * @return this
         */
        public Builder waits(RetryWaits value) {
            waits = value;
            return this;
        }

        /**
         * Sets what makes the idempotency key of a call; a random UUID by default.
         *
         * @param value gives a new key each time, and never one twice
         * @return this
         */
        public Builder idempotencyKeys(Supplier<String> value) {
            idempotencyKeys = value;
            return this;
        }

        /**
         * Sets what is told about oddities; nothing by default.
         *
         * @param value the diagnostics
         * @return this
         */
        public Builder diagnostics(RetryDiagnostics value) {
            diagnostics = value;
            return this;
        }

        /**
         * Sets whether every policy makes its attempt available on the thread that runs it; false by default.
         *
         * @param value true for all policies, false for those that ask for it
         * @return this
         */
        public Builder exposesAttempts(boolean value) {
            exposesAttempts = value;
            return this;
        }

        /**
         * Sets whether every policy counts for each of its methods too; false by default.
         *
         * @param value true to count
         * @return this
         */
        public Builder countsMethods(boolean value) {
            countsMethods = value;
            return this;
        }

        /**
         * Builds the runtime.
         *
         * @return the runtime
         */
        public RetryRuntime build() {
            return new RetryRuntime(this);
        }
    }
}
