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
import java.util.Map;
import java.util.Optional;

import io.github.retrystarter.settings.GiveUpReason;

/**
 * What became of the callers of an outage. Immutable.
 *
 * @param callers all callers, at least 1
 * @param succeeded those who succeeded
 * @param timeToSuccess the time that these took, all together
 * @param attempts the attempts of all callers
 * @param p99Attempts the number of attempts that 99 of 100 callers did not exceed
 * @param peakRetries the retries in the fullest window; 0 where there were none
 * @param peaks where the fullest windows start, in order
 * @param giveUps why the others gave up; reasons that did not occur are missing
 * @since 0.1.0
 */
public record OutageResult(
        int callers,
        int succeeded,
        Duration timeToSuccess,
        long attempts,
        int p99Attempts,
        long peakRetries,
        List<Duration> peaks,
        Map<GiveUpReason, Long> giveUps) {

    /** Copies list and map. */
    public OutageResult {
        peaks = List.copyOf(peaks);
        giveUps = Map.copyOf(giveUps);
    }

    /**
     * Returns the share of callers that succeeded.
     *
     * @return from 0 to 1
     */
    public double successRate() {
        return (double) succeeded / callers;
    }

    /**
     * Returns how long callers took that succeeded.
     *
     * @return the mean, rounded to nanoseconds; empty where nobody succeeded
     */
    public Optional<Duration> meanTimeToSuccess() {
        return succeeded == 0
                ? Optional.empty()
                : Optional.of(timeToSuccess.plusNanos(succeeded / 2).dividedBy(succeeded));
    }

    /**
     * Returns the attempts of a caller.
     *
     * @return the mean over all callers
     */
    public double meanAttempts() {
        return (double) attempts / callers;
    }

    /**
     * Returns the number of retries.
     *
     * @return attempts after the first ones
     */
    public long retries() {
        return attempts - callers;
    }

    /**
     * Returns the share of all retries that fell into the fullest window: how much of a herd the callers are.
     *
     * @return from 0 to 1; 0 where there were no retries
     */
    public double peakRetryShare() {
        return retries() == 0 ? 0 : (double) peakRetries / retries();
    }

    /**
     * Returns one row with the main figures.
     *
     * @return the table
     */
    public SimulationTable table() {
        return new SimulationTable(
                List.of("success", "mean time to success", "mean attempts", "p99 attempts", "herd"),
                List.of(List.of(
                        SimulationTable.percent(successRate()),
                        meanTimeToSuccess()
                                .map(time -> SimulationTable.decimal(time.toNanos() / 1e9, 1) + " s")
                                .orElse("-"),
                        SimulationTable.decimal(meanAttempts(), 2),
                        String.valueOf(p99Attempts),
                        SimulationTable.percent(peakRetryShare()))));
    }
}
