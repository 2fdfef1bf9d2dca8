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

import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RequestLogTests {

    private static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

    private final RequestLog log = new RequestLog();

    @Test
    void tellsScenariosOfOneKeyApart() {
        record("flaky", "a", START);
        record("reset", "a", START.plusMillis(1_500));

        assertThat(log.requests("a"))
                .containsExactly(
                        new LoggedRequest(START, 0, "/flaky", "503"),
                        new LoggedRequest(START.plusMillis(1_500), 1_500, "/reset", "reset"));
    }

    @Test
    void forgetsTheKeysOfLongAgo() {
        for (int key = 0; key <= RequestLog.MOST_KEYS; key++) {
            record("flaky", "key-" + key, START);
        }

        assertThat(log.requests("key-0")).isEmpty();
        assertThat(log.requests("key-1")).hasSize(1);
    }

    @Test
    void startsAKeyAnewWhenItHasVeryManyRequests() {
        for (int request = 0; request <= RequestLog.MOST_REQUESTS; request++) {
            record("flaky", "a", START);
        }

        assertThat(log.requests("a")).extracting(LoggedRequest::answer).containsExactly("503");
    }

    private void record(String scenario, String key, Instant now) {
        Script script = Script.of(scenario, Map.of("key", key, "failures", "1"));
        log.record(script, now, visit -> Scenario.named(scenario).orElseThrow().answer(script, visit));
    }
}
