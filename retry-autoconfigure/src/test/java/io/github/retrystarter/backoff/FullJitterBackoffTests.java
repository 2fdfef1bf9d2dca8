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
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.backoff.ScriptedRandom.Draw;

import static org.assertj.core.api.Assertions.assertThat;

class FullJitterBackoffTests extends BackoffStrategyContract {

    @Override
    BackoffStrategy strategy(Duration base, Duration cap) {
        return new FullJitterBackoff(base, cap, 2);
    }

    @Test
    void spreadsALadderThatDoesNotGrow() {
        BackoffStrategy strategy = new FullJitterBackoff(Duration.ofSeconds(2), Duration.ofSeconds(10), 1);
        Xoshiro128 random = new Xoshiro128(44);

        assertThat(IntStream.rangeClosed(1, 100)
                        .mapToObj(attempt -> strategy.waitAfter(attempt, Duration.ZERO, random))
                        .distinct())
                .hasSizeGreaterThan(90)
                .allMatch(wait -> wait.compareTo(Duration.ofSeconds(2)) <= 0);
    }

    @Test
    void drawsAnIntWhileTheBoundIsOne() {
        assertThat(drawFor(Integer.MAX_VALUE - 1L)).containsExactly(new Draw("nextInt", Integer.MAX_VALUE));
    }

    @Test
    void drawsALongAboveThat() {
        assertThat(drawFor(Integer.MAX_VALUE)).containsExactly(new Draw("nextLong", 1L << 31));
        assertThat(drawFor(Long.MAX_VALUE - 1)).containsExactly(new Draw("nextLong", Long.MAX_VALUE));
    }

    @Test
    void drawsFromAllLongsWhereTheBoundIsNone() {
        assertThat(drawFor(Long.MAX_VALUE)).containsExactly(new Draw("nextLong", 0));
    }

    @Test
    void drawsOnceEvenWhereNothingIsLeftToChance() {
        ScriptedRandom random = ScriptedRandom.highest();

        strategy(Duration.ofMillis(100), Duration.ZERO).waitAfter(1, Duration.ZERO, random);

        assertThat(random.draws()).containsExactly(new Draw("nextInt", 1));
    }

    private List<Draw> drawFor(long ladder) {
        ScriptedRandom random = ScriptedRandom.middle();
        strategy(Duration.ofMillis(ladder), BackoffVectors.NO_CAP).waitAfter(1, Duration.ZERO, random);
        return random.draws();
    }
}
