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
package io.github.retrystarter.settings;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.RetryDecision.GiveUp;
import io.github.retrystarter.settings.RetryDecision.RetryIn;
import io.github.retrystarter.testing.ScriptedRandom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RetrySettingsTests {

    private static final RandomGenerator NO_DRAWS = new ScriptedRandom();

    private static Classification retryable() {
        return new Classification(Classification.Kind.RETRYABLE, new IOException("reset"), null, false);
    }

    private static Classification answered(int status) {
        HttpFailure http = () -> status;
        return new Classification(Classification.Kind.RETRYABLE, new IOException("answered"), http, false);
    }

    private static RetryHint hint(long millis) {
        return new RetryHint(RetryHint.Directive.NONE, Duration.ofMillis(millis), "retry-after", false);
    }

    private static RetrySettingsBuilder constant(long millis) {
        return RetrySettings.builder().backoff(BackoffKind.CONSTANT).base(Duration.ofMillis(millis));
    }

    private static RetryDecision decide(RetrySettings settings, int attempt, Classification failure, RetryHint hint) {
        return settings.decide(attempt, Duration.ZERO, Duration.ZERO, failure, hint, NO_DRAWS);
    }

    @Test
    void aHintThatIsLongerThanTheOwnWaitDecidesAndLeavesTheOwnPartToTheNextDraw() {
        RetryDecision decision = decide(constant(100).build(), 1, retryable(), hint(2_000));

        assertThat(decision)
                .isEqualTo(new RetryIn(Duration.ofSeconds(2), Duration.ofMillis(100), WaitSource.RETRY_AFTER));
    }

    @Test
    void aShorterHintChangesNothing() {
        RetryDecision decision = decide(constant(100).build(), 1, retryable(), hint(99));

        assertThat(decision).isEqualTo(new RetryIn(Duration.ofMillis(100), Duration.ofMillis(100), WaitSource.BACKOFF));
    }

    @Test
    void theSpreadIsDrawnAfterTheOwnWaitUpToTheLadderValue() {
        RetrySettings settings = RetrySettings.builder().build();
        ScriptedRandom random = new ScriptedRandom(7, 200);

        RetryDecision decision =
                settings.decide(2, Duration.ofMillis(30), Duration.ZERO, retryable(), hint(1_000), random);

        assertThat(random.bounds()).containsExactly(201L, 201L);
        assertThat(decision)
                .isEqualTo(new RetryIn(Duration.ofMillis(1_200), Duration.ofMillis(7), WaitSource.RETRY_AFTER));
    }

    @Test
    void theSpreadOfDecorrelatedJitterReachesThreeTimesThePreviousWait() {
        RetrySettings settings =
                RetrySettings.builder().backoff(BackoffKind.DECORRELATED_JITTER).build();
        ScriptedRandom random = new ScriptedRandom(0, 900);

        settings.decide(2, Duration.ofMillis(300), Duration.ZERO, retryable(), hint(1_000), random);

        assertThat(random.bounds()).containsExactly(801L, 901L);
    }

    @Test
    void noHintIsEverUndercutWhateverTheDraw() {
        Random random = new Random(42);
        for (BackoffKind kind : BackoffKind.values()) {
            RetrySettings settings = RetrySettings.builder().backoff(kind).build();
            for (int i = 0; i < 1_000; i++) {
                long hint = random.nextInt(30_000);
                RetryIn retry = (RetryIn)
                        settings.decide(2, Duration.ofMillis(100), Duration.ZERO, retryable(), hint(hint), random);
                assertThat(retry.delay().toMillis()).isBetween(hint, 40_000L);
            }
        }
    }

    @Test
    void aWaitThatEndsExactlyAtTheDeadlineIsNotBegun() {
        RetrySettings settings = constant(100).deadline(Duration.ofMillis(300)).build();

        assertThat(settings.decide(1, Duration.ZERO, Duration.ofMillis(200), retryable(), RetryHint.NONE, NO_DRAWS))
                .isEqualTo(new GiveUp(GiveUpReason.DEADLINE));
        assertThat(settings.decide(
                        1, Duration.ZERO, Duration.ofMillis(200).minusNanos(1), retryable(), RetryHint.NONE, NO_DRAWS))
                .isInstanceOf(RetryIn.class);
    }

    @Test
    void anElapsedTimeBeyondTheDeadlineGivesUp() {
        RetrySettings settings = constant(0).deadline(Duration.ofMillis(300)).build();

        assertThat(settings.decide(1, Duration.ZERO, Duration.ofDays(1), retryable(), RetryHint.NONE, NO_DRAWS))
                .isEqualTo(new GiveUp(GiveUpReason.DEADLINE));
    }

    @Test
    void outOfAttemptsIsToldBeforeAHintThatIsTooLong() {
        RetrySettings settings = constant(100).attempts(1).build();

        assertThat(decide(settings, 1, retryable(), hint(3_600_000)))
                .isEqualTo(new GiveUp(GiveUpReason.ATTEMPTS_EXHAUSTED));
    }

    @Test
    void aHintThatIsTooLongIsToldBeforeTheDeadlineAndDrawsNothing() {
        RetrySettings settings =
                RetrySettings.builder().deadline(Duration.ofSeconds(5)).build();

        assertThat(decide(settings, 1, retryable(), hint(3_600_000)))
                .isEqualTo(new GiveUp(GiveUpReason.RETRY_AFTER_TOO_LONG));
    }

    @Test
    void switchedOffIsToldOnlyWhereTheFailureWouldHaveBeenRetried() {
        RetrySettings settings = constant(100).enabled(false).build();

        assertThat(decide(settings, 1, retryable(), RetryHint.NONE)).isEqualTo(new GiveUp(GiveUpReason.DISABLED));
        Classification bad =
                new Classification(Classification.Kind.NOT_RETRYABLE, new IllegalArgumentException("bad"), null, false);
        assertThat(decide(settings, 1, bad, RetryHint.NONE)).isEqualTo(new GiveUp(GiveUpReason.NOT_RETRYABLE));
    }

    @Test
    void theServersNoEndsTheRetries() {
        RetryHint no = new RetryHint(RetryHint.Directive.DO_NOT_RETRY, null, null, false);

        assertThat(decide(constant(100).build(), 1, retryable(), no))
                .isEqualTo(new GiveUp(GiveUpReason.SERVER_SAID_NO));
    }

    @Test
    void aCallThatIsNotIdempotentIsRetriedOnlyWhereItProvablyDidNotRun() {
        RetrySettings settings = constant(100).idempotent(false).build();
        Classification refused =
                new Classification(Classification.Kind.RETRYABLE, new IOException("refused"), null, true);

        assertThat(decide(settings, 1, retryable(), RetryHint.NONE)).isEqualTo(new GiveUp(GiveUpReason.NOT_IDEMPOTENT));
        assertThat(decide(settings, 1, refused, RetryHint.NONE)).isInstanceOf(RetryIn.class);
        assertThat(decide(settings, 1, answered(429), RetryHint.NONE)).isInstanceOf(RetryIn.class);
        assertThat(decide(settings, 1, answered(503), RetryHint.NONE))
                .isEqualTo(new GiveUp(GiveUpReason.NOT_IDEMPOTENT));
        assertThat(decide(settings, 1, answered(503), hint(1_000))).isInstanceOf(RetryIn.class);
        assertThat(decide(settings, 1, answered(504), hint(1_000))).isEqualTo(new GiveUp(GiveUpReason.NOT_IDEMPOTENT));
    }

    @Test
    void theLongestHintIsByDefaultThirtySecondsOrTheCapWhereThatIsLonger() {
        assertThat(RetrySettings.builder().build().hints().max()).contains(Duration.ofSeconds(30));
        assertThat(RetrySettings.builder()
                        .cap(Duration.ofMinutes(2))
                        .build()
                        .hints()
                        .max())
                .contains(Duration.ofMinutes(2));
        assertThat(RetrySettings.builder().retryAfterMax(null).build().hints().max())
                .isEmpty();
    }

    @Test
    void aCapThatNobodyWroteRisesToTheBase() {
        RetrySettings settings = RetrySettings.builder()
                .backoff(BackoffKind.EXPONENTIAL)
                .base(Duration.ofSeconds(20))
                .build();

        assertThat(settings.worstCaseWait()).contains(Duration.ofSeconds(40));
    }

    @Test
    void theWorstCaseIsNeverMoreThanTheDeadlineAndUnknownWhereNothingEndsTheCall() {
        assertThat(constant(1_000)
                        .attempts(10)
                        .deadline(Duration.ofSeconds(4))
                        .build()
                        .worstCaseWait())
                .contains(Duration.ofSeconds(4));
        assertThat(constant(1_000).attempts(RetrySettings.UNLIMITED).build().worstCaseWait())
                .isEmpty();
        assertThat(constant(1_000).attempts(1).build().worstCaseWait()).contains(Duration.ZERO);
        assertThat(constant(1_000).enabled(false).build().worstCaseWait()).contains(Duration.ZERO);
        assertThat(RetrySettings.builder()
                        .backoff((attempt, previous, random) -> Duration.ofMillis(5))
                        .build()
                        .worstCaseWait())
                .isEmpty();
    }

    @Test
    void theWorstCaseOfVeryManyAttemptsIsExactAndPrompt() {
        RetrySettings settings = RetrySettings.builder().attempts(1_000_000_000).build();

        // 100 + 200 + ... + 6400 ms, then 10 s each.
        assertThat(settings.worstCaseWait()).contains(Duration.ofMillis(12_700 + (999_999_999L - 7) * 10_000));
    }

    @Test
    void valuesOutOfRangeAreRefusedWithTheValueAndTheRule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetrySettings.builder().attempts(0).build())
                .withMessageContaining("attempts (0) must be at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RetrySettings.builder().deadline(Duration.ZERO).build())
                .withMessageContaining("deadline (PT0S) must be longer than nothing");
    }

    @Test
    void attemptNumbersBeyondAnyLimitStillDecide() {
        RetrySettings settings =
                RetrySettings.builder().attempts(RetrySettings.UNLIMITED).build();

        RetryDecision decision = settings.decide(
                Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO, retryable(), RetryHint.NONE, new Random(1));

        assertThat(decision).isInstanceOf(RetryIn.class);
    }

    @Test
    void reasonsHaveDistinctKeys() {
        assertThat(GiveUpReason.values()).extracting(GiveUpReason::key).doesNotHaveDuplicates();
    }
}
