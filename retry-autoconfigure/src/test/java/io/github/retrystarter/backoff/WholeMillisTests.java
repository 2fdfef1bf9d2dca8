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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WholeMillisTests {

    @Test
    void aDurationWithNothingToRoundIsItself() {
        Duration whole = Duration.ofSeconds(3, 5_000_000);

        assertThat(WholeMillis.rounded(whole)).isSameAs(whole);
    }

    @Test
    void othersAreRoundedUpAndNeverNegativeNorTooLong() {
        assertThat(WholeMillis.rounded(Duration.ofNanos(1))).isEqualTo(Duration.ofMillis(1));
        assertThat(WholeMillis.rounded(Duration.ofSeconds(-1))).isZero();
        assertThat(WholeMillis.rounded(Duration.ofSeconds(Long.MAX_VALUE)))
                .isEqualTo(Duration.ofMillis(Long.MAX_VALUE));
    }
}
