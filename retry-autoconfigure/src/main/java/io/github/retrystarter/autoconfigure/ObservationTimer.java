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
package io.github.retrystarter.autoconfigure;

import java.util.List;

import org.springframework.core.env.Environment;

/** The timers that Spring Boot's actuator would make of our observations, which an application has to ask for. */
final class ObservationTimer {

    private ObservationTimer() {}

    /** The keys are those of Boot, which switches meters off by them; for these they switch on. */
    static boolean isWantedBy(Environment environment, String observation) {
        return environment.getProperty("management.metrics.enable." + observation, Boolean.class, false);
    }

    static boolean anyWantedBy(Environment environment) {
        for (String observation : List.of("retry.call", "retry.attempt", "retry.wait")) {
            if (isWantedBy(environment, observation)) {
                return true;
            }
        }
        return false;
    }
}
