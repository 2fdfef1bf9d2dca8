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
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What holds for every built-in strategy, whatever it is asked. */
abstract class BackoffStrategyContract {

    private static final List<Integer> ATTEMPTS = List.of(
            Integer.MIN_VALUE, -1, 0, 1, 2, 3, 20, 31, 32, 33, 55, 63, 64, 65, 1_000, 1_000_000, Integer.MAX_VALUE);

    private static final List<Duration> DURATIONS = List.of(
            Duration.ofNanos(1),
            Duration.ofMillis(1),
            Duration.ofMillis(3),
            Duration.ofNanos(100_500_000),
            Duration.ofSeconds(10),
            Duration.ofMillis(Integer.MAX_VALUE - 1),
            Duration.ofMillis(Integer.MAX_VALUE),
            Duration.ofDays(365 * 300),
            Duration.ofMillis(Long.MAX_VALUE / 3),
            Duration.ofMillis(Long.MAX_VALUE / 3 + 1),
            Duration.ofMillis(Long.MAX_VALUE),
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));

    private static final List<Duration> PREVIOUS_WAITS = List.of(
            Duration.ofSeconds(Long.MIN_VALUE),
            Duration.ofNanos(-1),
            Duration.ZERO,
            Duration.ofNanos(1),
            Duration.ofMillis(100),
            Duration.ofHours(1),
            Duration.ofMillis(Long.MAX_VALUE / 3 + 1),
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));

    abstract BackoffStrategy strategy(Duration base, Duration cap);

    /** The milliseconds by which the longest draw misses a ceiling. */
    long missedBelow(Duration ceiling) {
        return 0;
    }

    @Test
    void everyWaitIsBetweenItsFloorAndItsCeiling() {
        forEveryQuestion(question -> {
            Duration floor = question.floor();
            Duration ceiling = question.ceiling();
            for (ScriptedRandom random :
                    List.of(ScriptedRandom.lowest(), ScriptedRandom.middle(), ScriptedRandom.highest())) {
                assertThat(question.waitAfter(random)).as("%s", question).isBetween(floor, ceiling);
            }
        });
    }

    @Test
    void everyWaitIsAWholeNumberOfMillisecondsUpToTheCap() {
        forEveryQuestion(question -> {
            for (ScriptedRandom random : List.of(ScriptedRandom.lowest(), ScriptedRandom.highest())) {
                Duration wait = question.waitAfter(random);
                assertThat(wait).as("%s", question).isGreaterThanOrEqualTo(Duration.ZERO);
                assertThat(wait.minusMillis(1)).as("%s", question).isLessThan(question.cap());
                assertThat(wait).as("%s", question).isEqualTo(Duration.ofMillis(wait.toMillis()));
            }
        });
    }

    @Test
    void theShortestDrawReachesTheFloorAndTheLongestTheCeiling() {
        forEveryQuestion(question -> {
            Duration ceiling = question.ceiling();
            assertThat(question.waitAfter(ScriptedRandom.lowest()))
                    .as("%s", question)
                    .isEqualTo(question.floor());
            assertThat(question.waitAfter(ScriptedRandom.highest()))
                    .as("%s", question)
                    .isEqualTo(ceiling.minusMillis(missedBelow(ceiling)));
        });
    }

    @Test
    void neverDrawsMoreThanOnce() {
        forEveryQuestion(question -> {
            ScriptedRandom random = ScriptedRandom.middle();
            question.waitAfter(random);
            assertThat(random.draws()).as("%s", question).hasSizeLessThanOrEqualTo(1);
        });
    }

    @Test
    void anAttemptBelowTheFirstCountsAsTheFirst() {
        BackoffStrategy strategy = strategy(Duration.ofMillis(100), Duration.ofSeconds(10));

        for (int attempt : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertThat(strategy.ceiling(attempt, Duration.ZERO)).isEqualTo(strategy.ceiling(1, Duration.ZERO));
            assertThat(strategy.floor(attempt, Duration.ZERO)).isEqualTo(strategy.floor(1, Duration.ZERO));
        }
    }

    @Test
    void aCapBelowTheBaseIsTheLongestWait() {
        BackoffStrategy strategy = strategy(Duration.ofSeconds(5), Duration.ofSeconds(1));

        assertThat(strategy.ceiling(1, Duration.ZERO)).contains(Duration.ofSeconds(1));
        assertThat(strategy.waitAfter(1, Duration.ZERO, ScriptedRandom.highest()))
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aCapOfZeroRetriesAtOnce() {
        BackoffStrategy strategy = strategy(Duration.ofMillis(100), Duration.ZERO);

        assertThat(strategy.waitAfter(3, Duration.ZERO, ScriptedRandom.highest()))
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void partsOfAMillisecondAreRoundedUp() {
        assertThat(strategy(Duration.ofNanos(100_000_001), Duration.ofNanos(9_999_999_999L)))
                .isEqualTo(strategy(Duration.ofMillis(101), Duration.ofSeconds(10)))
                .hasSameHashCodeAs(strategy(Duration.ofMillis(101), Duration.ofSeconds(10)));
    }

    @Test
    void durationsBeyondALongOfMillisecondsAreTheLongest() {
        Duration longest = Duration.ofMillis(Long.MAX_VALUE);

        assertThat(List.of(
                        strategy(ChronoUnit.FOREVER.getDuration(), ChronoUnit.FOREVER.getDuration()),
                        strategy(longest.plusNanos(1), Duration.ofDays(365L * 300_000_000)),
                        strategy(longest.plusSeconds(1), longest)))
                .containsOnly(strategy(longest, longest));
    }

    @Test
    void refusesANegativeBaseHoweverSmall() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> strategy(Duration.ofNanos(-1), Duration.ofSeconds(10)))
                .withMessage("base (PT-0.000000001S) must not be negative");
    }

    @Test
    void refusesANegativeCapHoweverSmall() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> strategy(Duration.ofMillis(100), Duration.ofNanos(-1)))
                .withMessage("cap (PT-0.000000001S) must not be negative");
    }

    private void forEveryQuestion(Consumer<Question> test) {
        for (Duration base : DURATIONS) {
            for (Duration cap : DURATIONS) {
                BackoffStrategy strategy = strategy(base, cap);
                for (int attempt : ATTEMPTS) {
                    for (Duration previousWait : PREVIOUS_WAITS) {
                        test.accept(new Question(strategy, cap, attempt, previousWait));
                    }
                }
            }
        }
    }

    private record Question(BackoffStrategy strategy, Duration cap, int attempt, Duration previousWait) {

        Duration waitAfter(ScriptedRandom random) {
            return strategy.waitAfter(attempt, previousWait, random);
        }

        Duration floor() {
            return strategy.floor(attempt, previousWait);
        }

        Duration ceiling() {
            return strategy.ceiling(attempt, previousWait).orElseThrow();
        }
    }
}
