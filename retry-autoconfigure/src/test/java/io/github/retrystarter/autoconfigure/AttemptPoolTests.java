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
package io.github.retrystarter.autoconfigure;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.testing.Eventually;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class AttemptPoolTests {

    private static final int USUAL = 16;

    private final Queue<Runnable> due = new ArrayDeque<>();
    private final List<Duration> delays = new ArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final AttemptPool pool = new AttemptPool(Thread::new, () -> this::later);

    private synchronized RetryTimer.Timeout later(Runnable task, Duration delay) {
        due.add(task);
        delays.add(delay);
        return () -> {};
    }

    private synchronized Runnable next() {
        return due.poll();
    }

    @AfterEach
    void end() throws InterruptedException {
        release.countDown();
        pool.shutdownNow();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    private void hold(int threads) {
        CountDownLatch held = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            pool.execute(() -> {
                held.countDown();
                try {
                    release.await();
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        Eventually.until("all run", () -> held.getCount() == 0);
    }

    @Test
    void attemptsThatWaitForOthersDoNotHoldThemBackForEver(CapturedOutput output) throws Exception {
        CompletableFuture<String> other = new CompletableFuture<>();
        hold(USUAL);
        pool.execute(() -> other.complete("run"));
        assertThat(other).isNotDone();

        next().run();

        assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo("run");
        assertThat(delays).containsOnly(Duration.ofSeconds(1));
        assertThat(output).containsOnlyOnce("threads for further attempts have been held");
    }

    @Test
    void fewerThanAllThreadsHeldIsNoReasonForMore() {
        hold(USUAL - 1);
        CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> "run", pool);

        assertThat(other.join()).isEqualTo("run");
        assertThat(pool.getMaximumPoolSize()).isEqualTo(USUAL);
    }

    @Test
    void aQueueThatMovesIsNoReasonForMore(CapturedOutput output) {
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> gate = new CompletableFuture<>();
        hold(USUAL - 1);
        pool.execute(() -> {
            first.complete(null);
            gate.join();
        });
        first.join();
        CompletableFuture<Void> hasRun = new CompletableFuture<>();
        CompletableFuture<Void> secondGate = new CompletableFuture<>();
        pool.execute(() -> {
            hasRun.complete(null);
            secondGate.join();
        });
        pool.execute(() -> {});
        gate.complete(null);
        hasRun.join();
        Eventually.until("it is counted", () -> pool.getCompletedTaskCount() == 1);

        next().run();

        assertThat(pool.getMaximumPoolSize()).isEqualTo(USUAL);
        assertThat(output).doesNotContain("have been held");
        secondGate.complete(null);
    }

    @Test
    void thereIsABound() {
        hold(USUAL);
        for (int i = 0; i < 1_000; i++) {
            pool.execute(() -> {
                try {
                    release.await();
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        for (int i = 0; i < 100; i++) {
            next().run();
        }
        assertThat(pool.getMaximumPoolSize()).isEqualTo(256);
    }

    @Test
    void aTimerThatIsClosedDoesNotRefuseAnAttempt() throws Exception {
        AttemptPool closing = new AttemptPool(Thread::new, () -> (task, delay) -> {
            throw new IllegalStateException("closed");
        });
        CountDownLatch all = new CountDownLatch(4 * USUAL);
        for (int i = 0; i < 4 * USUAL; i++) {
            closing.execute(all::countDown);
        }
        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        closing.shutdownNow();
    }
}
