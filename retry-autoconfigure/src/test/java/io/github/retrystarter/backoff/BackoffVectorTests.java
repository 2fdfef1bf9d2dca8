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
package io.github.retrystarter.backoff;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.github.retrystarter.backoff.ScriptedRandom.Draw;

import static io.github.retrystarter.backoff.BackoffVectors.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Every published vector that a strategy alone can answer. */
class BackoffVectorTests {

    static Stream<Case> cases() {
        return Stream.of("fixed", "linear", "exponential", "full-jitter", "equal-jitter", "decorrelated-jitter")
                .flatMap(section -> BackoffVectors.list("/sections/" + section).stream())
                .map(Case::new);
    }

    // A case without a wait gives up before the strategy is asked, so it is for the tests of RetrySettings.
    static Stream<Case> casesWithAWait() {
        return cases().filter(Case::waits);
    }

    static List<JsonNode> totals() {
        return BackoffVectors.list("/totals");
    }

    static List<JsonNode> presets() {
        return BackoffVectors.list("/presets");
    }

    static List<JsonNode> sequences() {
        return BackoffVectors.list("/seeded/sequences");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("casesWithAWait")
    void waitsAndDrawsAsPublished(Case published) {
        ScriptedRandom random = published.random();

        Duration wait = published.strategy().waitAfter(published.attempt(), published.previousWait(), random);

        // Where the vectors leave a millisecond of tolerance, ours is still the value that they chose.
        assertThat(wait.toMillis()).isEqualTo(published.expectedMillis()).isEqualTo(published.nextPreviousMillis());
        published.assertDraws(random.draws());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("casesWithAWait")
    void keepsThePublishedWaitBetweenFloorAndCeiling(Case published) {
        BackoffStrategy strategy = published.strategy();

        Duration floor = strategy.floor(published.attempt(), published.previousWait());
        Duration ceiling =
                strategy.ceiling(published.attempt(), published.previousWait()).orElseThrow();

        assertThat(published.expectedMillis()).isBetween(floor.toMillis(), ceiling.toMillis());
    }

    @Test
    void leavesOutOnlyWhatGivesUpWithoutAskingTheStrategy() {
        assertThat(cases().filter(published -> !published.waits())).isNotEmpty().allMatch(Case::givesUpBeforeTheWait);
    }

    @ParameterizedTest
    @MethodSource("totals")
    void addsUpToThePublishedTotals(JsonNode published) {
        BackoffStrategy strategy = BackoffVectors.strategy("exponential", published);

        assertThat(sum(ceilings(strategy, published.get("delays").intValue())))
                .isEqualTo(published.get("total_ms").longValue());
    }

    @ParameterizedTest
    @MethodSource("presets")
    void climbsTheLaddersOfThePresets(JsonNode published) {
        BackoffStrategy strategy = BackoffVectors.strategy("exponential", published);
        double[] exact = decimals(published.get("delays_ms"));

        long[] waits = ceilings(strategy, published.get("max_attempts").intValue() - 1);

        assertThat(waits)
                .containsExactly(Arrays.stream(exact).mapToLong(Math::round).toArray());
        assertThat((double) sum(waits))
                .isCloseTo(published.get("total_max_wait_ms").doubleValue(), within(0.5 * waits.length));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed", "exponential", "full_jitter", "equal_jitter", "decorrelated_jitter"})
    void knowsThePublishedWorstCase(String policy) {
        JsonNode inputs = BackoffVectors.node("/worst_case_totals");
        JsonNode published = inputs.get(policy);
        BackoffStrategy strategy = BackoffVectors.strategy(policy, inputs);
        int waits = inputs.get("max_attempts").intValue() - 1;

        long most = sum(ceilings(strategy, waits));
        long least = sum(floors(strategy, waits));

        assertThat(most).isEqualTo(published.get("max_ms").longValue());
        if (published.has("mean_ms")) {
            assertThat((most + least) / 2).isEqualTo(published.get("mean_ms").longValue());
        }
        if (published.has("min_ms")) {
            assertThat(least).isEqualTo(published.get("min_ms").longValue());
        }
    }

    @ParameterizedTest
    @MethodSource("sequences")
    void repeatsThePublishedSequences(JsonNode published) {
        BackoffStrategy strategy =
                BackoffVectors.strategy(published.get("policy").textValue(), published);
        Xoshiro128 random = new Xoshiro128(published.get("seed").longValue());
        int[] attempts = Arrays.stream(BackoffVectors.longs(published.get("attempts")))
                .mapToInt(Math::toIntExact)
                .toArray();

        long[] waits = walk(attempts, step -> strategy.waitAfter(step.attempt(), step.previousWait(), random));

        assertThat(waits).containsExactly(BackoffVectors.longs(published.get("expected_ms")));
    }

    private static long[] ceilings(BackoffStrategy strategy, int waits) {
        return walk(
                IntStream.rangeClosed(1, waits).toArray(),
                step -> strategy.ceiling(step.attempt(), step.previousWait()).orElseThrow());
    }

    private static long[] floors(BackoffStrategy strategy, int waits) {
        return walk(
                IntStream.rangeClosed(1, waits).toArray(), step -> strategy.floor(step.attempt(), step.previousWait()));
    }

    private static long[] walk(int[] attempts, Function<Step, Duration> wait) {
        List<Duration> waits = new ArrayList<>();
        Duration previousWait = Duration.ZERO;
        for (int attempt : attempts) {
            previousWait = wait.apply(new Step(attempt, previousWait));
            waits.add(previousWait);
        }
        return waits.stream().mapToLong(Duration::toMillis).toArray();
    }

    private static long sum(long[] waits) {
        return Arrays.stream(waits).sum();
    }

    private static double[] decimals(JsonNode array) {
        return IntStream.range(0, array.size())
                .mapToDouble(index -> array.get(index).doubleValue())
                .toArray();
    }

    record Step(int attempt, Duration previousWait) {}

    /** One element of a section. */
    record Case(JsonNode vector) {

        BackoffStrategy strategy() {
            return BackoffVectors.strategy(vector.get("policy").textValue(), inputs());
        }

        // Decorrelated cases have no attempt: it plays no part there.
        int attempt() {
            return inputs().path("attempt").asInt(1);
        }

        Duration previousWait() {
            JsonNode previous = inputs().path("previous_ms");
            return previous.isMissingNode() ? Duration.ZERO : Duration.ofMillis(number(previous));
        }

        boolean waits() {
            return vector.hasNonNull("expected_ms");
        }

        long expectedMillis() {
            return number(vector.get("expected_ms"));
        }

        // Only a walk says what it goes on from: the wait itself.
        long nextPreviousMillis() {
            JsonNode next = inputs().path("next_previous_ms");
            return next.isMissingNode() ? expectedMillis() : number(next);
        }

        boolean givesUpBeforeTheWait() {
            return !inputs().path("retryable").asBoolean(true)
                    || attempt() >= inputs().get("max_attempts").intValue();
        }

        ScriptedRandom random() {
            JsonNode draw = draw();
            if (draw.has("u")) {
                assertThat(draw.get("mapping").textValue()).isEqualTo("round(u*ceiling)");
                return ScriptedRandom.choosing(
                        ceiling -> Math.round(draw.get("u").doubleValue() * ceiling));
            }
            return ScriptedRandom.choosing(most -> draw.path("value").longValue());
        }

        void assertDraws(List<Draw> draws) {
            if (draw().has("bound")) {
                assertThat(draws)
                        .containsExactly(new Draw("nextInt", draw().get("bound").longValue()));
            } else if (!vector.get("policy").textValue().endsWith("-jitter")) {
                assertThat(draws).isEmpty();
            }
        }

        private JsonNode inputs() {
            return vector.get("inputs");
        }

        private JsonNode draw() {
            return inputs().path("draw");
        }

        @Override
        public String toString() {
            return vector.get("id").textValue() + ", " + vector.get("source").textValue();
        }
    }
}
