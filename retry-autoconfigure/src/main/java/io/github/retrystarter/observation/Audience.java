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

import java.lang.reflect.Field;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationHandler.CompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationRegistry.ObservationConfig;

/**
 * Who listens to a registry. Spring Boot's actuator always does, to make timers, which the meters of the policies make
 * unnecessary; for it alone, an observation would cost every call something and give nobody anything.
 */
final class Audience {

    private static final String METERS = "io.micrometer.core.instrument.observation.MeterObservationHandler";

    /** The live list of the registry; null where it does not show it. */
    private final @Nullable List<?> handlers;

    private volatile int known;
    private volatile boolean interested;

    Audience(ObservationRegistry registry) {
        handlers = handlersOf(registry.observationConfig());
    }

    private static @Nullable List<?> handlersOf(ObservationConfig config) {
        try {
            Field field = ObservationConfig.class.getDeclaredField("observationHandlers");
            field.setAccessible(true);
            return field.get(config) instanceof List<?> list ? list : null;
        } catch (ReflectiveOperationException | RuntimeException hidden) {
            return null;
        }
    }

    /** Returns whether anybody beside the meters listens, or may. */
    boolean isInterested() {
        if (handlers == null) {
            return true;
        }
        int now = handlers.size();
        if (now != known) {
            interested = handlers.stream().anyMatch(Audience::wantsMoreThanMeters);
            known = now;
        }
        return interested;
    }

    private static boolean wantsMoreThanMeters(Object handler) {
        if (handler instanceof CompositeObservationHandler composite) {
            return composite.getHandlers().stream().anyMatch(Audience::wantsMoreThanMeters);
        }
        return handler instanceof ObservationHandler<?>
                && ClassUtils.getAllInterfacesForClassAsSet(handler.getClass()).stream()
                        .noneMatch(type -> type.getName().equals(METERS));
    }
}
