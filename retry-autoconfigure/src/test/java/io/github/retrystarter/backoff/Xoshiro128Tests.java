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

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class Xoshiro128Tests {

    static List<JsonNode> streams() {
        return BackoffVectors.list("/seeded/rng");
    }

    @ParameterizedTest
    @MethodSource("streams")
    void givesThePublishedWords(JsonNode stream) {
        Xoshiro128 random = new Xoshiro128(stream.get("seed").longValue());
        long[] expected = BackoffVectors.longs(stream.get("next_u32"));

        assertThat(LongStream.generate(() -> Integer.toUnsignedLong(random.nextInt()))
                        .limit(expected.length))
                .containsExactly(box(expected));
    }

    @ParameterizedTest
    @MethodSource("streams")
    void givesThePublishedNumbersBelowABound(JsonNode stream) {
        for (int bound : new int[] {7, 1_000_000}) {
            Xoshiro128 random = new Xoshiro128(stream.get("seed").longValue());
            long[] expected = BackoffVectors.longs(stream.get("next_int_" + bound));

            assertThat(LongStream.generate(() -> random.nextInt(bound)).limit(expected.length))
                    .as("bound %s", bound)
                    .containsExactly(box(expected));
        }
    }

    @ParameterizedTest
    @MethodSource("streams")
    void makesFractionsAndLongsOfTheSameWords(JsonNode stream) {
        long seed = stream.get("seed").longValue();
        long[] words = BackoffVectors.longs(stream.get("next_u32"));

        assertThat(new Xoshiro128(seed).nextDouble()).isEqualTo(words[0] / 0x1p32);
        assertThat(new Xoshiro128(seed).nextFloat()).isEqualTo((words[0] >>> 8) / 0x1p24f);
        assertThat(new Xoshiro128(seed).nextLong()).isEqualTo(words[0] << 32 | words[1]);
    }

    @Test
    void staysBelowTheLargestBound() {
        Xoshiro128 random = new Xoshiro128(1);

        assertThat(IntStream.generate(() -> random.nextInt(Integer.MAX_VALUE)).limit(1_000))
                .allMatch(drawn -> drawn >= 0 && drawn < Integer.MAX_VALUE);
    }

    @Test
    void refusesABoundThatLeavesNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Xoshiro128(1).nextInt(0))
                .withMessage("bound (0) must be positive");
    }

    private static Long[] box(long[] values) {
        return LongStream.of(values).boxed().toArray(Long[]::new);
    }
}
