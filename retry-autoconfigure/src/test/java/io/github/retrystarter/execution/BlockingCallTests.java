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
package io.github.retrystarter.execution;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

class BlockingCallTests {

    private static final BudgetSettings NO_BUDGET = new BudgetSettings(false, 0, Duration.ofSeconds(1), 0);

    private final VirtualTime time = new VirtualTime();
    private final List<RetryEvent> events = new ArrayList<>();

    private static RetrySettingsBuilder constant() {
        return RetrySettings.builder()
                .backoff(BackoffKind.CONSTANT)
                .base(Duration.ofMillis(10))
                .budget(NO_BUDGET);
    }

    private RetryPolicy policy(RetrySettings settings) {
        return RetryPolicy.of(
                "p",
                settings,
                time.runtime().toBuilder().listeners(() -> List.of(events::add)).build());
    }

    @AfterEach
    void noInterruptIsLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Nested
    class Counting {

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3})
        void attemptsCountTheFirstCallAndEveryWaitHasAnAttemptAfterIt(int attempts) {
            Script script = new Script(new ConnectException("refused"));

            RetryResult<Object> result =
                    policy(constant().attempts(attempts).build()).execute(script);

            assertThat(script.calls()).isEqualTo(attempts);
            assertThat(time.sleeper().waits()).hasSize(attempts - 1);
            assertThat(result.attempts()).isEqualTo(attempts);
            assertThat(result.waited()).isEqualTo(Duration.ofMillis(10L * (attempts - 1)));
            assertThat(result.giveUpReason()).contains(GiveUpReason.ATTEMPTS_EXHAUSTED);
            assertThat(result.succeeded()).isFalse();
        }

        @Test
        void theFirstValueEndsTheCall() throws Throwable {
            Script script = new Script(new ConnectException("1"), new ConnectException("2"), "value");
            RetryPolicy policy = policy(constant().build());

            assertThat(policy.call(script)).isEqualTo("value");

            assertThat(script.calls()).isEqualTo(3);
            assertThat(policy.counts().calls(CallOutcome.RECOVERED)).isOne();
            assertThat(policy.counts().recoveries(RecoveryAttempt.THIRD)).isOne();
            assertThat(policy.counts().attempts(AttemptOutcome.SUCCESS)).isOne();
            assertThat(policy.counts().attempts(AttemptOutcome.FAILURE)).isEqualTo(2);
            assertThat(policy.counts().waiting()).isZero();
        }

        @Test
        void nullIsAValueLikeAnyOther() {
            assertThat(policy(constant().build()).<Object, RuntimeException>call(attempt -> null))
                    .isNull();
        }

        @Test
        void workWithoutAValueIsRepeatedToo() {
            List<Integer> attempts = new ArrayList<>();

            policy(constant().build()).run(attempt -> {
                attempts.add(attempt.number());
                if (attempt.isFirst()) {
                    throw new java.io.UncheckedIOException(new ConnectException("refused"));
                }
            });

            assertThat(attempts).containsExactly(1, 2);
        }

        @Test
        void aSuccessReadsNoClock() throws Throwable {
            RetryPolicy policy = policy(constant().build());
            int before = time.ticker().readings();

            assertThat(policy.call(new Script("value"))).isEqualTo("value");

            assertThat(time.ticker().readings()).isEqualTo(before);
        }

        @Test
        void aZeroWaitIsNeverSlept() {
            policy(constant().base(Duration.ZERO).build()).execute(new Script(new ConnectException("refused")));

            assertThat(time.sleeper().waits()).isEmpty();
        }

        @Test
        void aZeroWaitIsCountedAndToldLikeAnyOther() {
            RetryPolicy policy = policy(constant().base(Duration.ZERO).build());
            List<Duration> waits = new ArrayList<>();
            policy.addWaitListener((source, delay) -> waits.add(delay));

            policy.execute(new Script(new ConnectException("refused")));

            assertThat(waits).containsExactly(Duration.ZERO, Duration.ZERO);
            assertThat(policy.counts().waiting()).isZero();
        }

        @Test
        void noZeroWaitIsFollowedByAnAttemptWhereTheApplicationHasEnded() {
            RetryWaits waits = new RetryWaits(time::ticker);
            RetryPolicy policy = RetryPolicy.of(
                    "p",
                    constant().base(Duration.ZERO).build(),
                    time.runtime().toBuilder().waits(waits).build());
            Script script = new Script(new ConnectException("refused"));
            waits.end();

            assertThat(policy.execute(script).giveUpReason()).contains(GiveUpReason.SHUTDOWN);

            assertThat(script.calls()).isOne();
        }

        @Test
        void aFailureWithoutADeadlineReadsTheClockOnce() throws Throwable {
            RetryPolicy policy =
                    RetryPolicy.of("p", constant().base(Duration.ZERO).build(), time.runtime());
            int before = time.ticker().readings();

            assertThat(policy.call(new Script(new ConnectException("refused"), "value")))
                    .isEqualTo("value");

            assertThat(time.ticker().readings()).isEqualTo(before + 1);
        }

        @Test
        void theAttemptTellsItsNumberTheTimeWaitedAndTheFailureBeforeIt() throws Throwable {
            ConnectException first = new ConnectException("1");
            Script script = new Script(first, "value");

            policy(constant().build()).call(script);

            assertThat(script.attempts())
                    .containsExactly(
                            new Attempt("p", 1, Duration.ZERO, null, null),
                            new Attempt("p", 2, Duration.ofMillis(10), first, null));
            assertThat(script.attempts().get(0).lastFailure()).isEmpty();
            assertThat(script.attempts().get(1).lastFailure()).contains(first);
        }

        @Test
        void thousandAttemptsAreMade() {
            Script script = new Script(new ConnectException("refused"));

            policy(constant().attempts(1_000).build()).execute(script);

            assertThat(script.calls()).isEqualTo(1_000);
        }
    }

    @Nested
    class WhatTheCallerGets {

        @Test
        void theLastFailureItselfWithWhatWasTriedBesideIt() {
            IOException a = new ConnectException("a");
            IOException b = new SocketTimeoutException("b");
            IOException c = new ConnectException("c");

            Throwable thrown = catchThrowable(() -> policy(constant().build()).call(new Script(a, b, c)));

            assertThat(thrown).isSameAs(c);
            GiveUpMarker.Content told = GiveUpMarker.of(c, "p").orElseThrow().content();
            assertThat(told.reason()).isEqualTo(GiveUpReason.ATTEMPTS_EXHAUSTED);
            assertThat(told.attempts()).isEqualTo(3);
            assertThat(told.waited()).isEqualTo(Duration.ofMillis(20));
            assertThat(told.earlierFailures()).containsExactly(a, b);
            assertThat(GiveUpMarker.of(c, "p").orElseThrow())
                    .hasMessage(
                            "retry policy p gave up after 3 attempts and 20 ms of waits: attempts-exhausted; earlier"
                                    + " failures: java.net.ConnectException, java.net.SocketTimeoutException")
                    .satisfies(marker -> assertThat(marker.getStackTrace()).isEmpty());
        }

        @Test
        void aCheckedFailureThatIsNotRetryableComesBackUntouched() {
            Exception checked = new ClassNotFoundException("checked");

            Throwable thrown = catchThrowable(() -> policy(constant().build()).call(new Script(checked)));

            assertThat(thrown).isSameAs(checked).hasNoSuppressedExceptions();
        }

        @Test
        void oneObjectThatFailsEveryAttemptIsMarkedOnceAndNeverWithItself() {
            IOException cached = new ConnectException("cached");
            RetryPolicy policy = policy(constant().build());

            policy.execute(new Script(cached));
            long first = GiveUpMarker.of(cached, "p").orElseThrow().content().sequence();
            policy.execute(new Script(cached));

            assertThat(cached.getSuppressed()).hasSize(1);
            GiveUpMarker.Content told =
                    GiveUpMarker.of(cached, "p").orElseThrow().content();
            assertThat(told.sequence()).isGreaterThan(first);
            assertThat(told.earlierFailures()).isEmpty();
        }

        @Test
        void earlierFailuresAreBounded() {
            List<Object> steps = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                steps.add(new ConnectException("failure " + i));
            }
            RetryResult<Object> result =
                    policy(constant().attempts(1_000).build()).execute(new Script(steps.toArray()));

            assertThat(GiveUpMarker.of(result.failure(), "p")
                            .orElseThrow()
                            .content()
                            .earlierFailures())
                    .hasSize(10)
                    .last()
                    .hasToString("java.net.ConnectException: failure 998");
        }

        @Test
        void anErrorIsNeverRepeatedNorWrapped() {
            Error error = new AssertionError("broken");

            assertThatThrownBy(() -> policy(constant().build()).call(new Script(error)))
                    .isSameAs(error);
            assertThatThrownBy(() -> policy(constant().build()).execute(new Script(error)))
                    .isSameAs(error);
            assertThat(events).extracting(RetryEvent::reason).containsOnly(GiveUpReason.NOT_RETRYABLE);
        }
    }

    @Nested
    class TimeLimits {

        @Test
        void aWaitThatWouldPassTheDeadlineIsNotBegun() {
            RetrySettings settings = constant()
                    .attempts(10)
                    .base(Duration.ofMillis(100))
                    .deadline(Duration.ofMillis(250))
                    .build();
            Script script = new Script(new ConnectException("refused"));

            RetryResult<Object> result = policy(settings).execute(script);

            assertThat(result.giveUpReason()).contains(GiveUpReason.DEADLINE);
            assertThat(script.calls()).isEqualTo(3);
            assertThat(time.sleeper().waitsInMillis()).containsExactly(100L, 100L);
        }

        @Test
        void theTimeOfTheAttemptsCounts() {
            RetrySettings settings = constant()
                    .base(Duration.ofMillis(100))
                    .deadline(Duration.ofSeconds(1))
                    .build();

            RetryResult<Object> result = policy(settings).<Object, IOException>execute(attempt -> {
                time.ticker().advance(Duration.ofMillis(950));
                throw new ConnectException("refused");
            });

            assertThat(result.giveUpReason()).contains(GiveUpReason.DEADLINE);
            assertThat(result.attempts()).isOne();
        }
    }

    @Nested
    class Interruption {

        @Test
        void anInterruptedWaitEndsTheCallWithTheBusinessFailureAndTheFlagSet() {
            TimeAndChance interrupted = new TimeAndChance(
                    time.timeAndChance().clock(),
                    time.ticker(),
                    duration -> {
                        throw new InterruptedException();
                    },
                    RetryTimer.through(duration -> {
                        throw new InterruptedException();
                    }),
                    time.timeAndChance().random());
            RetryPolicy policy = RetryPolicy.of(
                    "p",
                    constant().build(),
                    time.runtime().toBuilder().timeAndChance(() -> interrupted).build());
            ConnectException failure = new ConnectException("refused");
            Script script = new Script(failure);

            Throwable thrown = catchThrowable(() -> policy.call(script));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(thrown).isSameAs(failure);
            assertThat(script.calls()).isOne();
            assertThat(GiveUpMarker.of(failure, "p").orElseThrow().content().reason())
                    .isEqualTo(GiveUpReason.INTERRUPTED);
            assertThat(policy.counts().giveUps(GiveUpReason.INTERRUPTED)).isOne();
            assertThat(policy.counts().waiting()).isZero();
        }

        @Test
        void theFirstAttemptOfAFlaggedThreadRunsAndNoOther() {
            Script script = new Script(new ConnectException("refused"));
            Thread.currentThread().interrupt();

            RetryResult<Object> result =
                    policy(constant().attempts(100).build()).execute(script);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(script.calls()).isOne();
            assertThat(result.giveUpReason()).contains(GiveUpReason.INTERRUPTED);
            assertThat(time.sleeper().waits()).isEmpty();
        }

        @Test
        void aFlaggedThreadGetsTheReasonOfTheFailureWhereThatIsNotRetryable() {
            Thread.currentThread().interrupt();

            RetryResult<Object> result = policy(constant().build()).execute(new Script(new IllegalArgumentException()));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result.giveUpReason()).contains(GiveUpReason.NOT_RETRYABLE);
        }

        @Test
        void anInterruptionOfTheMethodItselfPassesThroughUntouched() {
            InterruptedException interruption = new InterruptedException();
            Script script = new Script(interruption, "value");

            assertThatThrownBy(() -> policy(constant().build()).call(script))
                    .isSameAs(interruption)
                    .hasNoSuppressedExceptions();
            assertThat(script.calls()).isOne();
            assertThat(events).extracting(RetryEvent::reason).containsExactly(GiveUpReason.INTERRUPTED);
        }

        @Test
        void aResultThatHoldsAnInterruptionSetsTheFlag() {
            RetryResult<Object> result = policy(constant().build()).execute(new Script(new InterruptedException()));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result.failure()).isInstanceOf(InterruptedException.class);
        }
    }

    @Nested
    class Listeners {

        private List<RetryEvent.Kind> kinds() {
            return events.stream().map(RetryEvent::kind).toList();
        }

        @Test
        void hearNothingOfACallThatSucceedsAtOnce() throws Throwable {
            policy(constant().build()).call(new Script("value"));

            assertThat(events).isEmpty();
        }

        @Test
        void hearEachRetryBeforeItsWaitAndTheRecoveryOnce() throws Throwable {
            ConnectException a = new ConnectException("a");
            ConnectException b = new ConnectException("b");

            policy(constant().build()).call(new Script(a, b, "value"));

            assertThat(kinds())
                    .containsExactly(RetryEvent.Kind.RETRY, RetryEvent.Kind.RETRY, RetryEvent.Kind.RECOVERED);
            assertThat(events).extracting(RetryEvent::attempt).containsExactly(1, 2, 3);
            assertThat(events).extracting(RetryEvent::failure).containsExactly(a, b, null);
            assertThat(events)
                    .extracting(RetryEvent::waited)
                    .containsExactly(Duration.ZERO, Duration.ofMillis(10), Duration.ofMillis(20));
            assertThat(events)
                    .extracting(RetryEvent::delay)
                    .containsExactly(Duration.ofMillis(10), Duration.ofMillis(10), Duration.ZERO);
        }

        @Test
        void hearOfWhatTheyHaveAUseForWhoeverElseHasNone() throws Throwable {
            List<RetryEvent.Kind> heard = new ArrayList<>();
            RetryEventListener giveUpsOnly = new RetryEventListener() {
                @Override
                public void onRetryEvent(RetryEvent event) {
                    heard.add(event.kind());
                }

                @Override
                public boolean wants(RetryEvent.Kind kind) {
                    return kind == RetryEvent.Kind.GAVE_UP;
                }
            };
            RetryPolicy policy = RetryPolicy.of(
                    "p",
                    constant().build(),
                    time.runtime().toBuilder()
                            .listeners(() -> List.of(new AskedInVain(), giveUpsOnly))
                            .build());

            policy.call(new Script(new ConnectException("1"), "value"));
            assertThat(heard).isEmpty();
            policy.execute(new Script(new ConnectException("1")));

            assertThat(heard).containsExactly(RetryEvent.Kind.GAVE_UP);
        }

        @Test
        void hearTheGiveUpOnceAndNotAsARetry() {
            policy(constant().build()).execute(new Script(new ConnectException("refused")));

            assertThat(kinds()).containsExactly(RetryEvent.Kind.RETRY, RetryEvent.Kind.RETRY, RetryEvent.Kind.GAVE_UP);
            assertThat(events.get(2).reason()).isEqualTo(GiveUpReason.ATTEMPTS_EXHAUSTED);
        }

        @Test
        void hearOfAFailureThatIsNotRetryableAsAGiveUpOnly() {
            policy(constant().build()).execute(new Script(new IllegalArgumentException("bad")));

            assertThat(kinds()).containsExactly(RetryEvent.Kind.GAVE_UP);
            assertThat(events.get(0).reason()).isEqualTo(GiveUpReason.NOT_RETRYABLE);
        }

        @Test
        void thatThrowChangeNothing() throws Throwable {
            RetryRuntime runtime = time.runtime().toBuilder()
                    .listeners(() -> List.of(
                            event -> {
                                throw new IllegalStateException("listener");
                            },
                            events::add))
                    .build();
            Script script = new Script(new ConnectException("refused"), "value");

            Object value = RetryPolicy.of("p", constant().build(), runtime).call(script);

            assertThat(value).isEqualTo("value");
            assertThat(events).hasSize(2);
        }
    }

    @Test
    void aStrategyThatThrowsOrGivesNothingNeverTakesThePlaceOfTheFailure() {
        BackoffStrategy throwing = (attempt, previous, random) -> {
            throw new ArithmeticException("broken strategy");
        };
        BackoffStrategy empty = (attempt, previous, random) -> null;
        BackoffStrategy negative = (attempt, previous, random) -> Duration.ofSeconds(-1);
        for (BackoffStrategy broken : List.of(throwing, empty, negative)) {
            ConnectException failure = new ConnectException("refused");
            Script script = new Script(failure);

            RetryResult<Object> result =
                    policy(constant().backoff(broken).build()).execute(script);

            assertThat(result.failure()).isSameAs(failure);
            assertThat(script.calls()).isEqualTo(3);
        }
    }

    @Test
    void callsOfOnePolicyShareNoDrawsAndNoPreviousWait() {
        RetrySettings settings = RetrySettings.builder()
                .backoff(BackoffKind.DECORRELATED_JITTER)
                .attempts(5)
                .build();
        VirtualTime alone = new VirtualTime(new java.util.Random(3));
        RetryPolicy lone = RetryPolicy.of("p", settings, alone.runtime());
        lone.execute(new Script(new ConnectException("refused")));
        VirtualTime nested = new VirtualTime(new java.util.Random(3));
        RetryPolicy outer = RetryPolicy.of("p", settings, nested.runtime());

        // A call inside a call, which draws nothing, must not disturb the walk of the outer one.
        outer.<Object, IOException>execute(attempt -> {
            outer.execute(new Script("value"));
            throw new ConnectException("refused");
        });

        assertThat(nested.sleeper().waits()).isEqualTo(alone.sleeper().waits());
    }

    /** Throws where it is asked what it has a use for. */
    private static final class AskedInVain implements RetryEventListener {

        @Override
        public void onRetryEvent(RetryEvent event) {}

        @Override
        public boolean wants(RetryEvent.Kind kind) {
            throw new IllegalStateException("bug");
        }
    }
}
