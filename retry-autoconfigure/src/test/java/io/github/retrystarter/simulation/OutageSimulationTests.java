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

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.Xoshiro128;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetryDecision.GiveUp;
import io.github.retrystarter.settings.RetryDecision.RetryIn;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;
import io.github.retrystarter.settings.WaitSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

class OutageSimulationTests {

    private static final String RESULTS = "/canonical_workload/results/";
    private static final long CAP = 10_000;

    /** What the waits of a rule are made of: the server's wait, and one draw up to the ladder. */
    private interface Mix {

        long wait(long hint, long drawn);
    }

    private static RetrySettingsBuilder canonical() {
        return RetrySettings.builder()
                .attempts(8)
                .base(Duration.ofMillis(100))
                .cap(Duration.ofMillis(CAP))
                .deadline(Duration.ofSeconds(60));
    }

    private static RetrySettings withoutHints(BackoffKind kind) {
        return canonical().backoff(kind).retryAfterEnabled(false).build();
    }

    private static String row(BackoffKind kind) {
        return kind == BackoffKind.FULL_JITTER ? "exponential-full-jitter" : kind.key();
    }

    private static OutageResult published(RetrySettings settings) {
        return published(settings, DecisionRule.of(settings));
    }

    private static OutageResult published(RetrySettings settings, DecisionRule rule) {
        return OutageSimulation.of(settings).run(rule, Xoshiro128::new);
    }

    /** Rules that differ from ours on purpose: eight attempts, waits out of one draw and the hint. */
    private static DecisionRule rule(Mix mix) {
        return (attempt, previous, elapsed, failure, hint, random) -> {
            if (attempt == 8) {
                return new GiveUp(GiveUpReason.ATTEMPTS_EXHAUSTED);
            }
            long drawn = random.nextInt((int) Math.min(CAP, 100L << (attempt - 1)) + 1);
            Duration wait = Duration.ofMillis(mix.wait(hint.delay().toMillis(), drawn));
            return elapsed.plus(wait).toMillis() > 60_000
                    ? new GiveUp(GiveUpReason.DEADLINE)
                    : new RetryIn(wait, wait, WaitSource.RETRY_AFTER);
        };
    }

    private static void assertIsAs(OutageResult result, JsonNode expected) {
        assertThat(result.successRate()).isEqualTo(expected.get("success_rate").doubleValue(), within(5e-7));
        assertThat(result.meanTimeToSuccess().orElseThrow().toNanos())
                .isEqualTo(Math.round(expected.get("mean_time_to_success_ms").doubleValue() * 1e6));
        assertThat(result.meanAttempts())
                .isEqualTo(expected.get("mean_attempts").doubleValue(), within(5e-7));
        assertThat(result.peakRetryShare())
                .isEqualTo(expected.get("peak_retry_share").doubleValue(), within(5e-7));
    }

    private static void assertIsAsInAllColumns(OutageResult result, JsonNode expected) {
        assertIsAs(result, expected);
        assertThat(result.p99Attempts()).isEqualTo(expected.get("p99_attempts").intValue());
        assertThat(result.retries()).isEqualTo(expected.get("total_retries").longValue());
        assertThat(result.peakRetries()).isEqualTo(expected.get("peak_retries").longValue());
        assertThat(result.peaks())
                .extracting(Duration::toMillis)
                .map(Number::intValue)
                .isEqualTo(new ObjectMapper().convertValue(expected.get("peak_window_starts_ms"), List.class));
        assertThat(result.giveUps())
                .isEqualTo(Map.of(
                        GiveUpReason.ATTEMPTS_EXHAUSTED, expected.get("gave_up").longValue()));
        assertThat(expected.get("deadline_exceeded").longValue()).isZero();
    }

    @Test
    void theWorkloadIsThePublishedOne() throws Exception {
        List<Long> outages = LongStream.range(0, 1_000)
                .mapToObj(episode -> (long) new Xoshiro128(60 + episode).nextInt(30_001))
                .toList();

        assertThat(outages.subList(0, 20)).isEqualTo(SimulationVectors.longs("/canonical_workload/outages_first_20"));
        assertThat(outages.subList(998, 1_000))
                .isEqualTo(SimulationVectors.longs("/canonical_workload/outages_last_2"));
        String list = outages.stream().map(String::valueOf).collect(Collectors.joining(","));
        assertThat(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(list.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(SimulationVectors.node("/canonical_workload/outages_sha256_of_comma_list")
                        .textValue());
    }

    @ParameterizedTest
    @EnumSource
    void backoffsGiveThePublishedFigures(BackoffKind kind) {
        assertIsAsInAllColumns(published(withoutHints(kind)), SimulationVectors.node(RESULTS + row(kind)));
    }

    @Test
    void takingTheHintAsItIsGivesThePublishedFigures() {
        DecisionRule published = (attempt, previous, elapsed, failure, hint, random) -> {
            Duration wait = Duration.ofMillis(Math.min(CAP, hint.delay().toMillis()));
            return attempt == 8
                    ? new GiveUp(GiveUpReason.ATTEMPTS_EXHAUSTED)
                    : new RetryIn(wait, wait, WaitSource.RETRY_AFTER);
        };

        assertIsAsInAllColumns(
                published(canonical().build(), published), SimulationVectors.node(RESULTS + "retry-after-aware"));
    }

    @Test
    void otherMixesOfHintAndDrawGiveTheFiguresOfTheVectors() {
        RetrySettings settings = canonical().build();
        String variants = "/canonical_workload/variants_computed_here/";

        assertIsAs(
                published(settings, rule(Long::sum)),
                SimulationVectors.node(variants + "hint-plus-full-jitter-of-ceiling"));
        assertIsAs(
                published(settings, rule(Math::max)), SimulationVectors.node(variants + "max-of-hint-and-full-jitter"));
    }

    @Test
    void theLargerOfHintAndOwnWaitIsOurDecisionWithoutItsSpread() {
        RetrySettings settings = canonical().retryAfterSpread(false).build();

        assertIsAs(
                published(settings),
                SimulationVectors.node("/canonical_workload/variants_computed_here/max-of-hint-and-full-jitter"));
    }

    @ParameterizedTest
    @EnumSource
    void backoffsStayNearThePublishedFiguresWithTheGeneratorOfTheJdk(BackoffKind kind) {
        JsonNode seeds = SimulationVectors.node(RESULTS + row(kind) + "/other_seeds");
        OutageResult result = OutageSimulation.of(withoutHints(kind)).run();

        assertThat(result.successRate()).satisfies(value -> assertNear(value, seeds, "success_mean", "success_sd"));
        assertThat(result.peakRetryShare()).satisfies(value -> assertNear(value, seeds, "peak_mean", "peak_sd"));
        assertThat(result.meanAttempts())
                .satisfies(value -> assertNear(value, seeds, "mean_attempts_mean", "mean_attempts_sd"));
        assertThat(result.meanTimeToSuccess().orElseThrow().toNanos() / 1e6)
                .satisfies(value -> assertNear(value, seeds, "time_mean_ms", "time_sd_ms"));
    }

    private static void assertNear(double value, JsonNode seeds, String mean, String sd) {
        assertThat(value)
                .isCloseTo(
                        seeds.get(mean).doubleValue(), within(4 * seeds.get(sd).doubleValue()));
    }

    @Test
    void ourDecisionKeepsTheHerdSmallAndNearlyEverybodySucceeds() {
        OutageResult result = published(canonical().build());

        assertThat(result.peakRetryShare()).isLessThan(0.05);
        assertThat(result.successRate()).isGreaterThanOrEqualTo(0.99);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 60, 61})
    void ourDecisionKeepsTheHerdSmallWhateverTheSeed(long seed) {
        RetrySettings settings = canonical().build();
        OutageResult ours = OutageSimulation.of(settings).withSeed(seed).run();
        OutageResult withoutSpread = OutageSimulation.of(
                        settings.toBuilder().retryAfterSpread(false).build())
                .withSeed(seed)
                .run();

        assertThat(ours.peakRetryShare()).isLessThan(0.05);
        assertThat(ours.successRate()).isGreaterThanOrEqualTo(0.99);
        assertThat(withoutSpread.peakRetryShare()).isGreaterThan(0.2);
    }

    @Test
    void theSameSeedGivesTheSameFiguresAndAnotherOneDoesNot() {
        OutageSimulation simulation = OutageSimulation.of(canonical().build());

        assertThat(simulation.run()).isEqualTo(simulation.run());
        assertThat(simulation.withSeed(61).run()).isNotEqualTo(simulation.run());
    }

    @Test
    void aDeadlineEndsCallersAsDeadline() {
        RetrySettings settings = canonical().deadline(Duration.ofSeconds(2)).build();

        OutageResult result = OutageSimulation.of(settings).run();

        assertThat(result.giveUps()).containsKey(GiveUpReason.DEADLINE);
        assertThat(result.meanTimeToSuccess().orElseThrow()).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void nobodySucceedsWhereEveryAttemptFails() {
        OutageResult result = new OutageSimulation(
                        canonical().attempts(1).build(), 10, Duration.ZERO, Duration.ZERO, 1, Duration.ofMillis(10), 1)
                .run();

        assertThat(result.meanTimeToSuccess()).isEmpty();
        assertThat(result.peakRetryShare()).isZero();
        assertThat(result.table()).hasToString("""
                        | success | mean time to success | mean attempts | p99 attempts | herd  |
                        | ------- | -------------------- | ------------- | ------------ | ----- |
                        | 0.0 %   | -                    | 1.00          | 1            | 0.0 % |
                        """);
    }

    @Test
    void aCallWithoutAnyEndIsRefused() {
        RetrySettings endless = RetrySettings.builder()
                .attempts(RetrySettings.UNLIMITED)
                .backoff(BackoffKind.CONSTANT)
                .base(Duration.ZERO)
                .retryAfterEnabled(false)
                .build();

        assertThatIllegalStateException()
                .isThrownBy(() -> OutageSimulation.of(endless).run(DecisionRule.of(endless), Chance::of))
                .withMessageContaining("attempts (unlimited) needs waits");
    }

    @Test
    void numbersThatMeanNothingAreRefused() {
        RetrySettings settings = canonical().build();

        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new OutageSimulation(settings, 0, Duration.ZERO, Duration.ZERO, 0, Duration.ofMillis(10), 1))
                .withMessage("callers (0) must be at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new OutageSimulation(settings, 1, Duration.ZERO, Duration.ZERO, 1.1, Duration.ofMillis(10), 1))
                .withMessage("flakes (1.1) must be from 0 to 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OutageSimulation(
                        settings, 1, Duration.ofMillis(-1), Duration.ZERO, 0, Duration.ofMillis(10), 1))
                .withMessage("longestOutage (PT-0.001S) must not be negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OutageSimulation(settings, 1, Duration.ZERO, Duration.ZERO, 0, Duration.ZERO, 1))
                .withMessage("window (PT0S) must be longer than nothing");
    }
}
