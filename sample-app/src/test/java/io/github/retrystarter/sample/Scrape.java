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
import java.util.Map;
import java.util.TreeMap;

/**
 * What Prometheus reads.
 *
 * @param text the whole page
 */
record Scrape(String text) {

    List<String> lines() {
        return text.lines().toList();
    }

    List<String> retryLines() {
        return lines().stream().filter(line -> line.startsWith("retry_")).toList();
    }

    /** The values of our series by name and labels, as they are written. */
    Map<String, String> series() {
        Map<String, String> series = new TreeMap<>();
        retryLines().forEach(line -> {
            int space = line.lastIndexOf(' ');
            series.put(line.substring(0, space), line.substring(space + 1));
        });
        return series;
    }

    Map<String, String> seriesThatAreNotZero() {
        Map<String, String> series = series();
        series.values().removeIf(value -> Double.parseDouble(value) == 0);
        return series;
    }
}
