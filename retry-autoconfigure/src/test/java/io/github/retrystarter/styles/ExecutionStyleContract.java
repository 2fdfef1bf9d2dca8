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
package io.github.retrystarter.styles;

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.ResultClassifier;
import io.github.retrystarter.classify.Retryability;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.GiveUpMarker;
import io.github.retrystarter.execution.RetryBreakers;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryWaits;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the annotation means, the same for every execution style, through a real proxy in a real context. */
abstract class ExecutionStyleContract {

    private static final String POLICIES = """
            retry.policies:
              p: {attempts: 3, backoff: constant, base: 10ms, budget.enabled: false}
              outer: {attempts: 3, backoff: constant, base: 10ms, budget.enabled: false}
            """;

    private final Style style = style();
    private final VirtualTime time = new VirtualTime();
    private final ConnectException first = new ConnectException("first");
    private final ConnectException second = new ConnectException("second");
    private final ConnectException third = new ConnectException("third");

    abstract Style style();

    private ApplicationContextRunner contexts() {
        return RetryContexts.runner(time).withInitializer(Yaml.file(POLICIES)).withBean(style.bean());
    }

    /** The same, on the machine's own time, where a wait lasts until somebody ends it. */
    private ApplicationContextRunner waiting() {
        return RetryContexts.runner()
                .withInitializer(Yaml.file(POLICIES))
                .withPropertyValues("retry.policies.p.base=1h", "retry.policies.p.cap=1h")
                .withBean(style.bean());
    }

    private static RetryPolicy policy(ApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("p");
    }

    private static RetryCounts counts(ApplicationContext context) {
        return policy(context).counts();
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the bounded wait is over").isLessThan(end);
            LockSupport.parkNanos(100_000);
        }
    }

    static void assertIdentities(RetryCounts counts, long waits) {
        long calls = 0;
        for (CallOutcome outcome : CallOutcome.values()) {
            calls += counts.calls(outcome);
        }
        long attempts = counts.attempts(AttemptOutcome.SUCCESS) + counts.attempts(AttemptOutcome.FAILURE);
        assertThat(attempts).isEqualTo(calls - counts.giveUps(GiveUpReason.CIRCUIT_OPEN) + waits);
    }

    @Test
    void goesOnUntilAnAttemptSucceeds() {
        contexts().run(context -> {
            Steps steps = Steps.of(first, second, "value");

            assertThat(style.call(context, steps).await()).isEqualTo("value");

            assertThat(steps.calls()).isEqualTo(3);
            assertThat(time.sleeper().waitsInMillis()).containsExactly(10L, 10L);
            assertThat(counts(context).calls(CallOutcome.RECOVERED)).isEqualTo(1);
            assertThat(counts(context).attempts(AttemptOutcome.FAILURE)).isEqualTo(2);
            assertThat(counts(context).attempts(AttemptOutcome.SUCCESS)).isEqualTo(1);
            assertThat(counts(context).waiting()).isZero();
        });
    }

    @Test
    void aFirstSuccessCostsNeitherAWaitNorALookAtTheClock() {
        contexts().run(context -> {
            int before = time.ticker().readings();

            assertThat(style.call(context, Steps.of("value")).await()).isEqualTo("value");

            assertThat(time.ticker().readings()).isEqualTo(before);
            assertThat(counts(context).calls(CallOutcome.FIRST_TRY)).isEqualTo(1);
        });
    }

    @Test
    void theCallerGetsTheLastFailureItselfWithOneMarker() {
        contexts().run(context -> {
            Running running = style.call(context, Steps.of(first, second, third));

            assertThatThrownBy(running::await).isSameAs(third);

            GiveUpMarker.Content told =
                    GiveUpMarker.of(third, "p").orElseThrow().content();
            assertThat(third.getSuppressed()).hasSize(1);
            assertThat(told.reason()).isEqualTo(GiveUpReason.ATTEMPTS_EXHAUSTED);
            assertThat(told.attempts()).isEqualTo(3);
            assertThat(told.waited()).isEqualTo(Duration.ofMillis(20));
            assertThat(told.earlierFailures()).containsExactly(first, second);
        });
    }

    @Test
    void aFailureThatNoAttemptHealsLeavesUntouched() {
        contexts().run(context -> {
            IllegalArgumentException wrong = new IllegalArgumentException("wrong");
            Steps steps = Steps.of(wrong);

            assertThatThrownBy(() -> style.call(context, steps).await()).isSameAs(wrong);

            assertThat(wrong.getSuppressed()).isEmpty();
            assertThat(steps.calls()).isEqualTo(1);
            assertThat(counts(context).giveUps(GiveUpReason.NOT_RETRYABLE)).isEqualTo(1);
        });
    }

    @Test
    void whatTheMethodItselfThrowsIsRetriedToo() {
        contexts().run(context -> {
            Steps steps = Steps.of(new Steps.Thrown(first), second, "value");

            assertThat(style.call(context, steps).await()).isEqualTo("value");

            assertThat(steps.calls()).isEqualTo(3);
        });
    }

    @Test
    void whatTheMethodItselfThrowsLastReachesTheCallerTheWayOfItsStyle() {
        contexts().run(context -> {
            Running running = style.call(context, Steps.of(first, new Steps.Thrown(second), new Steps.Thrown(third)));

            assertThatThrownBy(running::await).isSameAs(third);
        });
    }

    @Test
    void aWaitThatWouldPassTheDeadlineIsNotBegun() {
        contexts().withPropertyValues("retry.policies.p.deadline=15ms").run(context -> {
            Steps steps = Steps.of(first, second);

            assertThatThrownBy(() -> style.call(context, steps).await()).isSameAs(second);

            assertThat(steps.calls()).isEqualTo(2);
            assertThat(counts(context).giveUps(GiveUpReason.DEADLINE)).isEqualTo(1);
        });
    }

    /** An answer of a server that asks for time. */
    static final class TooMany extends RuntimeException implements HttpFailure {

        private static final long serialVersionUID = 1L;

        @Override
        public int status() {
            return 429;
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of("Retry-After", List.of("2"));
        }
    }

    @Test
    void aHintOfTheServerIsKeptTo() {
        contexts()
                .withPropertyValues("retry.policies.p.retry-after.spread=false")
                .run(context -> {
                    Steps steps = Steps.of(new TooMany(), "value");

                    assertThat(style.call(context, steps).await()).isEqualTo("value");

                    assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L);
                });
    }

    @Test
    void aHintThatIsTooLongEndsTheCallAtOnce() {
        contexts().withPropertyValues("retry.policies.p.retry-after.max=1s").run(context -> {
            Steps steps = Steps.of(new TooMany(), "value");

            assertThatThrownBy(() -> style.call(context, steps).await()).isInstanceOf(TooMany.class);

            assertThat(steps.calls()).isEqualTo(1);
            assertThat(counts(context).giveUps(GiveUpReason.RETRY_AFTER_TOO_LONG))
                    .isEqualTo(1);
        });
    }

    @Test
    void aSwitchedOffPolicyMakesOneCall() {
        contexts().withPropertyValues("retry.policies.p.enabled=false").run(context -> {
            Steps steps = Steps.of(first, "value");

            assertThatThrownBy(() -> style.call(context, steps).await()).isSameAs(first);

            assertThat(steps.calls()).isEqualTo(1);
            assertThat(counts(context).giveUps(GiveUpReason.DISABLED)).isEqualTo(1);
        });
    }

    /** Takes one value for a failure. */
    static final class BadIsBad implements ResultClassifier {

        @Override
        public Retryability classify(Object result) {
            return result.equals("bad") ? Retryability.RETRYABLE : Retryability.UNKNOWN;
        }
    }

    @Test
    void aReturnedValueCanBeAFailureUnlessThereMayBeMany() {
        contexts().withBean(BadIsBad.class).run(context -> {
            assertThat(style.call(context, Steps.of("bad", "good")).await())
                    .isEqualTo(style.givesMany() ? "bad" : "good");
            assertThat(style.call(context, Steps.of("bad")).await()).isEqualTo("bad");

            assertThat(counts(context).giveUps(GiveUpReason.ATTEMPTS_EXHAUSTED)).isEqualTo(style.givesMany() ? 0 : 1);
        });
    }

    @Test
    void listenersAreToldOfEachRetryAndOfTheEnd() {
        List<RetryEvent> events = new CopyOnWriteArrayList<>();
        contexts().withBean(RetryEventListener.class, () -> events::add).run(context -> {
            assertThat(style.call(context, Steps.of(first, "value")).await()).isEqualTo("value");
            assertThatThrownBy(() -> style.call(context, Steps.of(second)).await())
                    .isSameAs(second);

            assertThat(events)
                    .extracting(RetryEvent::kind)
                    .containsExactly(
                            RetryEvent.Kind.RETRY,
                            RetryEvent.Kind.RECOVERED,
                            RetryEvent.Kind.RETRY,
                            RetryEvent.Kind.RETRY,
                            RetryEvent.Kind.GAVE_UP);
            assertThat(events).allSatisfy(event -> assertThat(event.method()).isNotNull());
        });
    }

    @Test
    void theBudgetRefusesWhatIsMoreThanItsShare() {
        contexts()
                .withPropertyValues("retry.policies.p.budget.enabled=true", "retry.policies.p.budget.min-retries=1")
                .run(context -> {
                    Steps steps = Steps.of(first);

                    assertThatThrownBy(() -> style.call(context, steps).await()).isSameAs(first);

                    assertThat(steps.calls()).isEqualTo(2);
                    assertThat(counts(context).giveUps(GiveUpReason.BUDGET)).isEqualTo(1);
                });
    }

    @Test
    void whatAnInnerPolicyGaveUpOnIsNotRetriedByTheOuterOne() {
        contexts().run(context -> {
            Steps steps = Steps.of(first);

            assertThatThrownBy(() -> style.nested(context, steps).await()).isSameAs(first);

            assertThat(steps.calls()).isEqualTo(3);
            assertThat(context.getBean(RetryPolicies.class)
                            .get("outer")
                            .counts()
                            .giveUps(GiveUpReason.ALREADY_RETRIED))
                    .isEqualTo(1);
        });
    }

    @Test
    void theFallbackAnswersWhenThePolicyGivesUp() {
        contexts().run(context -> {
            Steps steps = Steps.of(first);

            assertThat(style.withFallback(context, steps).await()).isEqualTo("fallback");

            assertThat(steps.calls()).isEqualTo(3);
            assertThat(steps.fallbacks()).containsExactly("after first");
            assertThat(counts(context).giveUps(GiveUpReason.ATTEMPTS_EXHAUSTED)).isEqualTo(1);
        });
    }

    @Test
    void theFallbackDoesNotAnswerForWhatNoAttemptHeals() {
        contexts().run(context -> {
            IllegalArgumentException wrong = new IllegalArgumentException("wrong");
            Steps steps = Steps.of(wrong);

            assertThatThrownBy(() -> style.withFallback(context, steps).await()).isSameAs(wrong);

            assertThat(steps.fallbacks()).isEmpty();
        });
    }

    @Test
    void aFallbackThatFailsCarriesTheFailureOfTheCall() {
        contexts().run(context -> {
            ConnectException fatal = new ConnectException("fallback fails");
            Steps steps = Steps.of(fatal);

            assertThatThrownBy(() -> style.withFallback(context, steps).await())
                    .isInstanceOf(IllegalStateException.class)
                    .satisfies(own -> assertThat(own.getSuppressed()).containsExactly(fatal));
        });
    }

    @Test
    void anOpenCircuitBreakerRefusesTheCallBeforeItsFirstAttempt() {
        ScriptedBreaker breaker = new ScriptedBreaker();
        breaker.refuse();
        contexts()
                .withBean(RetryBreakers.class, () -> breaker)
                .withPropertyValues("retry.policies.p.circuit-breaker=b")
                .run(context -> {
                    Steps steps = Steps.of("value");

                    assertThatThrownBy(() -> style.call(context, steps).await())
                            .isInstanceOf(ScriptedBreaker.Refused.class);
                    assertThat(style.withFallback(context, Steps.of("value")).await())
                            .isEqualTo("fallback");

                    assertThat(steps.calls()).isZero();
                    assertThat(counts(context).giveUps(GiveUpReason.CIRCUIT_OPEN))
                            .isEqualTo(2);
                    assertIdentities(counts(context), 0);
                });
    }

    @Test
    void aCircuitBreakerHearsOfEveryAttemptAndGetsItsPermissionBackOnce() {
        ScriptedBreaker breaker = new ScriptedBreaker();
        contexts()
                .withBean(RetryBreakers.class, () -> breaker)
                .withPropertyValues("retry.policies.p.circuit-breaker=b")
                .run(context -> {
                    assertThat(style.call(context, Steps.of(first, second, "value"))
                                    .await())
                            .isEqualTo("value");
                    assertThat(breaker.records()).containsExactly("failed", "failed", "returned");
                    assertThat(breaker.releases()).isEqualTo(1);

                    breaker.openAfterFailure();
                    Steps steps = Steps.of(third, "value");
                    assertThatThrownBy(() -> style.call(context, steps).await()).isSameAs(third);

                    assertThat(steps.calls()).isEqualTo(1);
                    assertThat(counts(context).giveUps(GiveUpReason.CIRCUIT_OPENED))
                            .isEqualTo(1);
                    assertThat(breaker.releases()).isEqualTo(2);
                });
    }

    @Test
    void everyAttemptSeesTheLoggingContextOfTheCaller() {
        contexts().run(context -> {
            Steps steps = Steps.of(first, second, "value");
            MDC.put("id", "7");
            Running running;
            try {
                running = style.call(context, steps);
            } finally {
                MDC.clear();
            }

            assertThat(running.await()).isEqualTo("value");

            assertThat(steps.contexts()).containsExactly("7", "7", "7");
        });
    }

    @Test
    void stoppingEndsTheWaitAndEveryFurtherAttempt() {
        waiting().run(context -> {
            Steps steps = Steps.of(first, "value");
            Running running = style.call(context, steps);
            until(() -> counts(context).waiting() == 1);

            running.stop();

            until(() -> counts(context).giveUps(style.stopReason()) == 1);
            assertThat(counts(context).waiting()).isZero();
            assertThat(context.getBean(RetryWaits.class).inProgress()).isZero();
            assertThat(steps.calls()).isEqualTo(1);
            style.assertStopped(running, first);
        });
    }

    @Test
    void stoppingReachesTheAttemptInFlightWhereItsTypeAllowsIt() {
        waiting().run(context -> {
            Steps steps = Steps.of(Steps.NEVER, "value");
            Running running = style.call(context, steps);
            steps.awaitInFlight();

            running.stop();

            if (style.reachesAttempts()) {
                steps.awaitCancelled();
            }
            until(() -> counts(context).calls(CallOutcome.GAVE_UP) == 1);
            assertThat(steps.calls()).isEqualTo(1);
            assertThat(counts(context).attempts(AttemptOutcome.FAILURE)).isEqualTo(1);
        });
    }

    @Test
    void theEndOfTheApplicationEndsTheWait() {
        AtomicReference<Running> running = new AtomicReference<>();
        AtomicReference<RetryCounts> counts = new AtomicReference<>();
        Steps steps = Steps.of(first, "value");
        waiting().run(context -> {
            counts.set(counts(context));
            running.set(style.call(context, steps));
            until(() -> counts(context).waiting() == 1);
        });

        assertThatThrownBy(() -> running.get().await()).isSameAs(first);
        assertThat(steps.calls()).isEqualTo(1);
        assertThat(counts.get().giveUps(GiveUpReason.SHUTDOWN)).isEqualTo(1);
        assertThat(GiveUpMarker.of(first, "p").orElseThrow().content().reason()).isEqualTo(GiveUpReason.SHUTDOWN);
    }

    @Test
    void manyCallsAtOnceAreCountedExactly() {
        contexts().withPropertyValues("retry.policies.p.attempts=4").run(context -> {
            Random random = new Random(11);
            List<Running> calls = new ArrayList<>();
            int expected = 0;
            for (int i = 0; i < 500; i++) {
                Object[] steps = new Object[6];
                int failures = random.nextInt(6);
                for (int step = 0; step < 6; step++) {
                    steps[step] = step < failures ? new ConnectException("refused") : "value";
                }
                expected += Math.min(failures + 1, 4);
                calls.add(style.call(context, Steps.of(steps)));
            }
            for (Running call : calls) {
                try {
                    call.await();
                } catch (ConnectException exhausted) {
                    assertThat(GiveUpMarker.of(exhausted, "p")).isPresent();
                }
            }
            RetryCounts counts = counts(context);
            assertThat(counts.attempts(AttemptOutcome.SUCCESS) + counts.attempts(AttemptOutcome.FAILURE))
                    .isEqualTo(expected);
            assertIdentities(counts, time.sleeper().waits().size());
            assertThat(counts.waiting()).isZero();
        });
    }
}
