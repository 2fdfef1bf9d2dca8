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

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class NearestNameTests {

    private static final List<String> KNOWN = List.of("attempts", "base", "cap", "payment-api", "retry-after.max");

    @ParameterizedTest
    @CsvSource({
        "atempts, attempts",
        "attemtps, attempts",
        "bsae, base",
        "paymentApi, payment-api",
        "PAYMENT_API, payment-api",
        "retryAfterMax, retry-after.max",
        "cpa, cap"
    })
    void findsWhatWasProbablyMeant(String asked, String nearest) {
        assertThat(NearestName.of(asked, KNOWN)).contains(nearest);
    }

    @Test
    void suggestsNothingForWhatIsFarFromAll() {
        assertThat(NearestName.of("timeout-of-something", KNOWN)).isEmpty();
        assertThat(NearestName.of("attempts", List.of())).isEmpty();
    }
}
