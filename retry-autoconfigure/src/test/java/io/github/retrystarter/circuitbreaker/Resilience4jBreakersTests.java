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
package io.github.retrystarter.circuitbreaker;

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.classify.Retryability;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryResult;
import io.github.retrystarter.execution.RetryRuntime;
import io.github.retrystarter.execution.UnknownCircuitBreakerException;
import io.github.retrystarter.metrics.RetryMeters;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class Resilience4jBreakersTests {

    private static final Duration OPEN = Duration.ofMinutes(1);

    private final VirtualTime time = new VirtualTime();
    private final MovingClock clock = new MovingClock();
    private final CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();
    private final Resilience4jBreakers breakers = new Resilience4jBreakers(() -> registry);
    private final CircuitBreaker breaker = breaker("orders", config -> config);
    private final RetryPolicy policy = policy("orders", runtime -> runtime);

    /** A window of 5 attempts, open from half of them on for a minute, then one probe. */
    private CircuitBreaker breaker(String name, UnaryOperator<CircuitBreakerConfig.Builder> more) {
        return registry.circuitBreaker(
                name,
                more.apply(CircuitBreakerConfig.custom()
                                .slidingWindowSize(5)
                                .minimumNumberOfCalls(5)
                                .failureRateThreshold(50)
                                .waitDurationInOpenState(OPEN)
                                .permittedNumberOfCallsInHalfOpenState(1)
                                .clock(clock))
                        .build());
    }

    /** Three attempts, 10 ms apart. */
    private RetryPolicy policy(String breaker, UnaryOperator<RetryRuntime.Builder> more) {
        RetrySettings settings = RetrySettings.builder()
                .attempts(3)
                .backoff(BackoffKind.CONSTANT)
                .base(Duration.ofMillis(10))
                .budget(new BudgetSettings(false, 0, Duration.ofSeconds(1), 0))
                .circuitBreaker(breaker)
                .build();
        RetryRuntime.Builder runtime = time.runtime().toBuilder().breakers(() -> breakers);
        return RetryPolicy.of("orders", settings, more.apply(runtime).build());
    }

    private static Script failing() {
        return new Script(new ConnectException("refused"));
    }

    private static void toHalfOpen(CircuitBreaker breaker) {
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
    }

    /** How many probes a half-open breaker lets through now. */
    private static int freeProbes(CircuitBreaker breaker) {
        int free = 0;
        while (breaker.tryAcquirePermission()) {
            free++;
        }
        return free;
    }

    @Nested
    class Names {

        @Test
        void areThoseInTheRegistryAndAskingForAnotherMakesNone() {
            breaker("stock", config -> config);

            assertThat(breakers.find("orders")).isPresent();
            assertThat(breakers.find("missing")).isEmpty();
            assertThat(breakers.names()).containsExactlyInAnyOrder("orders", "stock");
        }

        @Test
        void thatDoNotExistFailTheCallBeforeItsFirstAttemptAndAreNotTakenForAnOpenBreaker() {
            RetryPolicy lost = policy("missing", runtime -> runtime);
            Script script = failing();

            assertThatExceptionOfType(UnknownCircuitBreakerException.class)
                    .isThrownBy(() -> lost.call(script))
                    .withMessage(
                            "The retry policy \"orders\" names the circuit breaker \"missing\", which does not exist."
                                    + " Known: orders.")
                    .satisfies(failure -> {
                        assertThat(failure.policy()).isEqualTo("orders");
                        assertThat(failure.asked()).isEqualTo("missing");
                        assertThat(failure.known()).containsExactly("orders");
                    });
            assertThat(script.calls()).isZero();
            assertThat(lost.counts().giveUps(GiveUpReason.CIRCUIT_OPEN)).isZero();
        }
    }

    @Nested
    class Closed {

        /**
         * The first call fails three times and fills three places of the five. The second call's first attempt is the
         * fourth, its second attempt the fifth: the breaker opens, and the third attempt is neither made nor waited for.
         * Counted by calls, it would have taken five calls, that is fifteen attempts.
         */
        @Test
        void countsEveryAttemptSoThatItOpensDuringTheSecondCall() throws Throwable {
            Script first = failing();
            Script second = failing();

            RetryResult<Object> firstResult = policy.execute(first);
            assertThat(firstResult.reason()).isEqualTo(GiveUpReason.ATTEMPTS_EXHAUSTED);
            assertThat(breaker.getState()).isEqualTo(State.CLOSED);
            assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(3);

            RetryResult<Object> secondResult = policy.execute(second);
            assertThat(breaker.getState()).isEqualTo(State.OPEN);
            assertThat(secondResult.reason()).isEqualTo(GiveUpReason.CIRCUIT_OPENED);
            assertThat(secondResult.failure()).isExactlyInstanceOf(ConnectException.class);
            assertThat(first.calls()).isEqualTo(3);
            assertThat(second.calls()).isEqualTo(2);
            assertThat(time.sleeper().waitsInMillis()).containsExactly(10L, 10L, 10L);
        }

        @Test
        void countsRecoveriesAsOneFailureForEachAttemptThatFailedAndOneSuccess() throws Throwable {
            policy.call(new Script(new ConnectException("1"), new ConnectException("2"), "value"));

            assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(2);
            assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isOne();
        }

        @Test
        void getsTheDurationOfEachAttemptWithoutTheWaits() throws Throwable {
            List<Long> millis = new ArrayList<>();
            breaker.getEventPublisher()
                    .onError(event -> millis.add(event.getElapsedDuration().toMillis()))
                    .onSuccess(event -> millis.add(event.getElapsedDuration().toMillis()));
            Script script = new Script(new ConnectException("refused"), "value");

            policy.call(attempt -> {
                time.ticker().advance(Duration.ofMillis(attempt.number() * 70L));
                return script.call(attempt);
            });

            assertThat(millis).containsExactly(70L, 140L);
        }

        @Test
        void thatOpensDuringAWaitEndsTheCallWithItsLastFailure() {
            RetryPolicy watched = policy(
                    "orders",
                    runtime -> runtime.listeners(() -> List.of(event -> {
                        if (event.kind() == RetryEvent.Kind.RETRY) {
                            breaker.transitionToOpenState();
                        }
                    })));
            ConnectException failure = new ConnectException("refused");
            Script script = new Script(failure);

            assertThatThrownBy(() -> watched.call(script)).isSameAs(failure);

            assertThat(script.calls()).isOne();
            assertThat(failure.getSuppressed()).isEmpty();
            assertThat(watched.counts().giveUps(GiveUpReason.CIRCUIT_OPENED)).isOne();
        }

        @Test
        void thatOpensOnAFailureNobodyWouldRetryLeavesTheReasonAsItIs() {
            RetryResult<Object> result = policy.execute(attempt -> {
                breaker.transitionToOpenState();
                throw new IllegalArgumentException("bad");
            });

            assertThat(result.reason()).isEqualTo(GiveUpReason.NOT_RETRYABLE);
        }

        /** A half-open breaker takes back more than it gave, so that a late return would let a second probe through. */
        @Test
        void givesNoPermissionBackToABreakerThatHasBecomeHalfOpenSince() {
            policy.execute(attempt -> {
                toHalfOpen(breaker);
                throw new CancellationException();
            });

            assertThat(breaker.getState()).isEqualTo(State.HALF_OPEN);
            assertThat(freeProbes(breaker)).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = State.class,
            names = {"DISABLED", "METRICS_ONLY"})
    void statesThatLetEverythingThroughLetRetriesThrough(State state) {
        if (state == State.DISABLED) {
            breaker.transitionToDisabledState();
        } else {
            breaker.transitionToMetricsOnlyState();
        }
        Script script = failing();

        assertThat(policy.execute(script).reason()).isEqualTo(GiveUpReason.ATTEMPTS_EXHAUSTED);
        assertThat(script.calls()).isEqualTo(3);
    }

    @Nested
    class Open {

        @Test
        void makesNoAttemptAndThrowsWhatTheLibraryMakes() {
            breaker.transitionToOpenState();
            Script script = failing();

            assertThatExceptionOfType(CallNotPermittedException.class)
                    .isThrownBy(() -> policy.call(script))
                    .withMessage("CircuitBreaker 'orders' is OPEN and does not permit further calls")
                    .satisfies(refusal -> assertThat(refusal.getSuppressed()).isEmpty());
            RetryResult<Object> result = policy.execute(script);

            assertThat(script.calls()).isZero();
            assertThat(result.reason()).isEqualTo(GiveUpReason.CIRCUIT_OPEN);
            assertThat(result.attempts()).isZero();
            assertThat(time.sleeper().waits()).isEmpty();
            assertThat(policy.counts().giveUps(GiveUpReason.CIRCUIT_OPEN)).isEqualTo(2);
        }

        @Test
        void refusesAlsoWhereItIsForced() {
            breaker.transitionToForcedOpenState();

            assertThat(policy.execute(failing()).reason()).isEqualTo(GiveUpReason.CIRCUIT_OPEN);
        }

        @Test
        void forcedDuringACallEndsIt() {
            Script script = failing();

            RetryResult<Object> result = policy.execute(attempt -> {
                breaker.transitionToForcedOpenState();
                return script.call(attempt);
            });

            assertThat(result.reason()).isEqualTo(GiveUpReason.CIRCUIT_OPENED);
            assertThat(script.calls()).isOne();
        }

        @Test
        void isNotRetriedByAnOuterPolicyWhateverItsRulesSay() {
            breaker.transitionToOpenState();
            RetryPolicy outer = RetryPolicy.of(
                    "outer",
                    RetrySettings.builder()
                            .retryOn(Set.of(RuntimeException.class))
                            .build(),
                    time.runtime());
            AtomicInteger calls = new AtomicInteger();

            RetryResult<Object> result = outer.execute(attempt -> {
                calls.incrementAndGet();
                return policy.call(failing());
            });

            assertThat(calls).hasValue(1);
            assertThat(result.failure()).isInstanceOf(CallNotPermittedException.class);
            assertThat(result.reason()).isEqualTo(GiveUpReason.NOT_RETRYABLE);
        }

        @Test
        void keepsTheIdentitiesOfTheMeters() {
            MeterRegistry meters = new SimpleMeterRegistry();
            new RetryMeters(() -> new RetryPolicies(RetryRuntime.standalone(), List.of(policy), List::of))
                    .bindTo(meters);

            policy.execute(new Script(new ConnectException("1"), "value"));
            policy.execute(failing());
            policy.execute(failing());
            policy.execute(new Script("value"));
            clock.advance(OPEN.plusMillis(1));
            policy.execute(failing());
            clock.advance(OPEN.plusMillis(1));
            policy.execute(new Script("value"));
            policy.execute(new Script("value"));

            double calls = sum(meters, "retry.calls");
            double refused = policy.counts().giveUps(GiveUpReason.CIRCUIT_OPEN);
            long waits = meters.get("retry.waits").timers().stream()
                    .mapToLong(Timer::count)
                    .sum();
            assertThat(calls).isEqualTo(7);
            assertThat(refused).isEqualTo(2);
            assertThat(sum(meters, "retry.attempts")).isEqualTo(calls - refused + waits);
            assertThat(sum(meters, "retry.giveups")).isEqualTo(policy.counts().calls(CallOutcome.GAVE_UP));
            assertThat(policy.counts().giveUps(GiveUpReason.HALF_OPEN)).isOne();
        }

        private static double sum(MeterRegistry meters, String name) {
            return meters.get(name).functionCounters().stream()
                    .mapToDouble(FunctionCounter::count)
                    .sum();
        }
    }

    @Nested
    class HalfOpen {

        @Test
        void makesExactlyOneAttemptAndOpensAgainWhereItFails() {
            toHalfOpen(breaker);
            Script script = failing();

            RetryResult<Object> result = policy.execute(script);

            assertThat(script.calls()).isOne();
            assertThat(result.reason()).isEqualTo(GiveUpReason.HALF_OPEN);
            assertThat(result.failure()).isExactlyInstanceOf(ConnectException.class);
            assertThat(result.failure().getSuppressed()).isEmpty();
            assertThat(breaker.getState()).isEqualTo(State.OPEN);
            assertThat(time.sleeper().waits()).isEmpty();
        }

        @Test
        void closesWhereTheAttemptSucceeds() throws Throwable {
            toHalfOpen(breaker);

            assertThat(policy.call(new Script("value"))).isEqualTo("value");
            assertThat(breaker.getState()).isEqualTo(State.CLOSED);
            assertThat(policy.execute(failing()).attempts()).isEqualTo(3);
        }

        @Test
        void saysNotRetryableWhereNobodyWouldRetryTheFailure() {
            toHalfOpen(breaker);

            assertThat(policy.execute(new Script(new IllegalArgumentException("bad")))
                            .reason())
                    .isEqualTo(GiveUpReason.NOT_RETRYABLE);
        }

        @Test
        void letsOneOfTwentyThreadsThroughUntilItsVerdict() throws Exception {
            breaker.transitionToOpenState();
            clock.advance(OPEN.plusMillis(1));
            AtomicInteger reached = new AtomicInteger();
            CountDownLatch answer = new CountDownLatch(1);
            ExecutorService threads = Executors.newFixedThreadPool(20);
            try {
                ExecutorCompletionService<RetryResult<Object>> calls = new ExecutorCompletionService<>(threads);
                for (int i = 0; i < 20; i++) {
                    calls.submit(() -> policy.execute(attempt -> {
                        reached.incrementAndGet();
                        answer.await();
                        throw new ConnectException("refused");
                    }));
                }
                for (int i = 0; i < 19; i++) {
                    assertThat(next(calls).reason()).isEqualTo(GiveUpReason.CIRCUIT_OPEN);
                }
                assertThat(breaker.getState()).isEqualTo(State.HALF_OPEN);
                answer.countDown();
                assertThat(next(calls).reason()).isEqualTo(GiveUpReason.HALF_OPEN);
            } finally {
                threads.shutdownNow();
            }
            assertThat(reached).hasValue(1);
            assertThat(breaker.getState()).isEqualTo(State.OPEN);
            assertThat(policy.counts().attempts(AttemptOutcome.FAILURE)).isOne();
        }

        private static RetryResult<Object> next(ExecutorCompletionService<RetryResult<Object>> calls)
                throws InterruptedException, ExecutionException {
            return calls.poll(30, TimeUnit.SECONDS).get();
        }

        @ParameterizedTest
        @ValueSource(classes = {InterruptedException.class, CancellationException.class})
        void getsTheSlotOfAProbeThatWasStoppedBack(Class<? extends Exception> type) throws Throwable {
            toHalfOpen(breaker);
            Exception stop = type.getDeclaredConstructor().newInstance();

            assertThatThrownBy(() -> policy.call(new Script(stop))).isSameAs(stop);

            assertThat(breaker.getState()).isEqualTo(State.HALF_OPEN);
            assertThat(breaker.getMetrics().getNumberOfBufferedCalls()).isZero();
            assertThat(policy.call(new Script("value"))).isEqualTo("value");
            assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        }

        @Test
        void getsTheSlotBackWhereTheCallBreaksBeforeItsFirstAttempt() {
            RetryPolicy keyed = RetryPolicy.of(
                    "keyed",
                    policy.settings().toBuilder()
                            .idempotencyKey("Idempotency-Key")
                            .build(),
                    time.runtime().toBuilder()
                            .breakers(() -> breakers)
                            .idempotencyKeys(() -> {
                                throw new IllegalStateException("no keys left");
                            })
                            .build());
            toHalfOpen(breaker);

            assertThatIllegalStateException()
                    .isThrownBy(() -> keyed.call(new Script("value")))
                    .withMessage("no keys left");

            assertThat(keyed.counts().giveUps(GiveUpReason.CIRCUIT_OPEN)).isZero();
            assertThat(freeProbes(breaker)).isOne();
        }

        @Test
        void takesAnErrorOfTheWorkForAVerdict() {
            toHalfOpen(breaker);
            StackOverflowError error = new StackOverflowError();

            assertThatThrownBy(() -> policy.call(new Script(error))).isSameAs(error);

            assertThat(breaker.getState()).isEqualTo(State.OPEN);
        }

        @Test
        void getsTheSlotOfAnIgnoredFailureBackOnce() {
            CircuitBreaker lenient = breaker("lenient", config -> config.ignoreExceptions(ConnectException.class));
            toHalfOpen(lenient);

            policy("lenient", runtime -> runtime).execute(failing());

            assertThat(freeProbes(lenient)).isOne();
        }

        @Test
        void getsTheSlotBackWhereTheBreakerItselfBreaksAndTheCallGoesOn() {
            CircuitBreaker broken = breaker(
                    "broken",
                    config -> config.recordException(failure -> {
                        throw new IllegalStateException("predicate");
                    }));
            toHalfOpen(broken);
            ConnectException failure = new ConnectException("refused");

            assertThatThrownBy(() -> policy("broken", runtime -> runtime).call(new Script(failure)))
                    .isSameAs(failure);

            assertThat(freeProbes(broken)).isOne();
        }
    }

    @Nested
    class Results {

        private RetryPolicy retryingBadValues(String breaker) {
            return policy(
                    breaker,
                    runtime -> runtime.resultClassifiers(() -> List.of(
                            value -> value.equals("bad") ? Retryability.RETRYABLE : Retryability.NOT_RETRYABLE)));
        }

        @Test
        void thatFailArePutDownAsTheBreakersConfigurationSays() throws Throwable {
            CircuitBreaker plain = breaker("plain", config -> config);
            CircuitBreaker strict = breaker("strict", config -> config.recordResult("bad"::equals));

            retryingBadValues("plain").call(new Script("bad", "good"));
            retryingBadValues("strict").call(new Script("bad", "good"));

            assertThat(plain.getMetrics().getNumberOfFailedCalls()).isZero();
            assertThat(plain.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(2);
            assertThat(strict.getMetrics().getNumberOfFailedCalls()).isOne();
            assertThat(strict.getMetrics().getNumberOfSuccessfulCalls()).isOne();
        }

        @Test
        void thatStandArePutDownAsTheBreakersConfigurationSaysToo() throws Throwable {
            CircuitBreaker strict = breaker("strict", config -> config.recordResult("good"::equals));

            assertThat(retryingBadValues("strict").call(new Script("good"))).isEqualTo("good");

            assertThat(strict.getMetrics().getNumberOfFailedCalls()).isOne();
        }

        @Test
        void mayBeNull() throws Throwable {
            assertThat(policy.<Object, Throwable>call(attempt -> null)).isNull();

            assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isOne();
        }
    }
}
