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
package io.github.retrystarter.budget;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RetryBudgetTests {

    private static final BudgetSettings SETTINGS = new BudgetSettings(true, 0.2, Duration.ofSeconds(10), 10);

    private long calls;
    private long nanos = -7_000_000_000L;
    private final RetryBudget budget = new RetryBudget(nanos);

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private boolean retry() {
        return budget.tryAcquire(SETTINGS, calls, nanos);
    }

    private int retriesAllowedNow() {
        int allowed = 0;
        while (retry()) {
            allowed++;
        }
        return allowed;
    }

    @Test
    void allowsTheLeastNumberWhateverTheCalls() {
        assertThat(retriesAllowedNow()).isEqualTo(10);
        assertThat(budget.available(SETTINGS, calls, nanos)).isZero();
    }

    @Test
    void allowsAShareOfTheCallsOfTheWindow() {
        pass(Duration.ofSeconds(10));
        calls = 1_000;

        assertThat(budget.available(SETTINGS, calls, nanos)).isEqualTo(200);
        assertThat(retriesAllowedNow()).isEqualTo(200);
    }

    @Test
    void scalesALongHealthyTimeToTheWindow() {
        pass(Duration.ofMinutes(10));
        calls = 60_000;

        assertThat(retriesAllowedNow()).isEqualTo(200);
    }

    @Test
    void isWholeAgainOneWindowAfterItsLastRetry() {
        assertThat(retriesAllowedNow()).isEqualTo(10);

        pass(Duration.ofSeconds(10).minusNanos(1));
        assertThat(retriesAllowedNow()).isZero();
        pass(Duration.ofNanos(1));
        assertThat(retriesAllowedNow()).isEqualTo(10);
    }

    @Test
    void recoversAfterALongOutage() {
        for (int second = 0; second < 120; second++) {
            calls += 100;
            retriesAllowedNow();
            pass(Duration.ofSeconds(1));
        }
        calls += 1_000;
        pass(Duration.ofSeconds(10));

        assertThat(retriesAllowedNow()).isBetween(180, 200);
    }

    @Test
    void keepsAnOutageWithinTheRatio() {
        calls = 3_000;
        pass(Duration.ofSeconds(30));
        long before = calls;
        long retries = 0;
        for (int tick = 0; tick < 1_200; tick++) {
            calls += 10;
            for (int i = 0; i < 10; i++) {
                retries += retry() ? 1 : 0;
            }
            pass(Duration.ofMillis(100));
        }

        assertThat((double) retries / (calls - before)).isBetween(0.15, 0.25);
    }

    @Test
    void takesBackTheRetryThatDidNotStart() {
        long acquired = nanos;
        assertThat(retriesAllowedNow()).isEqualTo(10);

        budget.release(acquired);

        assertThat(retriesAllowedNow()).isOne();
    }

    @Test
    void takesBackARetryThatOthersCameAfter() {
        long acquired = nanos;
        assertThat(retry()).isTrue();
        pass(Duration.ofSeconds(3));
        assertThat(retry()).isTrue();
        pass(Duration.ofSeconds(3));
        assertThat(retriesAllowedNow()).isEqualTo(8);

        budget.release(acquired);

        assertThat(retriesAllowedNow()).isOne();
    }

    @Test
    void everyRetryLeavesByItself() {
        assertThat(retry()).isTrue();
        pass(Duration.ofSeconds(3));
        assertThat(retry()).isTrue();
        pass(Duration.ofSeconds(7));
        assertThat(retriesAllowedNow()).isEqualTo(9);
        pass(Duration.ofSeconds(3));
        assertThat(retriesAllowedNow()).isOne();
    }

    @Test
    void takingBackWhatIsNoLongerCountedChangesNothing() {
        long acquired = nanos;
        assertThat(retry()).isTrue();
        pass(Duration.ofSeconds(11));
        assertThat(retriesAllowedNow()).isEqualTo(10);

        budget.release(acquired);

        assertThat(retry()).isFalse();
    }

    @Test
    void thousandThreadsThatFailAtOnceGetNoMoreThanTheBound() throws Exception {
        pass(Duration.ofSeconds(10));
        ExecutorService threads = Executors.newFixedThreadPool(16);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<Boolean>> asked = IntStream.range(0, 1_000)
                    .mapToObj(i -> threads.submit(() -> {
                        start.await();
                        return budget.tryAcquire(SETTINGS, 1_000, nanos);
                    }))
                    .toList();
            start.countDown();
            int allowed = 0;
            for (Future<Boolean> answer : asked) {
                allowed += answer.get(30, TimeUnit.SECONDS) ? 1 : 0;
            }
            assertThat(allowed).isEqualTo(200);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void readingsThatAreSlightlyOutOfOrderDoNoHarm() {
        assertThat(budget.tryAcquire(SETTINGS, 0, nanos + 50)).isTrue();
        assertThat(budget.tryAcquire(SETTINGS, 0, nanos)).isTrue();

        budget.release(nanos);
        budget.release(nanos + 50);

        assertThat(retriesAllowedNow()).isEqualTo(10);
    }

    @Test
    void otherLimitsApplyToWhatWasCountedBefore() {
        assertThat(retriesAllowedNow()).isEqualTo(10);
        BudgetSettings wider = new BudgetSettings(true, 0.2, Duration.ofSeconds(10), 12);

        assertThat(budget.available(wider, calls, nanos)).isEqualTo(2);
        assertThat(budget.tryAcquire(new BudgetSettings(false, 0, Duration.ofSeconds(1), 0), calls, nanos))
                .isTrue();
    }

    @Test
    void settingsThatMeanNothingAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BudgetSettings(true, -0.1, Duration.ofSeconds(1), 0))
                .withMessage("budget.ratio (-0.1) must be a number of at least 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BudgetSettings(true, Double.NaN, Duration.ofSeconds(1), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BudgetSettings(true, 0.1, Duration.ZERO, 0))
                .withMessageContaining("budget.window (PT0S)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BudgetSettings(true, 0.1, Duration.ofSeconds(1), -1))
                .withMessageContaining("budget.min-retries (-1)");
    }
}
