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
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class HerdSimulationTests {

    private static final String TABLE = "/thundering_herd_table/";

    private static RetrySettingsBuilder threeRetries() {
        return RetrySettings.builder().attempts(4).base(Duration.ofMillis(500)).cap(Duration.ofSeconds(10));
    }

    private static RetrySettings fullJitter() {
        return threeRetries().build();
    }

    @Test
    void constantWaitsComeBackTogetherThreeTimes() {
        RetrySettings settings = threeRetries()
                .backoff(BackoffKind.CONSTANT)
                .base(Duration.ofSeconds(1))
                .build();

        assertThat(HerdSimulation.of(settings).run().retries()).isEqualTo(SimulationVectors.longs(TABLE + "fixed_1s"));
    }

    @Test
    void exponentialWaitsComeBackTogetherLater() {
        RetrySettings settings = threeRetries().backoff(BackoffKind.EXPONENTIAL).build();

        HerdResult result = HerdSimulation.of(settings).run();

        assertThat(result.retries()).isEqualTo(SimulationVectors.longs(TABLE + "exponential"));
        assertThat(result.busiest()).isEqualTo(1_000);
        assertThat(result.total()).isEqualTo(3_000);
    }

    @Test
    void fullJitterGivesThePublishedColumnWithItsGenerator() {
        Mulberry32 generator = new Mulberry32(42);
        for (JsonNode draw : SimulationVectors.list(TABLE + "full_jitter_generator/first_five")) {
            assertThat(generator.nextDouble()).isEqualTo(draw.doubleValue());
        }

        assertThat(HerdSimulation.of(fullJitter()).run(new Mulberry32(42)).retries())
                .isEqualTo(SimulationVectors.longs(TABLE + "full_jitter_printed"));
    }

    @Test
    void fullJitterStaysNearWhatIsExpectedOfIt() {
        List<Long> retries = HerdSimulation.of(fullJitter()).run().retries();
        List<JsonNode> expected = SimulationVectors.list(TABLE + "full_jitter_expected_next_int");

        assertThat(retries).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat((double) retries.get(i))
                    .as("bucket %d", i)
                    .isCloseTo(
                            expected.get(i).get("mean").doubleValue(),
                            within(Math.max(3, 4 * expected.get(i).get("sd").doubleValue())));
        }
    }

    @Test
    void aSingleWaveWithoutChanceIsOneWall() {
        RetrySettings settings = RetrySettings.builder()
                .attempts(2)
                .backoff(BackoffKind.CONSTANT)
                .base(Duration.ofSeconds(2))
                .build();

        HerdResult result = wave(settings).run();

        assertThat(result.retries().get(20))
                .isEqualTo(SimulationVectors.node("/single_wave/no_jitter/2000").longValue());
        assertThat(result.total()).isEqualTo(1_000);
    }

    @Test
    void aSingleWaveWithFullJitterIsSpreadEvenly() {
        RetrySettings settings =
                RetrySettings.builder().attempts(2).base(Duration.ofSeconds(2)).build();
        JsonNode busiest = SimulationVectors.node("/single_wave/busiest");

        double mean = IntStream.range(0, 200)
                .mapToLong(seed -> wave(settings).run(Chance.of(seed)).busiest())
                .average()
                .orElseThrow();

        assertThat(wave(settings).run().retries().subList(0, 20))
                .allSatisfy(retries -> assertThat(retries)
                        .isCloseTo(
                                SimulationVectors.node("/single_wave/expected_per_bucket")
                                        .longValue(),
                                within(28L)));
        assertThat(mean)
                .isCloseTo(
                        busiest.get("mean").doubleValue(),
                        within(4 * busiest.get("sd").doubleValue() / Math.sqrt(200)));
        assertThat(wave(settings).run().busiest())
                .isBetween(busiest.get("p5").longValue() - 4, busiest.get("p95").longValue() + 4);
    }

    private static HerdSimulation wave(RetrySettings settings) {
        return HerdSimulation.of(settings).withBuckets(Duration.ofMillis(100), 21);
    }

    @Test
    void oneHintForAllBringsThemBackTogetherUnlessItIsSpread() {
        RetrySettings spread =
                RetrySettings.builder().attempts(2).base(Duration.ofSeconds(2)).build();
        RetrySettings plain = spread.toBuilder().retryAfterSpread(false).build();

        HerdResult together = HerdSimulation.of(plain)
                .withHint(Duration.ofSeconds(3))
                .withBuckets(Duration.ofMillis(100), 51)
                .run();
        HerdResult apart = HerdSimulation.of(spread)
                .withHint(Duration.ofSeconds(3))
                .withBuckets(Duration.ofMillis(100), 51)
                .run();

        assertThat(together.retries().get(30)).isEqualTo(1_000);
        assertThat(apart.busiest()).isLessThan(90);
        assertThat(apart.retries().subList(0, 30)).containsOnly(0L);
    }

    @Test
    void aHintThatIsTooLongEndsTheHerd() {
        assertThat(HerdSimulation.of(fullJitter())
                        .withHint(Duration.ofMinutes(1))
                        .run()
                        .total())
                .isZero();
    }

    @Test
    void whatComesAfterTheLastBucketIsCountedTogether() {
        RetrySettings settings = threeRetries().backoff(BackoffKind.EXPONENTIAL).build();

        HerdResult result = HerdSimulation.of(settings)
                .withBuckets(Duration.ofMillis(250), 7)
                .run();

        assertThat(result.later()).isEqualTo(1_000);
        assertThat(result.total()).isEqualTo(3_000);
        assertThat(result.table().csv())
                .isEqualTo("from ms,retries\n0,0\n250,0\n500,1000\n750,0\n1000,0\n1250,0\n1500,1000\n");
    }

    @Test
    void aHerdWithoutALimitOfAttemptsIsRefused() {
        RetrySettings endless = threeRetries().attempts(RetrySettings.UNLIMITED).build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> HerdSimulation.of(endless))
                .withMessageStartingWith("attempts (unlimited) must have a limit");
    }
}
