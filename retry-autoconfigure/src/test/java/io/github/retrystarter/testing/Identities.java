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
package io.github.retrystarter.testing;

import java.util.Arrays;

import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RecoveryAttempt;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.settings.GiveUpReason;

import static org.assertj.core.api.Assertions.assertThat;

/** What the counts of a policy say about each other when no call is under way. */
public final class Identities {

    private Identities() {}

    public static void assertHold(RetryCounts counts, long waits) {
        assertThat(attempts(counts))
                .as("attempts = calls - circuit-open + waits")
                .isEqualTo(calls(counts) - counts.giveUps(GiveUpReason.CIRCUIT_OPEN) + waits);
        assertThat(giveUps(counts)).as("give-ups by reason").isEqualTo(counts.calls(CallOutcome.GAVE_UP));
        assertThat(Arrays.stream(RecoveryAttempt.values())
                        .mapToLong(counts::recoveries)
                        .sum())
                .as("recoveries by attempt")
                .isEqualTo(counts.calls(CallOutcome.RECOVERED));
        assertThat(counts.waiting()).as("calls that wait").isZero();
    }

    public static long calls(RetryCounts counts) {
        return Arrays.stream(CallOutcome.values()).mapToLong(counts::calls).sum();
    }

    public static long attempts(RetryCounts counts) {
        return Arrays.stream(AttemptOutcome.values())
                .mapToLong(counts::attempts)
                .sum();
    }

    private static long giveUps(RetryCounts counts) {
        return Arrays.stream(GiveUpReason.values()).mapToLong(counts::giveUps).sum();
    }
}
