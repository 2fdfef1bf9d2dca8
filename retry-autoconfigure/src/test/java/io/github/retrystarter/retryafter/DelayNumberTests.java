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
package io.github.retrystarter.retryafter;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class DelayNumberTests {

    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "000, 0",
        "007, 7000",
        "2.0, 2000",
        "0.503, 503",
        "0.0001, 1",
        "1.0000, 1000",
        "1.00000000000001, 1001",
        "9223372036854775, 9223372036854775000",
        "9223372036854775.807, 9223372036854775807",
        "9223372036854775.8070001, 9223372036854775807",
        "9223372036854775.808, 9223372036854775807",
        "9223372036854776, 9223372036854775807",
        "9223372036854775808, 9223372036854775807",
    })
    void roundsUpToTheMillisecondAndSaturates(String text, long expectedMillis) {
        assertThat(DelayNumber.decimal(text, 3)).hasValue(expectedMillis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", ".", ".5", "5.", "1.5.2", "1,5", "+5", "-5", "-0", "1e3", "0x10", "1_000", "5 ", " 5", "5s", "5f",
                "5L", "１２", "٣٠", "१०", "²", "1.５", "NaN", "\u00005"
            })
    void readsNothingButDigitsAroundOneDot(String text) {
        assertThat(DelayNumber.decimal(text, 3)).isEmpty();
        assertThat(DelayNumber.whole(text, 3)).isEmpty();
    }

    @Test
    void readsNoFractionWhereWholeNumbersAreAskedFor() {
        assertThat(DelayNumber.whole("5", 0)).hasValue(5);
        assertThat(DelayNumber.whole("5", 3)).hasValue(5_000);
        assertThat(DelayNumber.whole("5.0", 0)).isEmpty();
    }

    @Test
    void agreesWithExactArithmeticForRandomNumbers() {
        Random random = new Random(20_260_101);
        for (int i = 0; i < 50_000; i++) {
            String integer = digits(random, 1 + random.nextInt(22));
            String text = random.nextBoolean() ? integer : integer + "." + digits(random, 1 + random.nextInt(8));
            int scale = random.nextInt(4);

            OptionalLong actual = DelayNumber.decimal(text, scale);

            BigDecimal exact = new BigDecimal(text).movePointRight(scale).setScale(0, RoundingMode.CEILING);
            assertThat(actual).as(text).hasValue(exact.min(LONGEST).longValueExact());
        }
    }

    @Test
    void readsFourHundredDigits() {
        assertThat(DelayNumber.decimal("9".repeat(400), 3)).hasValue(Long.MAX_VALUE);
        assertThat(DelayNumber.decimal("0".repeat(399) + "7", 3)).hasValue(7_000);
        assertThat(DelayNumber.decimal("7." + "0".repeat(400), 3)).hasValue(7_000);
        assertThat(DelayNumber.decimal("7." + "0".repeat(400) + "1", 3)).hasValue(7_001);
    }

    private static String digits(Random random, int length) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < length; i++) {
            digits.append(random.nextInt(4) == 0 ? 0 : random.nextInt(10));
        }
        return digits.toString();
    }
}
