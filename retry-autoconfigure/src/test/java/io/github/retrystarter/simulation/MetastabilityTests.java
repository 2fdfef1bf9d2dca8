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
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.settings.RetrySettings;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether a service that was overloaded for ten seconds comes back: not by itself where retries keep it down. */
class MetastabilityTests {

    private static final Duration TEN_MINUTES_LATER = Overloads.TRIGGER_END.plusMinutes(10);

    static Stream<Trigger> triggers() {
        return Stream.of(Overloads.SLOW_DOWN, Overloads.CAPACITY_LOSS);
    }

    static Stream<Arguments> unprotectedPolicies() {
        return triggers()
                .flatMap(trigger -> Stream.of(BackoffKind.CONSTANT, BackoffKind.LINEAR, BackoffKind.EXPONENTIAL)
                        .map(backoff -> Arguments.of(trigger, backoff)));
    }

    private static double successBefore(OverloadResult result) {
        return result.successRate(Duration.ZERO, Overloads.TRIGGER_START);
    }

    private static double successInTheEnd(OverloadResult result) {
        Duration end = Duration.ofSeconds(result.seconds().size());
        return result.successRate(end.minusMinutes(1), end);
    }

    @ParameterizedTest
    @MethodSource("unprotectedPolicies")
    void retriesWithoutBudgetAndJitterNeverLetTheServiceRecover(Trigger trigger, BackoffKind backoff) {
        OverloadResult result = OverloadSimulation.of(Overloads.withoutBudget(backoff))
                .withTrigger(trigger)
                .withDuration(TEN_MINUTES_LATER)
                .run();

        assertThat(successBefore(result)).isGreaterThan(0.999);
        assertThat(result.recovery()).isEmpty();
        assertThat(successInTheEnd(result)).isLessThan(0.01);
        assertThat(result.amplification(Overloads.TRIGGER_END, TEN_MINUTES_LATER))
                .isGreaterThan(2.9);
    }

    @ParameterizedTest
    @MethodSource("triggers")
    void theDefaultPolicyLetsTheServiceRecover(Trigger trigger) {
        OverloadResult result = OverloadSimulation.of(Overloads.DEFAULT)
                .withTrigger(trigger)
                .withDuration(TEN_MINUTES_LATER)
                .run();

        assertThat(successBefore(result)).isGreaterThan(0.999);
        assertThat(result.recovery())
                .hasValueSatisfying(time -> assertThat(time).isLessThanOrEqualTo(Duration.ofMinutes(1)));
        assertThat(successInTheEnd(result)).isGreaterThan(0.999);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void chanceDoesNotDecideIt(long seed) {
        OverloadResult unprotected = OverloadSimulation.of(Overloads.withoutBudget(BackoffKind.EXPONENTIAL))
                .withSeed(seed)
                .run();
        OverloadResult protectedByDefault =
                OverloadSimulation.of(Overloads.DEFAULT).withSeed(seed).run();

        assertThat(unprotected.recovery()).isEmpty();
        assertThat(protectedByDefault.recovery()).isPresent();
    }

    @Test
    void jitterAloneDoesNotHelpAndTheBudgetAloneDoes() {
        RetrySettings budgetAlone =
                Overloads.DEFAULT.toBuilder().backoff(BackoffKind.EXPONENTIAL).build();

        assertThat(OverloadSimulation.of(Overloads.withoutBudget(BackoffKind.FULL_JITTER))
                        .run()
                        .recovery())
                .isEmpty();
        assertThat(OverloadSimulation.of(budgetAlone).run().recovery()).isPresent();
    }

    @Test
    void withoutATriggerNothingHappens() {
        OverloadResult result = OverloadSimulation.of(Overloads.withoutBudget(BackoffKind.EXPONENTIAL))
                .withTrigger(Trigger.none())
                .withDuration(TEN_MINUTES_LATER)
                .run();

        assertThat(result.successRate()).isGreaterThan(0.999);
        assertThat(result.recovery()).contains(Duration.ZERO);
    }

    @Test
    void aServiceWithoutRoomForTheRetriesOfTheBudgetDoesNotRecover() {
        ClientFleet nineTenths = new ClientFleet(20, 9, Arrivals.RANDOM, Duration.ofSeconds(1));

        OverloadResult result =
                OverloadSimulation.of(Overloads.DEFAULT).withClients(nineTenths).run();

        assertThat(successBefore(result)).isGreaterThan(0.999);
        assertThat(result.recovery()).isEmpty();
    }

    @Test
    void aQueueShorterThanTheTimeOutLetsEvenUnprotectedRetriesRecover() {
        OverloadResult result = OverloadSimulation.of(Overloads.withoutBudget(BackoffKind.EXPONENTIAL))
                .withService(new SimulatedService(10, Duration.ofMillis(50), 100, 0, null))
                .run();

        assertThat(result.recovery()).isPresent();
    }
}
