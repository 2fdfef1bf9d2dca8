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
package io.github.retrystarter.simulation;

import java.time.Duration;
import java.util.List;

/**
 * What the updates of one row cost. Immutable.
 *
 * @param clients all clients
 * @param writes the writes of all clients, those that failed included
 * @param gaveUp the clients that gave up
 * @param time when the last client heard of its success, or gave up
 * @since 0.1.0
 */
public record ContentionResult(int clients, long writes, long gaveUp, Duration time) {

    /**
     * Returns one row with all figures.
     *
     * @return the table
     */
    public SimulationTable table() {
        return new SimulationTable(
                List.of("clients", "writes", "gave up", "time"),
                List.of(List.of(
                        String.valueOf(clients),
                        String.valueOf(writes),
                        String.valueOf(gaveUp),
                        SimulationTable.decimal(time.toNanos() / 1e9, 1) + " s")));
    }
}
