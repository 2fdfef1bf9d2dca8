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
package io.github.retrystarter.recipes;

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.execution.GiveUpMarker;
import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.execution.RetryResult;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Faults of kind K3 that were reported against other libraries: backoff arithmetic. */
@ExtendWith(OutputCaptureExtension.class)
class BackoffRecipeTests {

    private final VirtualTime time = new VirtualTime();

    private static ConnectException failEveryTime(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        Subject subject = context.getBean(Subject.class);
        ConnectException refused = new ConnectException("refused");
        assertThatThrownBy(() -> subject.call(() -> {
                    throw refused;
                }))
                .isSameAs(refused);
        return refused;
    }

    // B38
    @ParameterizedTest
    @EnumSource
    void tenThousandAttemptsWaitNoLessThanNothingAndNoLongerThanTheCap(BackoffKind backoff) {
        Recipe.policy(time, "base: 5s, cap: 1h, attempts: 10000, backoff: " + backoff.key())
                .run(context -> {
                    failEveryTime(context);

                    List<Duration> waits = time.sleeper().waits();
                    assertThat(waits).allMatch(wait -> wait.compareTo(Duration.ofHours(1)) <= 0);
                    if (backoff.jittered()) {
                        // A draw of nothing is no wait that is slept; few draws from so much are.
                        assertThat(waits).hasSizeBetween(9_990, 9_999);
                    } else {
                        assertThat(waits).hasSize(9_999).isSorted();
                        assertThat(waits.get(0)).isEqualTo(Duration.ofSeconds(5));
                    }
                });
    }

    /** A context in which time stands still, for no clock can be moved by the longest waits; with meters and a log. */
    private void runStandingStill(
            String keys, List<Duration> waits, ContextConsumer<AssertableApplicationContext> test) {
        TimeAndChance still = new TimeAndChance(
                time.timeAndChance().clock(), () -> 0, waits::add, RetryTimer.through(waits::add), new Highest());
        Recipe.yaml(time, "retry.policies.p: {" + keys + "}")
                .withBean("still", TimeAndChance.class, () -> still, definition -> definition.setPrimary(true))
                .run(test);
    }

    // B38
    @ParameterizedTest
    @EnumSource
    void aBaseOfThreeHundredYearsIsWaitedForLikeAnyOther(BackoffKind backoff) {
        List<Duration> waits = new ArrayList<>();
        runStandingStill(
                "base: 109500d, cap: 9223372036854775807ms, attempts: 5, backoff: " + backoff.key(), waits, context -> {
                    failEveryTime(context);
                    assertThat(waits).hasSize(4).isSorted().allMatch(wait -> wait.toDays() >= 109_499);
                });
    }

    // B38
    @Test
    void theSumOfTheLongestWaitsCanBeTold(CapturedOutput output) {
        runStandingStill("base: 9223372036854775807ms, backoff: constant", new ArrayList<>(), context -> {
            ConnectException refused = failEveryTime(context);
            assertThat(output).contains("gave up after 3 attempts").doesNotContain("ArithmeticException");
            assertThat(GiveUpMarker.of(refused, "p"))
                    .hasValueSatisfying(marker -> assertThat(marker).hasMessageContaining("gave up after 3 attempts"));
        });
    }

    /** Draws the most there is. */
    private static final class Highest implements RandomGenerator {

        @Override
        public int nextInt(int bound) {
            return bound - 1;
        }

        @Override
        public long nextLong(long bound) {
            return bound - 1;
        }

        @Override
        public long nextLong() {
            return -1;
        }
    }

    /** Draws the least there is. */
    private static final class Lowest implements RandomGenerator {

        @Override
        public int nextInt(int bound) {
            return 0;
        }

        @Override
        public long nextLong(long bound) {
            return 0;
        }

        @Override
        public long nextLong() {
            return 0;
        }
    }

    // B40
    @ParameterizedTest
    @ValueSource(strings = {"lowest", "highest", "random"})
    void decorrelatedJitterStaysBetweenBaseAndCapForAnyDrawAndAnyHistory(String draws) {
        RandomGenerator random = switch (draws) {
            case "lowest" -> new Lowest();
            case "highest" -> new Highest();
            default -> new Random(40);
        };
        VirtualTime time = new VirtualTime(random);
        Recipe.policy(time, "backoff: decorrelated-jitter, base: 1s, cap: 30s, attempts: 10001")
                .run(context -> {
                    failEveryTime(context);
                    assertThat(time.sleeper().waitsInMillis())
                            .hasSize(10_000)
                            .allMatch(wait -> wait >= 1_000 && wait <= 30_000);
                });
    }

    // B41
    @ParameterizedTest
    @CsvSource({
        "'jitter: 200ms', is not a key of a retry policy",
        "'jitter: 1.5', is not a key of a retry policy",
        "'backoff.jitter: 1.5', backoff takes one value and nothing below it",
        "'randomized-wait-factor: 1.5', is not a key of a retry policy"
    })
    void aJitterThatIsLongerThanTheWaitCannotBeWritten(String key, String rule) {
        Recipe.policy(time, "base: 100ms, " + key)
                .run(context -> assertThat(Recipe.refusal(context))
                        .hasMessageContaining("retry.policies.p." + key.split(":")[0])
                        .hasMessageContaining(rule)
                        .hasMessageContaining("application.yml - 4:"));
    }

    // B44
    @ParameterizedTest
    @ValueSource(
            strings = {
                "backoff: full-jitter, multiplier: 1",
                "backoff: equal-jitter, multiplier: 1",
                "backoff: decorrelated-jitter"
            })
    void jitterDoesNotDependOnGrowth(String keys) {
        Recipe.policy(time, "base: 2s, attempts: 101, " + keys).run(context -> {
            failEveryTime(context);
            assertThat(time.sleeper().waits()).hasSize(100);
            assertThat(new HashSet<>(time.sleeper().waits())).hasSizeGreaterThan(40);
        });
    }

    // B46, B47
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void attemptsCountTheFirstCallInCallsWaitsEventsMetersAndResults(int attempts) {
        List<RetryEvent> events = new CopyOnWriteArrayList<>();
        Recipe.policy(time, "backoff: exponential, attempts: " + attempts)
                .withBean(RetryEventListener.class, () -> events::add)
                .run(context -> {
                    Steps steps = new Steps(new ConnectException("refused"));
                    long begin = time.ticker().nanos();
                    assertThatThrownBy(() -> context.getBean(Subject.class).call(steps))
                            .isInstanceOf(ConnectException.class);
                    long elapsed = time.ticker().nanos() - begin;

                    assertThat(steps.calls()).isEqualTo(attempts);
                    List<Duration> waits = List.copyOf(time.sleeper().waits());
                    assertThat(waits).hasSize(attempts - 1);
                    Duration waited = waits.stream().reduce(Duration.ZERO, Duration::plus);
                    assertThat(waited).isEqualTo(Duration.ofMillis(10L * ((1 << (attempts - 1)) - 1)));
                    assertThat(Duration.ofNanos(elapsed)).isEqualTo(waited);
                    assertThat(events).extracting(RetryEvent::kind).containsExactlyElementsOf(kinds(attempts));
                    assertThat(events.get(attempts - 1).attempt()).isEqualTo(attempts);
                    assertThat(events.get(attempts - 1).waited()).isEqualTo(waited);
                    assertThat(Recipe.counted(context, "retry.attempts", "outcome", "failure"))
                            .isEqualTo(attempts);
                    RetryResult<Object> result = Recipe.p(context).execute(attempt -> steps.run());
                    assertThat(result.attempts()).isEqualTo(attempts);
                    assertThat(result.waited()).isEqualTo(waited);
                });
    }

    private static List<RetryEvent.Kind> kinds(int attempts) {
        List<RetryEvent.Kind> kinds = new ArrayList<>();
        for (int retry = 1; retry < attempts; retry++) {
            kinds.add(RetryEvent.Kind.RETRY);
        }
        kinds.add(RetryEvent.Kind.GAVE_UP);
        return kinds;
    }

    /** Draws for whoever is at work. */
    private static final class Switched implements RandomGenerator {

        private RandomGenerator current;

        Switched(RandomGenerator first) {
            current = first;
        }

        @Override
        public int nextInt(int bound) {
            return current.nextInt(bound);
        }

        @Override
        public long nextLong(long bound) {
            return current.nextLong(bound);
        }

        @Override
        public long nextLong() {
            return current.nextLong();
        }
    }

    private static List<Long> alone(long seed, String keys) {
        VirtualTime time = new VirtualTime(new Random(seed));
        AtomicReference<List<Long>> waits = new AtomicReference<>();
        Recipe.policy(time, keys).run(context -> {
            failEveryTime(context);
            waits.set(List.copyOf(time.sleeper().waitsInMillis()));
        });
        return waits.get();
    }

    // B49
    @Test
    void callsOfOnePolicyThatOverlapWalkAsIfEachWereAlone() {
        String keys = "backoff: decorrelated-jitter, base: 100ms, cap: 1h, attempts: 9";
        Random outerDraws = new Random(1);
        Random innerDraws = new Random(2);
        Switched random = new Switched(outerDraws);
        VirtualTime time = new VirtualTime(random);
        List<Long> outer = new ArrayList<>();
        List<Long> inner = new ArrayList<>();
        Recipe.policy(time, keys)
                .withBean(
                        "overlapping",
                        TimeAndChance.class,
                        () -> new TimeAndChance(
                                time.timeAndChance().clock(),
                                time.ticker(),
                                duration -> (random.current == outerDraws ? outer : inner).add(duration.toMillis()),
                                RetryTimer.through(duration ->
                                        (random.current == outerDraws ? outer : inner).add(duration.toMillis())),
                                random),
                        definition -> definition.setPrimary(true))
                .run(context -> {
                    Subject subject = context.getBean(Subject.class);
                    Steps always = new Steps(new ConnectException("outer"));
                    assertThatThrownBy(() -> subject.call(() -> {
                                if (always.calls() == 4) {
                                    // In the middle of one walk there is another one, from its beginning to its end.
                                    random.current = innerDraws;
                                    Recipe.p(context)
                                            .execute(attempt -> new Steps(new ConnectException("inner")).run());
                                    random.current = outerDraws;
                                }
                                return always.run();
                            }))
                            .hasMessage("outer");
                    assertThat(outer).isEqualTo(alone(1, keys));
                    assertThat(inner).isEqualTo(alone(2, keys)).isNotEqualTo(outer);
                });
    }
}
