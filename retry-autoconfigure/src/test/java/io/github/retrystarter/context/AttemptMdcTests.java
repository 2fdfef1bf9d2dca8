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
package io.github.retrystarter.context;

import java.net.ConnectException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.reactive.ReactiveRetry;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.OneCall;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.StyleKind;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.publisher.Mono;

/** What the logging context knows during an attempt. */
class AttemptMdcTests {

    private static final Executor SAME_THREAD = Runnable::run;

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private final ApplicationContextRunner off = RetryContexts.runner(new VirtualTime())
            .withPropertyValues(
                    "retry.policies.p.backoff=constant",
                    "retry.policies.p.base=10ms",
                    "retry.policies.outer.attempts=2")
            .withBean(EveryStyle.class);
    private final ApplicationContextRunner contexts = off.withPropertyValues("retry.logging.mdc=true");

    @AfterEach
    void clear() {
        MDC.clear();
    }

    private Object note() {
        seen.add(MDC.get("retry.policy") + " " + MDC.get("retry.attempt"));
        return "value";
    }

    private EveryStyle.Work failingTwice() {
        AtomicInteger attempts = new AtomicInteger();
        return () -> {
            note();
            if (attempts.incrementAndGet() < 3) {
                throw new ConnectException("refused");
            }
            return "value";
        };
    }

    @ParameterizedTest
    @EnumSource
    void policyAndAttemptAreThereOnWhateverThreadAnAttemptRuns(StyleKind style) {
        contexts.run(context -> {
            MDC.put("request", "4711");
            OneCall call = style.begin(context.getBean(EveryStyle.class), failingTwice(), SAME_THREAD);
            assertThat(call.failure()).isNull();

            assertThat(seen).containsExactly("p 1", "p 2", "p 3");
            assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("request", "4711"));
        });
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsThereUnlessItIsAskedFor(StyleKind style) {
        off.run(context -> {
            OneCall call = style.begin(context.getBean(EveryStyle.class), failingTwice(), SAME_THREAD);
            assertThat(call.failure()).isNull();

            assertThat(seen).containsExactly("null null", "null null", "null null");
        });
    }

    @Test
    void whatASubscriptionDoesAtOnceKnowsTheAttempt() {
        contexts.run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            EveryStyle.Work work = failingTwice();
            ReactiveRetry.of(policy)
                    .mono(attempt -> Mono.fromCallable(work::attempt))
                    .block();

            assertThat(seen).containsExactly("p 1", "p 2", "p 3");
        });
    }

    @Test
    void anOuterPolicyIsThereAgainAfterAnInnerOne() {
        contexts.run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            policies.get("outer").call(attempt -> {
                note();
                policies.get("p").call(inner -> note());
                policies.get("p")
                        .callAsync(inner -> {
                            note();
                            return inner.isFirst()
                                    ? CompletableFuture.failedFuture(new ConnectException("refused"))
                                    : CompletableFuture.completedFuture("value");
                        })
                        .join();
                return note();
            });

            assertThat(seen).containsExactly("outer 1", "p 1", "p 1", "p 2", "outer 1");
            assertThat(MDC.get("retry.policy")).isNull();
            assertThat(MDC.get("retry.attempt")).isNull();
        });
    }

    @Test
    void whatWasThereBeforeIsRestoredAfterAFailureToo() {
        contexts.run(context -> {
            MDC.put("retry.policy", "of the application");
            context.getBean(RetryPolicies.class)
                    .get("p")
                    .execute(new Script(new IllegalArgumentException("not retried")));

            assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("retry.policy", "of the application"));
        });
    }

    @Test
    void thereIsNothingBetweenAttempts() {
        List<String> during = new ArrayList<>();
        contexts.withBean(RetryEventListener.class, () -> event -> during.add(MDC.get("retry.attempt")))
                .run(context -> {
                    context.getBean(RetryPolicies.class)
                            .get("p")
                            .call(new Script(new ConnectException("refused"), "value"));

                    assertThat(during).containsExactly(null, null);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUE", "on", "yes"})
    void everyWayToWriteTrueCounts(String value) {
        off.withPropertyValues("retry.logging.mdc=" + value)
                .run(context -> assertThat(context).hasSingleBean(AttemptMdc.class));
    }

    @Test
    void anyOtherValueStopsStartUp() {
        off.withPropertyValues("retry.logging.mdc=sometimes").run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure()).hasStackTraceContaining("retry.logging.mdc");
        });
    }
}
