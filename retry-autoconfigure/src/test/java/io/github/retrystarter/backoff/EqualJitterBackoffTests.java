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
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EqualJitterBackoffTests extends BackoffStrategyContract {

    @Override
    BackoffStrategy strategy(Duration base, Duration cap) {
        return new EqualJitterBackoff(base, cap, 2);
    }

    @Override
    long missedBelow(Duration ceiling) {
        return ceiling.toMillis() % 2;
    }

    @Test
    void halvesAnOddLadderDownwards() {
        BackoffStrategy strategy = strategy(Duration.ofMillis(101), Duration.ofSeconds(10));

        assertThat(strategy.waitAfter(1, Duration.ZERO, ScriptedRandom.lowest()))
                .isEqualTo(Duration.ofMillis(50));
        assertThat(strategy.waitAfter(1, Duration.ZERO, ScriptedRandom.highest()))
                .isEqualTo(Duration.ofMillis(100));
        assertThat(strategy.floor(1, Duration.ZERO)).isEqualTo(Duration.ofMillis(50));
        assertThat(strategy.ceiling(1, Duration.ZERO)).contains(Duration.ofMillis(101));
    }

    @Test
    void spreadsALadderThatDoesNotGrow() {
        BackoffStrategy strategy = new EqualJitterBackoff(Duration.ofSeconds(2), Duration.ofSeconds(10), 1);
        Xoshiro128 random = new Xoshiro128(44);

        assertThat(IntStream.rangeClosed(1, 100)
                        .mapToObj(attempt -> strategy.waitAfter(attempt, Duration.ZERO, random))
                        .distinct())
                .hasSizeGreaterThan(90)
                .allMatch(wait -> wait.compareTo(Duration.ofSeconds(1)) >= 0);
    }
}
