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
package io.github.retrystarter.backoff;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A thousand callers that failed together, long after their ladders reached the cap. */
class BackoffSpreadTests {

    private static final int CALLERS = 1_000;

    private static final int RETRY = 20;

    private static final Duration BASE = Duration.ofMillis(100);

    private static final Duration CAP = Duration.ofSeconds(10);

    @Test
    void fullJitterFillsTheRangeFromNothingToTheCap() {
        assertFilledEvenly(waitsOfTheHerd(new FullJitterBackoff(BASE, CAP, 2)), 0, 10_000);
    }

    @Test
    void equalJitterFillsTheUpperHalfBelowTheCap() {
        assertFilledEvenly(waitsOfTheHerd(new EqualJitterBackoff(BASE, CAP, 2)), 5_000, 10_000);
    }

    @Test
    void decorrelatedJitterLeavesMostCallersBelowTheCap() {
        long[] waits = waitsOfTheHerd(new DecorrelatedJitterBackoff(BASE, CAP));

        assertThat(Arrays.stream(waits)).allMatch(wait -> wait >= 100 && wait <= 10_000);
        assertThat(Arrays.stream(waits)
                        .boxed()
                        .collect(Collectors.groupingBy(wait -> wait, Collectors.counting()))
                        .values())
                .allMatch(callers -> callers <= CALLERS * 40 / 100);
    }

    private static void assertFilledEvenly(long[] waits, long least, long most) {
        double width = (most - least + 1) / 10.0;
        Map<Integer, Long> buckets = Arrays.stream(waits)
                .boxed()
                .collect(Collectors.groupingBy(wait -> (int) ((wait - least) / width), Collectors.counting()));

        assertThat(buckets.keySet()).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(buckets.values()).allMatch(callers -> callers >= CALLERS * 7 / 100 && callers <= CALLERS * 13 / 100);
    }

    private static long[] waitsOfTheHerd(BackoffStrategy strategy) {
        RandomGenerator random = new Xoshiro128(43);
        return LongStream.generate(() -> lastWait(strategy, random))
                .limit(CALLERS)
                .toArray();
    }

    private static long lastWait(BackoffStrategy strategy, RandomGenerator random) {
        Duration wait = Duration.ZERO;
        for (int attempt : IntStream.rangeClosed(1, RETRY).toArray()) {
            wait = strategy.waitAfter(attempt, wait, random);
        }
        return wait.toMillis();
    }
}
