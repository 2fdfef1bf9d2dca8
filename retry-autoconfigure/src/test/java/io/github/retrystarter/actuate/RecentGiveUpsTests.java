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
package io.github.retrystarter.actuate;

import java.net.ConnectException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.settings.GiveUpReason;

import static org.assertj.core.api.Assertions.assertThat;

class RecentGiveUpsTests {

    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private final RecentGiveUps giveUps = new RecentGiveUps(() -> Clock.fixed(NOW, ZoneOffset.UTC));

    private static RetryEvent event(RetryEvent.Kind kind, String policy, int attempt) {
        return new RetryEvent(
                kind,
                policy,
                null,
                attempt,
                new ConnectException("secret"),
                Duration.ZERO,
                null,
                kind == RetryEvent.Kind.GAVE_UP ? GiveUpReason.DEADLINE : null,
                Duration.ofMillis(5),
                Duration.ofMillis(5));
    }

    @Test
    void tellsTheLatestFirstAndOnlyThoseOfThePolicy() {
        giveUps.onRetryEvent(event(RetryEvent.Kind.GAVE_UP, "p", 1));
        giveUps.onRetryEvent(event(RetryEvent.Kind.RETRY, "p", 2));
        giveUps.onRetryEvent(event(RetryEvent.Kind.GAVE_UP, "q", 3));
        giveUps.onRetryEvent(event(RetryEvent.Kind.RECOVERED, "p", 4));
        giveUps.onRetryEvent(event(RetryEvent.Kind.GAVE_UP, "p", 5));

        assertThat(giveUps.of("p")).extracting(GiveUp::attempts).containsExactly(5, 1);
        assertThat(giveUps.of("q")).extracting(GiveUp::attempts).containsExactly(3);
        assertThat(giveUps.of("p").get(0).body())
                .hasToString("{when=2026-06-01T12:00:00Z, attempts=5, waited=5ms, reason=deadline,"
                        + " exception=java.net.ConnectException}");
    }

    @Test
    void keepsFiftyOfAllPoliciesTogether() {
        for (int i = 1; i <= 70; i++) {
            giveUps.onRetryEvent(event(RetryEvent.Kind.GAVE_UP, i % 2 == 0 ? "even" : "odd", i));
        }

        assertThat(giveUps.of("even"))
                .hasSize(25)
                .first()
                .extracting(GiveUp::attempts)
                .isEqualTo(70);
        assertThat(giveUps.of("odd"))
                .hasSize(25)
                .last()
                .extracting(GiveUp::attempts)
                .isEqualTo(21);
    }

    @Test
    void keepsTheLatestWhoeverComesFirst() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                done.add(threads.submit(() -> {
                    for (int i = 0; i < 5_000; i++) {
                        giveUps.onRetryEvent(event(RetryEvent.Kind.GAVE_UP, "p", 1));
                    }
                }));
            }
            for (Future<?> each : done) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(giveUps.of("p"))
                .extracting(GiveUp::sequence)
                .containsExactlyElementsOf(
                        LongStream.range(0, 50).mapToObj(back -> 19_999 - back).toList());
    }
}
