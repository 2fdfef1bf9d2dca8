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

import java.math.BigInteger;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LinearBackoffTests extends BackoffStrategyContract {

    @Override
    BackoffStrategy strategy(Duration base, Duration cap) {
        return linear(base, cap, Duration.ofMillis(250));
    }

    @Test
    void isExactForAnyNumbers() {
        Xoshiro128 random = new Xoshiro128(38);
        for (int round = 0; round < 20_000; round++) {
            long base = RandomNumbers.positive(random);
            long cap = RandomNumbers.positive(random);
            long increment = RandomNumbers.positive(random);
            int attempt = RandomNumbers.attempt(random);
            long exact = BigInteger.valueOf(attempt - 1)
                    .multiply(BigInteger.valueOf(increment))
                    .add(BigInteger.valueOf(base))
                    .min(BigInteger.valueOf(cap))
                    .longValueExact();

            BackoffStrategy strategy =
                    linear(Duration.ofMillis(base), Duration.ofMillis(cap), Duration.ofMillis(increment));

            assertThat(strategy.waitAfter(attempt, Duration.ZERO, random))
                    .as("%s after attempt %s", strategy, attempt)
                    .isEqualTo(Duration.ofMillis(exact));
        }
    }

    @Test
    void neverGrowsByAnIncrementOfZero() {
        BackoffStrategy strategy = linear(Duration.ofMillis(100), BackoffVectors.NO_CAP, Duration.ZERO);

        assertThat(strategy.ceiling(1_000_000, Duration.ZERO)).contains(Duration.ofMillis(100));
    }

    @Test
    void roundsAPartOfAMillisecondInItsIncrementUp() {
        assertThat(linear(Duration.ofMillis(100), BackoffVectors.NO_CAP, Duration.ofNanos(1)))
                .isEqualTo(linear(Duration.ofMillis(100), BackoffVectors.NO_CAP, Duration.ofMillis(1)));
    }

    @Test
    void drawsNothing() {
        ScriptedRandom random = ScriptedRandom.middle();

        strategy(Duration.ofMillis(100), Duration.ofSeconds(10)).waitAfter(2, Duration.ofMillis(100), random);

        assertThat(random.draws()).isEmpty();
    }

    @Test
    void refusesANegativeIncrement() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> linear(Duration.ofMillis(100), Duration.ofSeconds(10), Duration.ofMillis(-5)))
                .withMessage("increment (PT-0.005S) must not be negative");
    }

    private static LinearBackoff linear(Duration base, Duration cap, Duration increment) {
        return new LinearBackoff(base, cap, increment);
    }
}
