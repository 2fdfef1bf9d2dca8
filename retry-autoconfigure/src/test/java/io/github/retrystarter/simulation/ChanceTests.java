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
package io.github.retrystarter.simulation;

import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ChanceTests {

    private static double first(long seed) {
        return Chance.of(seed).nextDouble();
    }

    @Test
    void theSameSeedDrawsTheSame() {
        assertThat(first(7)).isEqualTo(first(7)).isNotEqualTo(first(8));
    }

    @Test
    void neighbouringSeedsHaveNothingInCommon() {
        double meanDistance = LongStream.range(0, 10_000)
                .mapToDouble(seed -> Math.abs(first(seed) - first(seed + 1)))
                .average()
                .orElseThrow();

        assertThat(meanDistance).isCloseTo(1.0 / 3, within(0.01));
    }
}
