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
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.CallObserver;
import io.github.retrystarter.execution.ObservedCall;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * Makes an observation of each call, with one child for each attempt and each wait. Where nothing but meters
 * listens, or the application leaves these observations out, it makes none.
 *
 * @since 0.1.0
 */
public final class RetryObservations implements CallObserver {

    private static final Observed NOBODY = new Observed(ObservationRegistry.NOOP, null);

    private final Supplier<@Nullable ObservationRegistry> registry;
    private final boolean forMeters;
    private volatile boolean started;
    private volatile @Nullable Observed known;

    /**
     * A registry and who listens to it.
     *
     * @param registry the registry
     * @param audience who has to be interested; null where anybody may be
     */
    private record Observed(
            ObservationRegistry registry, @Nullable Audience audience) {

        boolean isWatched() {
            return !registry.isNoop() && (audience == null || audience.isInterested());
        }
    }

    /**
     * Makes the observations, which have to be started.
     *
     * @param registry gives the registry, null where there is none; asked once, by the first call after the start
     * @param forMeters whether calls are observed even where nothing but meters listens, which the policies have of
     *     their own
     */
    public RetryObservations(Supplier<@Nullable ObservationRegistry> registry, boolean forMeters) {
        this.registry = registry;
        this.forMeters = forMeters;
    }

    /** Begins to observe. Until then the registry is not asked for, so that a call at start-up does not make it early. */
    public void start() {
        started = true;
    }

    @Override
    public @Nullable ObservedCall begin(
            String policy, @Nullable Method method, Function<Object, @Nullable Object> surroundings) {
        Observed observed = observed();
        if (!observed.isWatched()) {
            return null;
        }
        ObservationRegistry all = observed.registry();
        RetryObservationContext context = RetryObservationContext.call(policy, method);
        Observation call = Observation.createNotStarted(null, ObservedRetries.CALL, () -> context, all);
        if (call.isNoop()) {
            return null;
        }
        if (surroundings.apply(ObservedRetries.CONTEXT_KEY) instanceof Observation outer) {
            call.parentObservation(outer);
        }
        return new ObservedRetries(all, context, call.start());
    }

    private Observed observed() {
        Observed found = known;
        if (found != null) {
            return found;
        }
        if (!started) {
            return NOBODY;
        }
        ObservationRegistry all = registry.get();
        found = all == null ? NOBODY : new Observed(all, forMeters ? null : new Audience(all));
        known = found;
        return found;
    }
}
