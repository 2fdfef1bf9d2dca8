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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.NestedRetries;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** What keeps a blip from becoming an outage: the budget, and layers that do not multiply. */
class StormSafetyTests {

    private final VirtualTime time = new VirtualTime();
    private final List<String> told = new ArrayList<>();

    private final RetryDiagnostics diagnostics = new RetryDiagnostics() {
        @Override
        public void unclassified(String policy, Throwable failure) {
            told.add(policy + " does not know " + failure.getClass().getSimpleName());
        }

        @Override
        public void extensionFailed(Object extension, RuntimeException failure) {
            told.add("extension failed");
        }

        @Override
        public void nested(String outer, String inner) {
            told.add(outer + " around " + inner);
        }

        @Override
        public void budgetRefuses(String policy) {
            told.add(policy + " refuses");
        }

        @Override
        public void budgetAllowsAgain(String policy) {
            told.add(policy + " allows");
        }
    };

    private static RetrySettingsBuilder constant() {
        return RetrySettings.builder().backoff(BackoffKind.CONSTANT).base(Duration.ofMillis(10));
    }

    private RetryPolicy policy(String name, RetrySettings settings) {
        return RetryPolicy.of(
                name,
                settings,
                time.runtime().toBuilder().diagnostics(diagnostics).build());
    }

    @Nested
    class Budget {

        private final RetryPolicy policy = policy(
                "p",
                constant()
                        .budget(new BudgetSettings(true, 0.2, Duration.ofSeconds(10), 3))
                        .build());

        private RetryResult<Object> call() {
            return policy.execute(new Script(new ConnectException("refused")));
        }

        @Test
        void anEmptyOneRefusesAtOnceWithItsReasonAndTheFirstFailure() {
            call();
            RetryResult<Object> second = call();
            ConnectException failure = new ConnectException("third");

            RetryResult<Object> third = policy.execute(new Script(failure, "value"));

            assertThat(second.attempts()).isEqualTo(2);
            assertThat(third.failure()).isSameAs(failure);
            assertThat(third.attempts()).isOne();
            assertThat(third.giveUpReason()).contains(GiveUpReason.BUDGET);
            assertThat(policy.counts().giveUps(GiveUpReason.BUDGET)).isEqualTo(2);
            assertThat(policy.budgetAvailable()).isZero();
        }

        @Test
        void tellsOnceWhenItBeginsToRefuseAndOnceWhenItAllowsAgain() {
            for (int i = 0; i < 10; i++) {
                call();
            }
            time.ticker().advance(Duration.ofSeconds(10));
            call();

            assertThat(told).containsExactly("p refuses", "p allows");
        }

        @Test
        void growsWithTheCallsThatSucceed() throws Throwable {
            for (int i = 0; i < 100; i++) {
                policy.call(new Script("value"));
            }
            time.ticker().advance(Duration.ofSeconds(10));

            assertThat(policy.budgetAvailable()).isEqualTo(20);
        }

        @Test
        void getsBackThePlaceOfARetryThatWasInterrupted() {
            double before = policy.budgetAvailable();
            Thread.currentThread().interrupt();

            RetryResult<Object> result = call();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result.giveUpReason()).contains(GiveUpReason.INTERRUPTED);
            assertThat(policy.budgetAvailable()).isEqualTo(before);
        }

        @Test
        void isInfiniteWhereItIsOff() {
            RetryPolicy free = policy(
                    "free",
                    constant()
                            .budget(new BudgetSettings(false, 0.2, Duration.ofSeconds(10), 3))
                            .build());

            assertThat(free.budgetAvailable()).isInfinite();
        }
    }

    @Nested
    class NestedLayers {

        private final RetryPolicy outer = policy(
                "outer", constant().retryOn(Set.of(ClosedException.class)).build());
        private final RetryPolicy inner = policy(
                "inner", constant().retryOn(Set.of(ClosedException.class)).build());
        private final AtomicInteger requests = new AtomicInteger();

        private Object throughBoth(RetryPolicy outermost, RetryPolicy innermost, Throwable failure) throws Throwable {
            return outermost.call(attempt -> innermost.call(again -> {
                requests.incrementAndGet();
                throw failure;
            }));
        }

        @Test
        void doNotMultiply() {
            ConnectException failure = new ConnectException("dead");

            Throwable thrown = catchThrowable(() -> throughBoth(outer, inner, failure));

            assertThat(thrown).isSameAs(failure);
            assertThat(requests).hasValue(3);
            assertThat(outer.counts().giveUps(GiveUpReason.ALREADY_RETRIED)).isOne();
            assertThat(told).containsExactly("outer around inner");
            assertThat(GiveUpMarker.of(failure, "inner")).isPresent();
            assertThat(GiveUpMarker.of(failure, "outer")).isPresent();
        }

        @Test
        void doNotMultiplyThroughDomainWrappers() {
            catchThrowable(() -> outer.call(attempt -> {
                try {
                    return throughBoth(policy("middle", constant().attempts(1).build()), inner, new ConnectException());
                } catch (Throwable failure) {
                    throw new IOException("order failed", new IOException("again", failure));
                }
            }));

            assertThat(requests).hasValue(3);
        }

        @Test
        void behaveTheSameTwiceInARowOnOneCachedException() {
            ConnectException cached = new ConnectException("cached");

            catchThrowable(() -> throughBoth(outer, inner, cached));
            catchThrowable(() -> throughBoth(outer, inner, cached));

            assertThat(requests).hasValue(6);
        }

        @Test
        void doNotMistakeTheOldMarkerOfACachedExceptionForAnInnerOne() {
            ConnectException cached = new ConnectException("cached");
            catchThrowable(() -> inner.call(new Script(cached)));
            Script script = new Script(cached);

            catchThrowable(() -> outer.call(script));

            assertThat(script.calls()).isEqualTo(3);
        }

        @Test
        void ofOnePolicyDoNotMultiplyEither() {
            catchThrowable(() -> throughBoth(inner, inner, new ConnectException("dead")));

            assertThat(requests).hasValue(3);
        }

        @Test
        void multiplyWhereTheUserAllowsIt() {
            RetryPolicy allowing =
                    policy("allowing", constant().nested(NestedRetries.ALLOW).build());

            catchThrowable(() -> throughBoth(allowing, inner, new ConnectException("dead")));

            assertThat(requests).hasValue(9);
        }

        @Test
        void neverRepeatWhatAnInnerOneRefusedBecauseOfTheHarm() {
            RetryPolicy allowing =
                    policy("allowing", constant().nested(NestedRetries.ALLOW).build());
            RetryPolicy careful = policy("careful", constant().idempotent(false).build());

            catchThrowable(() -> throughBoth(allowing, careful, new IOException("reset")));

            assertThat(requests).hasValue(1);
        }

        @Test
        void doNotMultiplyWhereTheExceptionTakesNoMarker() {
            Throwable closed = new ClosedException();

            catchThrowable(() -> throughBoth(outer, inner, closed));

            assertThat(requests).hasValue(3);
        }

        @Test
        void doNotTakeAnotherFailureForTheOneThatWasGivenUpInside() {
            Script script = new Script(new ConnectException("another"));

            catchThrowable(() -> outer.call(attempt -> {
                catchThrowable(() -> inner.call(new Script(new ClosedException())));
                return script.call(attempt);
            }));

            assertThat(script.calls()).isEqualTo(3);
        }

        @Test
        void retryOutsideWhatTheInnerOneDoesNotKnow() {
            RetryPolicy knowing = policy(
                    "knowing",
                    constant().retryOn(Set.of(UnknownException.class)).build());

            catchThrowable(() -> throughBoth(knowing, inner, new UnknownException()));

            assertThat(requests).hasValue(3);
        }
    }

    /** Takes no suppressed exceptions. */
    private static final class ClosedException extends Exception {

        private static final long serialVersionUID = 1L;

        ClosedException() {
            super("closed", null, false, false);
        }
    }

    /** Nothing classifies it. */
    private static final class UnknownException extends Exception {

        private static final long serialVersionUID = 1L;
    }

    @Test
    void aFailureThatNothingClassifiesIsTold() {
        policy("p", constant().build()).execute(new Script(new UnknownException()));

        assertThat(told).containsExactly("p does not know UnknownException");
    }

    @Nested
    class ExposedAttempts {

        private final RetryPolicy exposing =
                policy("exposing", constant().exposeAttempt(true).build());

        private static String current() {
            return Attempt.current()
                    .map(attempt -> attempt.policy() + " " + attempt.number())
                    .orElse("none");
        }

        @Test
        void areThereDuringTheAttemptAndGoneAfterIt() throws Throwable {
            List<String> seen = new ArrayList<>();

            exposing.call(attempt -> {
                seen.add(current());
                if (attempt.isFirst()) {
                    throw new ConnectException("refused");
                }
                return "value";
            });

            assertThat(seen).containsExactly("exposing 1", "exposing 2");
            assertThat(current()).isEqualTo("none");
        }

        @Test
        void ofAnOuterCallAreThereAgainAfterAnInnerOne() {
            List<String> seen = new ArrayList<>();
            RetryPolicy inner = policy("inner", constant().exposeAttempt(true).build());

            exposing.run(attempt -> {
                inner.run(again -> seen.add(current()));
                seen.add(current());
            });

            assertThat(seen).containsExactly("inner 1", "exposing 1");
        }

        @Test
        void areNotThereUnlessThePolicyExposesThem() {
            List<String> seen = new ArrayList<>();

            policy("p", constant().build()).run(attempt -> seen.add(current()));

            assertThat(seen).containsExactly("none");
        }
    }
}
