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

import org.jspecify.annotations.Nullable;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * The scopes that are open on one thread, at most two of them. Afterwards what was current before is current again, also
 * where a handler throws: Micrometer leaves the scope in place then, for all that the thread does next.
 */
final class ThreadScopes implements AutoCloseable {

    private final ObservationRegistry registry;
    private final Observation.@Nullable Scope before;
    private Observation.@Nullable Scope outer;
    private Observation.@Nullable Scope inner;

    ThreadScopes(ObservationRegistry registry) {
        this.registry = registry;
        this.before = registry.getCurrentObservationScope();
    }

    /** Opens a scope within those that are open. */
    void open(Observation observation) {
        Observation.Scope around = registry.getCurrentObservationScope();
        try {
            Observation.Scope opened = observation.openScope();
            if (outer == null) {
                outer = opened;
            } else {
                inner = opened;
            }
        } catch (Throwable brokenHandler) {
            // Other handlers have entered what this one kept from opening.
            Observation.Scope half = registry.getCurrentObservationScope();
            if (half != around) {
                closeQuietly(half);
            }
            throw brokenHandler;
        }
    }

    /** Closes all, after something else has failed. */
    void abandon() {
        closeQuietly(inner);
        closeQuietly(outer);
        restore();
    }

    private static void closeQuietly(Observation.@Nullable Scope scope) {
        try {
            close(scope);
        } catch (RuntimeException | Error brokenHandler) {
            // What failed before is what is told.
        }
    }

    @Override
    public void close() {
        try {
            close(inner);
        } finally {
            try {
                close(outer);
            } finally {
                restore();
            }
        }
    }

    private static void close(Observation.@Nullable Scope scope) {
        if (scope != null) {
            scope.close();
        }
    }

    private void restore() {
        if (registry.getCurrentObservationScope() != before) {
            registry.setCurrentObservationScope(before);
        }
    }
}
