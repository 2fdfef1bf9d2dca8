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
import java.util.List;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.retrystarter.backoff.ScriptedRandom.Draw;

import static org.assertj.core.api.Assertions.assertThat;

class DecorrelatedJitterBackoffTests extends BackoffStrategyContract {

    @Override
    BackoffStrategy strategy(Duration base, Duration cap) {
        return new DecorrelatedJitterBackoff(base, cap);
    }

    static List<RandomGenerator> sourcesOfChance() {
        return List.of(ScriptedRandom.lowest(), ScriptedRandom.highest(), new Xoshiro128(40));
    }

    @ParameterizedTest
    @MethodSource("sourcesOfChance")
    void staysBetweenBaseAndCapOverALongWalk(RandomGenerator random) {
        BackoffStrategy strategy = strategy(Duration.ofSeconds(1), Duration.ofSeconds(30));

        assertThat(walk(strategy, random, 10_000))
                .allMatch(wait ->
                        wait.compareTo(Duration.ofSeconds(1)) >= 0 && wait.compareTo(Duration.ofSeconds(30)) <= 0);
    }

    @Test
    void theFirstRetryCountsTheBaseAsThePreviousWait() {
        BackoffStrategy strategy = strategy(Duration.ofMillis(100), Duration.ofSeconds(10));

        for (Duration previousWait : List.of(Duration.ZERO, Duration.ofMillis(99), Duration.ofMillis(100))) {
            ScriptedRandom random = ScriptedRandom.highest();
            assertThat(strategy.waitAfter(1, previousWait, random)).isEqualTo(Duration.ofMillis(300));
            assertThat(random.draws()).containsExactly(new Draw("nextInt", 201));
        }
    }

    @Test
    void everyWaitIsTheCapWhereThatIsBelowTheBase() {
        BackoffStrategy strategy = strategy(Duration.ofSeconds(1), Duration.ofMillis(100));

        assertThat(walk(strategy, new Xoshiro128(207), 1_000)).containsOnly(Duration.ofMillis(100));
    }

    @Test
    void threeTimesTheLargestWaitThatALongCanTripleIsExact() {
        BackoffStrategy strategy = strategy(Duration.ofMillis(100), BackoffVectors.NO_CAP);
        long third = Long.MAX_VALUE / 3;

        assertThat(strategy.ceiling(2, Duration.ofMillis(third))).contains(Duration.ofMillis(3 * third));
        assertThat(strategy.ceiling(2, Duration.ofMillis(third + 1))).contains(BackoffVectors.NO_CAP);
    }

    @Test
    void theNumberOfTheAttemptPlaysNoPart() {
        BackoffStrategy strategy = strategy(Duration.ofMillis(100), Duration.ofSeconds(10));
        Duration previousWait = Duration.ofMillis(200);

        assertThat(strategy.waitAfter(2, previousWait, new Xoshiro128(1)))
                .isEqualTo(strategy.waitAfter(Integer.MAX_VALUE, previousWait, new Xoshiro128(1)));
    }

    @Test
    void callsThatShareItWalkAsIfAlone() {
        BackoffStrategy shared = strategy(Duration.ofMillis(100), Duration.ofSeconds(10));
        RandomGenerator firstRandom = new Xoshiro128(1);
        RandomGenerator secondRandom = new Xoshiro128(2);
        List<Duration> first = new ArrayList<>(List.of(Duration.ZERO));
        List<Duration> second = new ArrayList<>(List.of(Duration.ZERO));

        for (int attempt = 1; attempt <= 20; attempt++) {
            first.add(shared.waitAfter(attempt, first.get(attempt - 1), firstRandom));
            second.add(shared.waitAfter(attempt, second.get(attempt - 1), secondRandom));
        }

        assertThat(first.subList(1, 21)).isEqualTo(walk(shared, new Xoshiro128(1), 20));
        assertThat(second.subList(1, 21)).isEqualTo(walk(shared, new Xoshiro128(2), 20));
        assertThat(first).isNotEqualTo(second);
    }

    private static List<Duration> walk(BackoffStrategy strategy, RandomGenerator random, int waits) {
        List<Duration> walk = new ArrayList<>();
        Duration previousWait = Duration.ZERO;
        for (int attempt = 1; attempt <= waits; attempt++) {
            previousWait = strategy.waitAfter(attempt, previousWait, random);
            walk.add(previousWait);
        }
        return walk;
    }
}
