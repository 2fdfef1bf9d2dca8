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
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OverloadSimulationTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final RetrySettings ONCE =
            RetrySettings.builder().attempts(1).build();

    /** One instance with ten calls a second, for ten seconds, of a service that answers after 1 ms. */
    private static OverloadSimulation simulation(RetrySettings settings) {
        return OverloadSimulation.of(settings)
                .withClients(new ClientFleet(1, 10, Arrivals.EVEN, SECOND))
                .withService(SimulatedService.unbounded(Duration.ofMillis(1), 0))
                .withTrigger(Trigger.none())
                .withDuration(Duration.ofSeconds(10));
    }

    private static long calls(OverloadResult result) {
        return result.seconds().stream().mapToLong(OverloadSecond::calls).sum();
    }

    private static long attempts(OverloadResult result) {
        return result.seconds().stream().mapToLong(OverloadSecond::attempts).sum();
    }

    private static long succeeded(OverloadResult result) {
        return result.seconds().stream().mapToLong(OverloadSecond::succeeded).sum();
    }

    @Test
    void evenCallsComeAtEvenDistances() {
        assertThat(simulation(ONCE).run().seconds())
                .extracting(OverloadSecond::calls)
                .containsOnly(10L);
    }

    @Test
    void randomCallsComeAsOftenOnAverage() {
        OverloadResult result = simulation(ONCE)
                .withClients(new ClientFleet(10, 100, Arrivals.RANDOM, SECOND))
                .run();

        assertThat(calls(result)).isBetween(9_700L, 10_300L);
        assertThat(result.seconds().stream().mapToLong(OverloadSecond::calls).distinct())
                .hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @EnumSource
    void theSameSeedGivesTheSameSecondsAndAnotherOneDoesNot(Trigger.Kind kind) {
        OverloadSimulation simulation = OverloadSimulation.of(Overloads.DEFAULT)
                .withTrigger(new Trigger(kind, Duration.ofSeconds(5), Duration.ofSeconds(5), 1))
                .withDuration(Duration.ofSeconds(20));

        assertThat(simulation.run()).isEqualTo(simulation.run());
        assertThat(simulation.withSeed(2).run()).isNotEqualTo(simulation.run());
    }

    @Test
    void whatFindsNoRoomIsTurnedAwayAtOnce() {
        OverloadResult result = simulation(ONCE)
                .withService(new SimulatedService(1, Duration.ofMillis(200), 2, 0, null))
                .run();

        // Five of ten are served each second, after a queue of two is full.
        assertThat(result.seconds().subList(1, 10)).allSatisfy(second -> {
            assertThat(second.succeeded()).isEqualTo(5);
            assertThat(second.failed()).isEqualTo(5);
            assertThat(second.waiting()).isBetween(1, 2);
        });
        assertThat(result.wasted()).isZero();
    }

    @Test
    void workForClientsThatHaveLeftIsWasted() {
        OverloadResult result = simulation(ONCE)
                .withService(SimulatedService.unbounded(Duration.ofMillis(1_500), 0))
                .run();

        assertThat(succeeded(result)).isZero();
        assertThat(result.giveUps()).containsOnlyKeys(GiveUpReason.ATTEMPTS_EXHAUSTED);
        assertThat(result.wasted()).isEqualTo(85);
    }

    @Test
    void whatIsDueAfterTheEndDoesNotCount() {
        OverloadResult result = simulation(ONCE)
                .withService(SimulatedService.unbounded(Duration.ofMillis(500), 0))
                .run();

        assertThat(calls(result)).isEqualTo(100);
        assertThat(succeeded(result)).isEqualTo(95);
    }

    @Test
    void anOutageRefusesAndIsOver() {
        OverloadResult result = simulation(ONCE)
                .withTrigger(Trigger.outage(Duration.ofSeconds(3), Duration.ofSeconds(4)))
                .run();

        assertThat(result.seconds())
                .extracting(OverloadSecond::failed)
                .containsExactly(0L, 0L, 0L, 10L, 10L, 10L, 10L, 0L, 0L, 0L);
    }

    @Test
    void aSlowDownIsOneOfWhatBeginsInIt() {
        OverloadResult result = simulation(ONCE)
                .withService(SimulatedService.unbounded(Duration.ofMillis(300), 0))
                .withTrigger(Trigger.slowDown(Duration.ofSeconds(3), Duration.ofSeconds(2), 5))
                .run();

        assertThat(result.giveUps()).isEqualTo(Map.of(GiveUpReason.ATTEMPTS_EXHAUSTED, 20L));
        assertThat(result.recovery()).isEmpty();
        assertThat(result.successRate(Duration.ofSeconds(6), Duration.ofSeconds(10)))
                .isOne();
    }

    @Test
    void aLossOfCapacityLeavesAShareOfTheWorkers() {
        OverloadResult result = simulation(ONCE)
                .withService(new SimulatedService(10, Duration.ofMillis(500), 0, 0, null))
                .withTrigger(Trigger.capacityLoss(Duration.ofSeconds(2), Duration.ofSeconds(6), 0.2))
                .run();

        assertThat(result.seconds().subList(3, 8))
                .extracting(OverloadSecond::succeeded)
                .allSatisfy(succeeded -> assertThat(succeeded).isBetween(2L, 4L));
        assertThat(result.seconds().get(9).succeeded()).isEqualTo(10);
    }

    @Test
    void theQueueIsTakenUpWhenTheWorkersAreBack() {
        OverloadResult result = simulation(ONCE)
                .withClients(new ClientFleet(1, 1, Arrivals.EVEN, Duration.ofSeconds(60)))
                .withService(new SimulatedService(10, Duration.ofMillis(1), 100, 0, null))
                .withTrigger(Trigger.capacityLoss(Duration.ZERO, Duration.ofSeconds(5), 0))
                .run();

        assertThat(result.seconds().get(4).waiting()).isEqualTo(5);
        assertThat(result.seconds().get(5).succeeded()).isGreaterThanOrEqualTo(5);
    }

    @Test
    void aRecoveryIsFiveSecondsOfHealthAtLeast() {
        OverloadSimulation simulation =
                simulation(ONCE).withTrigger(Trigger.outage(Duration.ofSeconds(3), Duration.ofSeconds(2)));

        assertThat(simulation.run().recovery()).contains(Duration.ZERO);
        assertThat(simulation.withDuration(Duration.ofSeconds(9)).run().recovery())
                .isEmpty();
    }

    @Test
    void eachInstanceHasABudgetOfItsOwn() {
        OverloadResult result = simulation(Overloads.DEFAULT)
                .withClients(new ClientFleet(3, 10, Arrivals.EVEN, SECOND))
                .withTrigger(Trigger.outage(Duration.ZERO, Duration.ofSeconds(10)))
                .run();

        // Ten calls a second for ten seconds allow twenty retries; three times that.
        assertThat(attempts(result) - calls(result)).isBetween(54L, 60L);
        assertThat(result.giveUps()).containsKey(GiveUpReason.BUDGET);
    }

    @Test
    void theServersWaitIsObeyedWhereItTurnsAway() {
        SimulatedService service = new SimulatedService(1, Duration.ofSeconds(1), 0, 0, Duration.ofMinutes(1));

        OverloadResult result =
                simulation(Overloads.DEFAULT).withService(service).run();
        OverloadResult deaf = simulation(
                        Overloads.DEFAULT.toBuilder().retryAfterEnabled(false).build())
                .withService(service)
                .run();

        assertThat(result.giveUps()).containsOnlyKeys(GiveUpReason.RETRY_AFTER_TOO_LONG);
        assertThat(deaf.giveUps()).containsOnlyKeys(GiveUpReason.ATTEMPTS_EXHAUSTED, GiveUpReason.BUDGET);
    }

    @Test
    void onlyWhatProvablyDidNotRunIsRetriedWhereARepetitionHarms() {
        RetrySettings careful = Overloads.DEFAULT.toBuilder().idempotent(false).build();

        OverloadResult refused = simulation(careful)
                .withTrigger(Trigger.outage(Duration.ZERO, Duration.ofSeconds(10)))
                .run();
        OverloadResult timedOut = simulation(careful)
                .withService(SimulatedService.unbounded(Duration.ofSeconds(2), 0))
                .run();

        assertThat(refused.amplification()).isGreaterThan(1);
        assertThat(timedOut.amplification()).isOne();
        assertThat(timedOut.giveUps()).containsOnlyKeys(GiveUpReason.NOT_IDEMPOTENT);
    }

    @Test
    void aDeadlineCountsFromTheBeginningOfTheCall() {
        RetrySettings hurried =
                Overloads.DEFAULT.toBuilder().deadline(Duration.ofMillis(900)).build();

        OverloadResult result = simulation(hurried)
                .withService(SimulatedService.unbounded(Duration.ofSeconds(2), 0))
                .run();

        assertThat(result.giveUps()).containsOnlyKeys(GiveUpReason.DEADLINE);
    }

    @Test
    void printsItsFiguresAndEachSecond() {
        OverloadResult result = simulation(ONCE)
                .withDuration(Duration.ofSeconds(10))
                .withTrigger(Trigger.outage(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .run();

        assertThat(result.table().csv()).isEqualTo("""
                        load before,load during,load after,success before,success during,success after,recovered after
                        1.00,1.00,1.00,100.0 %,0.0 %,100.0 %,0 s
                        """);
        assertThat(result.series().csv()).startsWith("""
                        second,calls,attempts,succeeded,failed,waiting,budget
                        0,10,10,10,0,0,10
                        1,10,10,10,0,0,10
                        2,10,10,0,10,0,10
                        """);
    }

    @Test
    void figuresOfATimeInWhichNothingHappensAreLeftOut() {
        assertThat(simulation(ONCE).run().table().csv()).contains("-,-,1.00,-,-,100.0 %,0 s");
    }

    @Test
    void capacityIsWhatAllWorkersDoInASecond() {
        assertThat(new SimulatedService(10, Duration.ofMillis(50), 0, 0, null).capacity())
                .isEqualTo(200);
    }

    @Test
    void numbersThatMeanNothingAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientFleet(0, 1, Arrivals.EVEN, SECOND))
                .withMessage("instances (0) must be at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientFleet(1, 0, Arrivals.EVEN, SECOND))
                .withMessage("callsPerSecond (0.0) must be above 0 and at most 1000000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SimulatedService(1, SECOND, -1, 0, null))
                .withMessage("queue (-1) must not be negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SimulatedService(1, SECOND, 0, 0, SECOND.negated()))
                .withMessage("retryAfter (PT-1S) must not be negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trigger.slowDown(SECOND, SECOND, 0.5))
                .withMessage("factor (0.5) must be at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trigger.capacityLoss(SECOND, SECOND, 2))
                .withMessage("factor (2.0) must be from 0 to 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> simulation(ONCE).withDuration(Duration.ofMillis(999)))
                .withMessage("duration (PT0.999S) must be at least a second");
    }

    @Test
    void aServiceThatNeverEndsACallAgainHasNotRecovered() {
        OverloadResult result = OverloadSimulation.of(RetrySettings.builder()
                        .attempts(100)
                        .budget(new BudgetSettings(false, 0.2, Duration.ofSeconds(10), 10))
                        .build())
                .run();

        assertThat(result.table().toString()).contains("never");
        assertThat(result.recovery()).isEmpty();
    }
}
