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
package io.github.retrystarter.sample.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScenarioTests {

    private static final Instant FIRST = Instant.parse("2026-03-01T08:00:00.250Z");

    @Test
    void flakyFailsSoManyTimes() {
        Map<String, String> twice = Map.of("failures", "2");
        assertThat(answer("flaky", twice, visit(1, Duration.ZERO))).isEqualTo("503");
        assertThat(answer("flaky", twice, visit(2, Duration.ZERO))).isEqualTo("200");
    }

    @Test
    void anOutageEndsByTime() {
        Map<String, String> threeSeconds = Map.of("seconds", "3");
        assertThat(answer("outage", threeSeconds, visit(9, Duration.ofMillis(2_999))))
                .isEqualTo("503");
        assertThat(answer("outage", threeSeconds, visit(1, Duration.ofSeconds(3))))
                .isEqualTo("200");
    }

    @Test
    void aRateLimitSaysHowManySecondsAreLeft() {
        Map<String, String> fiveSeconds = Map.of("seconds", "5");
        assertThat(answer("rate-limit", fiveSeconds, visit(0, Duration.ZERO))).isEqualTo("429 (Retry-After: 5)");
        assertThat(answer("rate-limit", fiveSeconds, visit(1, Duration.ofMillis(4_001))))
                .isEqualTo("429 (Retry-After: 1)");
        assertThat(answer("rate-limit", fiveSeconds, visit(2, Duration.ofSeconds(5))))
                .isEqualTo("200");
    }

    @Test
    void aRateLimitSaysAtWhichDateItEnds() {
        Map<String, String> date = Map.of("seconds", "5", "form", "date");
        assertThat(answer("rate-limit", date, visit(0, Duration.ZERO)))
                .isEqualTo("429 (Retry-After: Sun, 01 Mar 2026 08:00:06 GMT)");
        assertThat(answer("rate-limit", date, visit(1, Duration.ofMillis(5_749))))
                .startsWith("429");
        assertThat(answer("rate-limit", date, visit(2, Duration.ofMillis(5_750))))
                .isEqualTo("200");
    }

    @Test
    void aResetIsFollowedBySuccess() {
        assertThat(answer("reset", Map.of(), visit(0, Duration.ZERO))).isEqualTo("reset");
        assertThat(answer("reset", Map.of(), visit(1, Duration.ZERO))).isEqualTo("200");
    }

    @Test
    void aBadRequestStaysOne() {
        assertThat(answer("bad-request", Map.of(), visit(7, Duration.ofDays(1))))
                .isEqualTo("400");
    }

    private static Visit visit(int earlier, Duration sinceFirst) {
        return new Visit(earlier, FIRST, FIRST.plus(sinceFirst));
    }

    private static String answer(String scenario, Map<String, String> parameters, Visit visit) {
        return Scenario.named(scenario)
                .orElseThrow()
                .answer(Script.of(scenario, parameters), visit)
                .summary();
    }
}
