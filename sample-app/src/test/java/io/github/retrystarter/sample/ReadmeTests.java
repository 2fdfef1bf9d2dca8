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
package io.github.retrystarter.sample;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;

import io.github.retrystarter.sample.Readme.Curl;
import io.github.retrystarter.sample.ShopClient.Call;

import static org.assertj.core.api.Assertions.assertThat;

@SampleTest
@DirtiesContext(classMode = ClassMode.BEFORE_CLASS)
class ReadmeTests {

    @LocalServerPort
    private int port;

    @Test
    void promisesWhatTheCommandsDoAndWhatPrometheusReadsAfterThem() {
        ShopClient shop = new ShopClient(port);
        assertThat(Readme.curls()).hasSizeGreaterThan(5);
        assertThat(Readme.prometheusLines()).hasSizeGreaterThan(5);

        for (Curl curl : Readme.curls()) {
            if (curl.promise() == null) {
                assertThat(shop.get(curl.target()).statusCode())
                        .as(curl.target())
                        .isEqualTo(200);
            } else {
                assertThat(summary(shop.call(curl.target()))).as(curl.target()).isEqualTo(curl.promise());
            }
        }

        List<String> counts = shop.scrape().retryLines().stream()
                .filter(line -> line.matches("retry_.*_(total|count).* [1-9].*"))
                .toList();
        assertThat(Set.copyOf(Readme.prometheusLines())).containsExactlyInAnyOrderElementsOf(counts);
    }

    /** The answers without their headers, and the outcome. */
    private static String summary(Call call) {
        return String.join(", ", call.answers()).replaceAll(" \\(.*?\\)", "") + ": " + call.outcome();
    }
}
