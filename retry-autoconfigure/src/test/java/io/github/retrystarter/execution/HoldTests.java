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

import java.net.ConnectException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;
import io.github.retrystarter.settings.WaitSource;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

/** One hint that holds back all retries of a policy. */
class HoldTests {

    private final VirtualTime time = new VirtualTime();

    private static RetrySettingsBuilder holding() {
        return RetrySettings.builder()
                .backoff(BackoffKind.CONSTANT)
                .base(Duration.ofMillis(10))
                .retryAfterHold(true);
    }

    private RetryPolicy policy(RetrySettings settings) {
        return RetryPolicy.of("p", settings, time.runtime());
    }

    /** A 429 that asks for so many seconds. */
    private static final class LimitedException extends RuntimeException implements HttpFailure {

        private static final long serialVersionUID = 1L;

        private final int seconds;

        LimitedException(int seconds) {
            this.seconds = seconds;
        }

        @Override
        public int status() {
            return 429;
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of("Retry-After", List.of(String.valueOf(seconds)));
        }
    }

    @Test
    void firstAttemptsGoThroughAndTheirRetriesAreHeldBackWithTheSourceOfAHint() {
        List<RetryEvent> events = new ArrayList<>();
        RetryPolicy policy = RetryPolicy.of(
                "p",
                holding().attempts(2).build(),
                time.runtime().toBuilder().listeners(() -> List.of(events::add)).build());
        // The first call has one attempt only in effect: it is out of attempts at its second hint.
        policy.execute(new Script(new LimitedException(1), new LimitedException(4)));
        assertThat(policy.holdRemaining()).isEqualTo(Duration.ofSeconds(4));
        Script script = new Script(new ConnectException("refused"), "value");

        RetryResult<Object> result = policy.execute(script);

        assertThat(result.waited()).isEqualTo(Duration.ofSeconds(4));
        assertThat(script.calls()).isEqualTo(2);
        assertThat(events)
                .filteredOn(event -> event.kind() == RetryEvent.Kind.RETRY)
                .last()
                .satisfies(event -> assertThat(event.source()).isEqualTo(WaitSource.RETRY_AFTER));
    }

    @Test
    void aHintThatArrivesWhileAnotherCallWaitsHoldsThatOneBackToo() {
        List<Long> waits = new ArrayList<>();
        List<RetryPolicy> self = new ArrayList<>();
        TimeAndChance meddling = new TimeAndChance(
                Clock.fixed(VirtualTime.NOW, ZoneOffset.UTC),
                time.ticker(),
                duration -> {
                    time.ticker().advance(duration);
                    waits.add(duration.toMillis());
                    if (waits.size() == 1) {
                        // Another call gets a hint while this one waits.
                        self.get(0).hold().extend(time.ticker().nanos(), Duration.ofSeconds(3));
                    }
                },
                RetryTimer.through(duration -> {
                    time.ticker().advance(duration);
                    waits.add(duration.toMillis());
                    if (waits.size() == 1) {
                        // Another call gets a hint while this one waits.
                        self.get(0).hold().extend(time.ticker().nanos(), Duration.ofSeconds(3));
                    }
                }),
                new Random(1));
        RetryPolicy policy = RetryPolicy.of(
                "p",
                holding().attempts(3).build(),
                time.runtime().toBuilder().timeAndChance(() -> meddling).build());
        self.add(policy);
        List<String> recorded = new ArrayList<>();
        policy.addWaitListener((source, delay) -> recorded.add(source + " " + delay.toMillis()));

        RetryResult<Object> result = policy.execute(new Script(new ConnectException("refused"), "value"));

        assertThat(waits).containsExactly(10L, 3_000L);
        assertThat(result.waited()).isEqualTo(Duration.ofMillis(3_010));
        assertThat(recorded).containsExactly("RETRY_AFTER 3010");
    }

    @Test
    void aHoldThatWouldPassTheDeadlineEndsTheCall() {
        RetryPolicy policy =
                policy(holding().attempts(2).deadline(Duration.ofSeconds(2)).build());
        policy.execute(new Script(new LimitedException(1), new LimitedException(5)));

        RetryResult<Object> result = policy.execute(new Script(new ConnectException("refused"), "value"));

        assertThat(result.giveUpReason()).contains(GiveUpReason.DEADLINE);
        assertThat(result.waited()).isZero();
    }

    @Test
    void aHintAboveTheMaximumHoldsNobodyBack() {
        RetryPolicy policy =
                policy(holding().retryAfterMax(Duration.ofSeconds(10)).build());

        RetryResult<Object> limited = policy.execute(new Script(new LimitedException(3_600)));

        assertThat(limited.giveUpReason()).contains(GiveUpReason.RETRY_AFTER_TOO_LONG);
        assertThat(policy.holdRemaining()).isZero();
    }

    @Test
    void withoutTheKeyAHintIsTheBusinessOfItsOwnCall() {
        RetryPolicy policy = policy(holding().retryAfterHold(false).attempts(2).build());
        policy.execute(new Script(new LimitedException(5)));

        assertThat(policy.execute(new Script(new ConnectException("refused"), "value"))
                        .waited())
                .isEqualTo(Duration.ofMillis(10));
    }

    /** A policy whose hold somebody else renews at the end of so many waits; what else happens, happens after the others. */
    private RetryPolicy renewed(RetrySettingsBuilder settings, int times, Consumer<RetryPolicy> afterwards) {
        List<RetryPolicy> self = new ArrayList<>();
        int[] renewals = {0};
        Sleeper renewing = duration -> {
            time.ticker().advance(duration);
            if (renewals[0]++ < times) {
                self.get(0).hold().extend(time.ticker().nanos(), Duration.ofSeconds(2));
            } else {
                afterwards.accept(self.get(0));
            }
        };
        TimeAndChance meddling = new TimeAndChance(
                Clock.fixed(VirtualTime.NOW, ZoneOffset.UTC),
                time.ticker(),
                renewing,
                RetryTimer.through(renewing),
                new Random(1));
        self.add(RetryPolicy.of(
                "p",
                settings.build(),
                time.runtime().toBuilder().timeAndChance(() -> meddling).build()));
        return self.get(0);
    }

    @Test
    void hintsThatDoNotStopHoldACallNoLongerThanTheLongestHint() {
        RetryPolicy policy =
                renewed(holding().attempts(3).retryAfterMax(Duration.ofSeconds(7)), Integer.MAX_VALUE, self -> {});
        ConnectException failure = new ConnectException("refused");
        Script script = new Script(failure, "value");
        long before = time.ticker().nanos();

        RetryResult<Object> result = policy.execute(script);

        assertThat(result.failure()).isSameAs(failure);
        assertThat(result.giveUpReason()).contains(GiveUpReason.RETRY_AFTER_TOO_LONG);
        assertThat(script.calls()).isOne();
        // 10 ms, and three holds of 2 s; a fourth would be above 7 s.
        assertThat(time.ticker().nanos() - before)
                .isEqualTo(Duration.ofMillis(6_010).toNanos());
        assertThat(policy.counts().waiting()).isZero();
    }

    @Test
    void aHoldThatOutlastsTheWindowTakesANewPlaceInTheBudget() {
        RetrySettingsBuilder settings = holding()
                .attempts(2)
                .retryAfterMax(Duration.ofMinutes(1))
                .budget(new BudgetSettings(true, 0, Duration.ofSeconds(3), 1));
        RetryPolicy alone = renewed(settings, 3, self -> {});
        RetryResult<Object> recovered = alone.execute(new Script(new ConnectException("refused"), "value"));
        assertThat(recovered.giveUpReason()).isEmpty();
        assertThat(recovered.waited()).isEqualTo(Duration.ofMillis(6_010));

        // Somebody else takes the only place, which this call has held for longer than the window.
        RetryPolicy crowded = renewed(
                settings,
                3,
                self -> self.state()
                        .budget()
                        .tryAcquire(settings.build().budget(), time.ticker().nanos()));
        Script script = new Script(new ConnectException("refused"), "value");

        RetryResult<Object> result = crowded.execute(script);

        assertThat(result.giveUpReason()).contains(GiveUpReason.BUDGET);
        assertThat(script.calls()).isOne();
    }

    /** Waits of nothing, for a pool that has no thread free until all the windows are over. */
    @Test
    void attemptsThatAPoolHasKeptFromStartingTakeNewPlacesInTheBudget() {
        List<Runnable> queue = new ArrayList<>();
        AtomicInteger second = new AtomicInteger();
        RetryPolicy policy = RetryPolicy.of(
                "p",
                holding()
                        .base(Duration.ZERO)
                        .attempts(2)
                        .budget(new BudgetSettings(true, 0, Duration.ofSeconds(10), 10))
                        .build(),
                time.runtime().toBuilder().attemptExecutor(() -> queue::add).build());
        List<CompletableFuture<Object>> calls = new ArrayList<>();
        for (int window = 0; window < 3; window++) {
            for (int call = 0; call < 10; call++) {
                calls.add(policy.callAsync(attempt -> {
                    second.addAndGet(attempt.isFirst() ? 0 : 1);
                    return CompletableFuture.failedFuture(new ConnectException("refused"));
                }));
            }
            time.ticker().advance(Duration.ofSeconds(11));
        }
        assertThat(queue).hasSize(30);

        queue.forEach(Runnable::run);

        assertThat(calls).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(second).hasValue(10);
        assertThat(policy.counts().giveUps(GiveUpReason.BUDGET)).isEqualTo(20);
    }
}
