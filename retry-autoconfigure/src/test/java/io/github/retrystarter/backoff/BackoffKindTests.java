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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BackoffKindTests {

    private static final Duration BASE = Duration.ofMillis(100);

    private static final Duration CAP = Duration.ofSeconds(10);

    private static final Duration INCREMENT = Duration.ofMillis(50);

    @Test
    void hasOneKeyForEachKind() {
        assertThat(Arrays.stream(BackoffKind.values()).map(BackoffKind::key))
                .containsExactly(
                        "constant", "linear", "exponential", "full-jitter", "equal-jitter", "decorrelated-jitter");
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsKey(BackoffKind kind) {
        assertThat(BackoffKind.of(kind.key())).contains(kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "FULL_JITTER", "full_jitter", "fullJitter", " full-jitter", "none"})
    void isNotFoundByAnythingElse(String key) {
        assertThat(BackoffKind.of(key)).isEmpty();
    }

    @Test
    void makesTheStrategyOfItsName() {
        assertThat(Arrays.stream(BackoffKind.values()).map(BackoffKindTests::strategy))
                .containsExactly(
                        new ConstantBackoff(BASE, CAP),
                        new LinearBackoff(BASE, CAP, INCREMENT),
                        new ExponentialBackoff(BASE, CAP, 3),
                        new FullJitterBackoff(BASE, CAP, 3),
                        new EqualJitterBackoff(BASE, CAP, 3),
                        new DecorrelatedJitterBackoff(BASE, CAP));
    }

    @ParameterizedTest
    @EnumSource
    void isJitteredWhereItsStrategyDraws(BackoffKind kind) {
        ScriptedRandom random = ScriptedRandom.middle();

        strategy(kind).waitAfter(1, Duration.ZERO, random);

        assertThat(random.draws().isEmpty()).isNotEqualTo(kind.jittered());
    }

    @ParameterizedTest
    @EnumSource
    void usesAMultiplierWhereItMakesADifference(BackoffKind kind) {
        assertThat(kind.strategy(BASE, CAP, 4, INCREMENT).equals(strategy(kind)))
                .isNotEqualTo(kind.usesMultiplier());
    }

    @ParameterizedTest
    @EnumSource
    void usesAnIncrementWhereItMakesADifference(BackoffKind kind) {
        assertThat(kind.strategy(BASE, CAP, 3, BASE).equals(strategy(kind))).isNotEqualTo(kind.usesIncrement());
    }

    @ParameterizedTest
    @EnumSource
    void looksOnlyAtWhatItUses(BackoffKind kind) {
        double multiplier = kind.usesMultiplier() ? 3 : Double.NaN;
        Duration increment = kind.usesIncrement() ? INCREMENT : INCREMENT.negated();

        assertThat(kind.strategy(BASE, CAP, multiplier, increment)).isEqualTo(strategy(kind));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONSTANT")
    void refusesABaseOfZeroUnlessConstant(BackoffKind kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kind.strategy(Duration.ZERO, CAP, 3, INCREMENT))
                .withMessage("base (PT0S) must be longer than zero, which only a constant backoff allows");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -2, 0, 0.9999999999999999})
    void refusesAMultiplierThatDoesNotGrow(double multiplier) {
        for (BackoffKind kind : BackoffKind.values()) {
            if (kind.usesMultiplier()) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> kind.strategy(BASE, CAP, multiplier, INCREMENT))
                        .withMessage("multiplier (" + multiplier + ") must be a finite number of 1 or more");
            }
        }
    }

    private static BackoffStrategy strategy(BackoffKind kind) {
        return kind.strategy(BASE, CAP, 3, INCREMENT);
    }
}
