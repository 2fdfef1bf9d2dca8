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

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What every timer does that really waits. */
abstract class RetryTimerContract {

    abstract RetryTimer timer();

    @Test
    void theTaskRunsOnceAndNotEarlier() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        long begun = System.nanoTime();

        RetryTimer.Timeout timeout = timer().schedule(
                        () -> {
                            runs.incrementAndGet();
                            ran.countDown();
                        },
                        Duration.ofMillis(20));

        assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(System.nanoTime() - begun)
                .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
        timeout.cancel();
        assertThat(runs).hasValue(1);
    }

    @Test
    void aTaskThatWasTakenBackDoesNotRunBeforeOneThatIsDueLater() throws Exception {
        RetryTimer timer = timer();
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch later = new CountDownLatch(1);
        RetryTimer.Timeout timeout = timer.schedule(runs::incrementAndGet, Duration.ofMillis(50));

        timeout.cancel();
        var unused = timer.schedule(later::countDown, Duration.ofMillis(60));

        assertThat(later.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(0);
    }

    @Test
    void waitsOfAgesAreTaken() {
        timer().schedule(() -> {}, Duration.ofSeconds(Long.MAX_VALUE)).cancel();
    }
}
