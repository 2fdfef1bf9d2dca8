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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Code of the user's that throws whatever it likes; the call ends as if it had not been there, and is counted. */
class HostileExtensionsTests {

    private final VirtualTime time = new VirtualTime();
    private RetryPolicy policy = policy(constant(), time.runtime());

    private static RetrySettingsBuilder constant() {
        return RetrySettings.builder()
                .backoff(BackoffKind.CONSTANT)
                .base(Duration.ofMillis(10))
                .budget(new BudgetSettings(true, 0, Duration.ofSeconds(10), 10));
    }

    private static RetryPolicy policy(RetrySettingsBuilder settings, RetryRuntime runtime) {
        return RetryPolicy.of("p", settings.build(), runtime);
    }

    @AfterEach
    void everyCallEndedOnce() {
        long ended = policy.counts().calls(CallOutcome.FIRST_TRY)
                + policy.counts().calls(CallOutcome.RECOVERED)
                + policy.counts().calls(CallOutcome.GAVE_UP);
        assertThat(ended).isEqualTo(1);
        assertThat(policy.counts().waiting()).isZero();
    }

    @Test
    void aListenerThatThrowsAnErrorStopsNothing() throws Throwable {
        policy = policy(
                constant(),
                time.runtime().toBuilder()
                        .listeners(() -> List.of(event -> {
                            throw new AssertionError("listener");
                        }))
                        .build());

        assertThat(policy.call(new Script(new ConnectException("refused"), "value")))
                .isEqualTo("value");
    }

    @Test
    void aWaitListenerThatThrowsAnErrorStopsNothing() throws Throwable {
        policy.addWaitListener((source, delay) -> {
            throw new NoClassDefFoundError("meters");
        });

        assertThat(policy.call(new Script(new ConnectException("refused"), "value")))
                .isEqualTo("value");
    }

    /** Its cause cannot be asked for. */
    private static final class BrokenException extends IOException {

        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("broken getter");
        }
    }

    @Test
    void anExceptionWhoseCauseCannotBeAskedForIsRetriedAndComesBackItself() {
        BrokenException broken = new BrokenException();
        Script script = new Script(broken);

        assertThat(catchThrowable(() -> policy.call(script)) == broken).isTrue();

        assertThat(script.calls()).isEqualTo(3);
    }

    /** Its headers cannot be asked for. */
    private static final class HeadlessException extends RuntimeException implements HttpFailure {

        private static final long serialVersionUID = 1L;

        @Override
        public int status() {
            return 503;
        }

        @Override
        public Map<String, List<String>> headers() {
            throw new AssertionError("broken headers");
        }
    }

    @Test
    void headersThatCannotBeAskedForSayNothing() {
        Script script = new Script(new HeadlessException());

        policy.execute(script);

        assertThat(script.calls()).isEqualTo(3);
    }

    /** Waits as it should, and throws when its ceiling is asked for. */
    private static final class Bottomless implements BackoffStrategy {

        @Override
        public Duration waitAfter(int attempt, Duration previousWait, RandomGenerator random) {
            return Duration.ofMillis(10);
        }

        @Override
        public Optional<Duration> ceiling(int attempt, Duration previousWait) {
            throw new LinkageError("broken ceiling");
        }
    }

    @Test
    void aStrategyThatBreaksWhileItsPolicyIsHeldIsReplacedForThatWait() throws Throwable {
        policy = policy(constant().backoff(new Bottomless()).retryAfterHold(true), time.runtime());
        policy.hold().extend(time.ticker().nanos(), Duration.ofSeconds(3));

        assertThat(policy.call(new Script(new ConnectException("refused"), "value")))
                .isEqualTo("value");
        assertThat(time.sleeper().waits().get(0)).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aSleeperThatThrowsEndsTheCallAndHandsBackItsPlaceInTheBudget() {
        TimeAndChance broken = new TimeAndChance(
                time.timeAndChance().clock(),
                time.ticker(),
                duration -> {
                    throw new IllegalStateException("broken sleeper");
                },
                RetryTimer.through(duration -> {
                    throw new IllegalStateException("broken sleeper");
                }),
                time.timeAndChance().random());
        policy = policy(
                constant(),
                time.runtime().toBuilder().timeAndChance(() -> broken).build());
        double before = policy.budgetAvailable();

        RetryResult<Object> result = policy.execute(new Script(new ConnectException("refused"), "value"));

        assertThat(result.failure()).isInstanceOf(ConnectException.class);
        assertThat(result.giveUpReason()).contains(GiveUpReason.INTERRUPTED);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(policy.budgetAvailable()).isEqualTo(before);
    }

    @Test
    void beansThatCannotBeHadAnyMoreLeaveTheBuiltInClassification() throws Throwable {
        policy = policy(
                constant(),
                time.runtime().toBuilder()
                        .userClassifiers(() -> {
                            throw new IllegalStateException("the context is closed");
                        })
                        .resultClassifiers(() -> {
                            throw new IllegalStateException("the context is closed");
                        })
                        .build());

        assertThat(policy.call(new Script(new ConnectException("refused"), "value")))
                .isEqualTo("value");
    }
}
