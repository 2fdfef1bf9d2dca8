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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ThreadTimerTests extends RetryTimerContract {

    private final ThreadTimer timer = new ThreadTimer("timer-under-test");

    @Override
    RetryTimer timer() {
        return timer;
    }

    @AfterEach
    void close() {
        timer.close();
    }

    @Test
    void afterItsEndItTakesNoTasks() {
        AtomicInteger runs = new AtomicInteger();
        var unused = timer.schedule(runs::incrementAndGet, Duration.ofHours(1));

        timer.close();

        assertThatThrownBy(() -> timer.schedule(() -> {}, Duration.ofMillis(1)))
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(runs).hasValue(0);
    }

    @Test
    void itHasNoThreadBeforeItsFirstTask() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("timer-under-test") && thread.isAlive());
    }
}
