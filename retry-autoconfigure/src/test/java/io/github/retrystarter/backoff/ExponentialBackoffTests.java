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

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ExponentialBackoffTests extends BackoffStrategyContract {

    @Override
    BackoffStrategy strategy(Duration base, Duration cap) {
        return new ExponentialBackoff(base, cap, 2);
    }

    @Test
    void isExactForAnyWholeMultiplier() {
        Xoshiro128 random = new Xoshiro128(38);
        for (int round = 0; round < 20_000; round++) {
            long base = RandomNumbers.positive(random);
            long cap = RandomNumbers.positive(random);
            int multiplier = RandomNumbers.attempt(random);
            int attempt = 1 + random.nextInt(70);
            long exact = BigInteger.valueOf(multiplier)
                    .pow(attempt - 1)
                    .multiply(BigInteger.valueOf(base))
                    .min(BigInteger.valueOf(cap))
                    .longValueExact();

            assertThat(millis(base, cap, multiplier, attempt))
                    .as("%s ms, cap %s ms, times %s, after attempt %s", base, cap, multiplier, attempt)
                    .isEqualTo(exact);
        }
    }

    @Test
    void isWithinAMillisecondForAnyOtherMultiplier() {
        Xoshiro128 random = new Xoshiro128(39);
        BigDecimal tenYears = BigDecimal.valueOf(Duration.ofDays(3_653).toMillis());
        for (int round = 0; round < 20_000; round++) {
            long base = 1 + random.nextInt(100_000);
            double multiplier = 1 + random.nextInt(400) / 100.0;
            int attempt = 1 + random.nextInt(40);
            long exact = BigDecimal.valueOf(multiplier)
                    .pow(attempt - 1)
                    .multiply(BigDecimal.valueOf(base))
                    .min(tenYears)
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();

            assertThat(millis(base, tenYears.longValueExact(), multiplier, attempt))
                    .as("%s ms times %s after attempt %s", base, multiplier, attempt)
                    .isBetween(exact - 1, exact + 1);
        }
    }

    @Test
    void keepsAWaitThatOnlyJustFitsBelowTheCap() {
        assertThat(millis(3, 10, 3, 2)).isEqualTo(9);
        assertThat(millis(3, 9, 3, 2)).isEqualTo(9);
        assertThat(millis(3, 8, 3, 2)).isEqualTo(8);
    }

    @Test
    void roundsHalfUpOnceAtTheEnd() {
        LongStream waits = IntStream.rangeClosed(1, 8).mapToLong(attempt -> millis(50, 5_000, 1.5, attempt));

        // 50, 75, 112.5, 168.75, 253.125, 379.6875, 569.53125, 854.296875
        assertThat(waits).containsExactly(50L, 75L, 113L, 169L, 253L, 380L, 570L, 854L);
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {1, 1.0000000000000002, 1.000000000001, 1.0000001, 1.001, 1.1, 1.5, 2, 2.5, 3, 10, 1e9, 1e300})
    void neverFallsAndNeverLeavesTheCap(double multiplier) {
        for (long cap : new long[] {Duration.ofHours(1).toMillis(), Long.MAX_VALUE}) {
            long previous = 5_000;
            for (int attempt : attemptsUpToTheLargest()) {
                long wait = millis(5_000, cap, multiplier, attempt);
                assertThat(wait).as("cap %s, attempt %s", cap, attempt).isBetween(previous, cap);
                previous = wait;
            }
        }
    }

    @Test
    void reachesTheCapHoweverSlowTheGrowth() {
        assertThat(millis(100, Long.MAX_VALUE, 1.0000001, Integer.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(millis(100, 10_000, 1.0000001, Integer.MAX_VALUE)).isEqualTo(10_000);
        assertThat(millis(100, Long.MAX_VALUE, 1.0000001, 1_000_001)).isEqualTo(111);
    }

    @Test
    void neverGrowsByAMultiplierOfOne() {
        assertThat(millis(100, Long.MAX_VALUE, 1, Integer.MAX_VALUE)).isEqualTo(100);
    }

    @Test
    void takesABaseOfThreeHundredYears() {
        Duration base = Duration.ofDays(365L * 300);
        BackoffStrategy strategy = new ExponentialBackoff(base, BackoffVectors.NO_CAP, 2);

        assertThat(strategy.ceiling(1, Duration.ZERO)).contains(base);
        assertThat(strategy.ceiling(20, Duration.ZERO)).contains(base.multipliedBy(1 << 19));
        assertThat(strategy.ceiling(10_000, Duration.ZERO)).contains(BackoffVectors.NO_CAP);
    }

    @Test
    void drawsNothing() {
        ScriptedRandom random = ScriptedRandom.middle();

        strategy(Duration.ofMillis(100), Duration.ofSeconds(10)).waitAfter(2, Duration.ofMillis(100), random);

        assertThat(random.draws()).isEmpty();
    }

    private static int[] attemptsUpToTheLargest() {
        IntStream first = IntStream.rangeClosed(1, 10_000);
        IntStream aroundPowersOfTwo = IntStream.rangeClosed(14, 30)
                .flatMap(power -> IntStream.rangeClosed((1 << power) - 3, (1 << power) + 3));
        IntStream last = IntStream.of(Integer.MAX_VALUE - 2, Integer.MAX_VALUE - 1, Integer.MAX_VALUE);
        return IntStream.concat(IntStream.concat(first, aroundPowersOfTwo), last)
                .toArray();
    }

    private static long millis(long base, long cap, double multiplier, int attempt) {
        BackoffStrategy strategy = new ExponentialBackoff(Duration.ofMillis(base), Duration.ofMillis(cap), multiplier);
        return strategy.waitAfter(attempt, Duration.ZERO, ScriptedRandom.middle())
                .toMillis();
    }
}
