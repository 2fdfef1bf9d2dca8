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

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.retrystarter.simulation.BudgetStorm.END;
import static io.github.retrystarter.simulation.BudgetStorm.HEALTH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What the default budget costs in good times and saves in bad ones, beside no budget and the rules of others. */
class BudgetStormTests {

    private static final Duration FIRST_SECONDS = Duration.ofSeconds(5);
    private static final int CALLS = 100_000;

    private static Supplier<RetryLimit> limit(String name) {
        return Objects.requireNonNull(BudgetStorm.limits().get(name), name);
    }

    private static double amplification(OverloadResult outage) {
        return outage.amplification(HEALTH, END);
    }

    private static double firstSeconds(OverloadResult outage) {
        return outage.amplification(HEALTH, HEALTH.plus(FIRST_SECONDS));
    }

    private static OverloadResult outage(double callsPerSecond, Supplier<RetryLimit> limit) {
        return BudgetStorm.outage(callsPerSecond, Arrivals.EVEN, limit);
    }

    @ParameterizedTest
    @CsvSource({"100, EVEN", "5, EVEN", "100, RANDOM", "1000, RANDOM"})
    void anOutageIsNotMultiplied(double callsPerSecond, Arrivals arrivals) {
        OverloadResult outage = BudgetStorm.outage(callsPerSecond, arrivals, BudgetStorm::ours);

        assertThat(amplification(outage)).isLessThanOrEqualTo(1.25);
        assertThat(firstSeconds(outage)).isLessThanOrEqualTo(1.6);
    }

    @ParameterizedTest
    @CsvSource({"100, 0.05, 0.999", "100, 0.10, 0.99", "5, 0.05, 0.999", "5, 0.10, 0.99"})
    void badLuckIsRetriedAsIfThereWereNoBudget(double callsPerSecond, double share, double success) {
        Duration time = Duration.ofSeconds((long) (CALLS / callsPerSecond));

        OverloadResult result = BudgetStorm.flakes(callsPerSecond, share, time, BudgetStorm::ours);

        assertThat(result.seconds().stream().mapToLong(OverloadSecond::calls).sum())
                .isEqualTo(CALLS);
        assertThat(result.successRate()).isGreaterThanOrEqualTo(success);
    }

    @ParameterizedTest
    @ValueSource(doubles = {100, 5})
    void allRetriesAreAllowedAgainOneWindowAfterTheOutage(double callsPerSecond) {
        OverloadResult outage = outage(callsPerSecond, BudgetStorm::ours);
        int end = (int) END.toSeconds();
        int window = 10;

        long before = budgetAt(outage, (int) HEALTH.toSeconds());
        assertThat(before).isGreaterThanOrEqualTo(Math.max(10, (long) (0.2 * window * callsPerSecond) - 1));
        assertThat(budgetAt(outage, end)).isLessThan(before);
        assertThat(budgetAt(outage, end + window)).isGreaterThanOrEqualTo(before);
    }

    private static long budgetAt(OverloadResult result, int second) {
        return result.seconds().get(second - 1).budget();
    }

    @Test
    void withoutABudgetAnOutageIsThreeTimesTheLoad() {
        assertThat(amplification(outage(100, limit("no budget")))).isCloseTo(3, within(0.01));
    }

    @Test
    void aSmallInstanceIsLimitedWhereOthersAreNot() {
        OverloadResult ours = outage(5, BudgetStorm::ours);

        assertThat(amplification(outage(5, limit("Finagle")))).isGreaterThan(2.9);
        assertThat(amplification(outage(5, limit("Envoy")))).isGreaterThan(2.9);
        assertThat(firstSeconds(outage(5, limit("AWS SDK, retry costs 5")))).isGreaterThan(2.9);
        assertThat(firstSeconds(outage(5, limit("AWS SDK, retry costs 14")))).isGreaterThan(2.3);
        assertThat(firstSeconds(ours)).isLessThanOrEqualTo(1.6);
    }

    @Test
    void oneFailureInTenIsRetriedWhereOthersStop() {
        OverloadResult theirs = BudgetStorm.flakes(100, 0.1, END, limit("gRPC, 10 tokens"));
        OverloadResult ours = BudgetStorm.flakes(100, 0.1, END, BudgetStorm::ours);

        assertThat(theirs.successRate()).isLessThan(0.93);
        assertThat(ours.successRate()).isGreaterThan(0.99);
    }

    /** Measured with the library itself: 200,000 calls. */
    @ParameterizedTest
    @CsvSource({
        "'AWS SDK, retry costs 5', 0.3, 1.390",
        "'AWS SDK, retry costs 5', 0.5, 1.202",
        "'AWS SDK, retry costs 5', 1.0, 1.001",
        "'AWS SDK, retry costs 14', 0.3, 1.168",
        "'AWS SDK, retry costs 14', 0.5, 1.073",
        "'AWS SDK, retry costs 14', 1.0, 1.000"
    })
    void theRuleOfTheAwsSdkGivesWhatItsLibraryWasMeasuredToGive(String name, double share, double expected) {
        OverloadResult result = BudgetStorm.flakes(100, share, Duration.ofSeconds(2_000), limit(name));

        assertThat(result.amplification()).isCloseTo(expected, within(0.005));
    }
}
