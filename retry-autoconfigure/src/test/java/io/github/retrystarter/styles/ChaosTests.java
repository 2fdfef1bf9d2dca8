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

import java.lang.ref.WeakReference;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryWaits;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.Garbage;
import io.github.retrystarter.testing.Identities;
import io.github.retrystarter.testing.LiveThreads;
import io.github.retrystarter.testing.OneCall;
import io.github.retrystarter.testing.QuietLog;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.StyleKind;
import io.github.retrystarter.testing.Yaml;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** Very many calls in every style that fail, are stopped and lose their application, all at once. */
@ExtendWith(QuietLog.class)
class ChaosTests {

    private static final int CALLS = 100_000;
    private static final int BATCH = 5_000;
    private static final int UNTIL_CLOSE = 80_000;

    private final AtomicLong invocations = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong neverBegun = new AtomicLong();
    private ExecutorService callers;

    @BeforeEach
    void prepare() {
        callers = Executors.newFixedThreadPool(16);
    }

    @AfterEach
    void tidyUp() {
        callers.shutdownNow();
    }

    private static ApplicationContextRunner contexts(MeterRegistry registry) {
        return RetryContexts.runner()
                .withInitializer(Yaml.file("""
                        retry.policies.p: {attempts: 4, base: 1ms, cap: 3ms, budget.enabled: false}
                        """))
                .withBean(MeterRegistry.class, () -> registry)
                .withBean(EveryStyle.class);
    }

    /** Work that fails as often as it was drawn before it began, so that threads change nothing about the draws. */
    private EveryStyle.Work work(Random random) {
        int failures = random.nextInt(6);
        boolean heals = random.nextInt(20) > 0;
        AtomicLong attempts = new AtomicLong();
        return () -> {
            invocations.incrementAndGet();
            if (attempts.incrementAndGet() > failures) {
                return "value";
            }
            if (heals) {
                throw new ConnectException("refused");
            }
            throw new IllegalArgumentException("wrong");
        };
    }

    @Test
    void everyCallEndsOnceAndIsCountedExactly() {
        MeterRegistry registry = new SimpleMeterRegistry();
        List<WeakReference<OneCall>> all = new ArrayList<>();
        AtomicReference<RetryCounts> counts = new AtomicReference<>();
        contexts(registry).run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            counts.set(policy.counts());
            policy.addWaitListener((source, delay) -> waits.incrementAndGet());
            EveryStyle bean = context.getBean(EveryStyle.class);
            RetryWaits inProgress = context.getBean(RetryWaits.class);
            Random random = new Random(4);
            CompletableFuture<Void> closed = null;
            for (int begun = 0; begun < CALLS; begun += BATCH) {
                if (begun == UNTIL_CLOSE) {
                    double timed = registry.get("retry.waits")
                            .tags("policy", "p", "source", "backoff")
                            .timer()
                            .count();
                    assertThat(timed).isEqualTo(waits.get());
                    closed = CompletableFuture.runAsync(
                            context.getSourceApplicationContext()::close, task -> new Thread(task, "closing").start());
                }
                runBatch(bean, random, all);
            }
            Eventually.until("the context is closed", closed::isDone);
            assertThat(inProgress.inProgress()).isZero();
        });
        RetryCounts counted = counts.get();
        assertThat(Identities.calls(counted) + neverBegun.get()).isEqualTo(CALLS);
        assertThat(Identities.attempts(counted)).isEqualTo(invocations.get());
        Identities.assertHold(counted, waits.get());
        for (GiveUpReason reason : List.of(
                GiveUpReason.ATTEMPTS_EXHAUSTED,
                GiveUpReason.NOT_RETRYABLE,
                GiveUpReason.CANCELLED,
                GiveUpReason.INTERRUPTED,
                GiveUpReason.SHUTDOWN)) {
            assertThat(counted.giveUps(reason)).as(reason.key()).isPositive();
        }
        assertThat(counted.calls(CallOutcome.FIRST_TRY)).isPositive();
        assertThat(counted.calls(CallOutcome.RECOVERED)).isPositive();
        assertThat(all).hasSize(CALLS);
        callers.shutdownNow();
        LiveThreads.awaitNoneOfOurs();
        Garbage.assertCollected("every call", all);
    }

    /** Begins calls, stops some of them at some time, and looks at how each has ended. */
    private void runBatch(EveryStyle bean, Random random, List<WeakReference<OneCall>> all)
            throws InterruptedException {
        List<OneCall> calls = new ArrayList<>(BATCH);
        for (int i = 0; i < BATCH; i++) {
            StyleKind kind = StyleKind.values()[random.nextInt(4)];
            OneCall call = kind.begin(bean, work(random), callers);
            calls.add(call);
            all.add(new WeakReference<>(call));
            if (random.nextInt(5) == 0) {
                calls.get(random.nextInt(calls.size())).stop();
            }
        }
        for (OneCall call : calls) {
            Throwable failure = call.failure();
            if (!call.stopped()) {
                assertThat(call.ends()).isEqualTo(1);
                assertThat(failure == null
                                || failure instanceof ConnectException
                                || failure instanceof IllegalArgumentException)
                        .as(String.valueOf(failure))
                        .isTrue();
            }
            assertThat(call.ends()).isLessThanOrEqualTo(1);
            if (call.neverBegun()) {
                neverBegun.incrementAndGet();
            }
        }
    }
}
