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
package io.github.retrystarter.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;

/**
 * Keeps the timers away that Spring Boot makes of every observation: they would count once more what our meters count, and
 * their tag for the class of an exception is not from a closed set.
 *
 * @since 0.1.0
 */
public final class ObservationTimers implements MeterFilter {

    private static final List<String> OBSERVATIONS = List.of("retry.call", "retry.attempt", "retry.wait");

    private final List<String> denied;

    /**
     * Makes the filter.
     *
     * @param wanted tells whether the application wants the timers of an observation, by its name
     */
    public ObservationTimers(Predicate<String> wanted) {
        this.denied = denied(wanted);
    }

    private static List<String> denied(Predicate<String> wanted) {
        List<String> denied = new ArrayList<>();
        for (String observation : OBSERVATIONS) {
            if (!wanted.test(observation)) {
                denied.add(observation);
            }
        }
        return List.copyOf(denied);
    }

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        String name = id.getName();
        for (String observation : denied) {
            if (name.equals(observation) || name.startsWith(observation + ".")) {
                return MeterFilterReply.DENY;
            }
        }
        return MeterFilterReply.NEUTRAL;
    }
}
