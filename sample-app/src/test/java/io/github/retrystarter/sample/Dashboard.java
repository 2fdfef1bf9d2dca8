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

import org.springframework.boot.json.JsonParserFactory;

import com.jayway.jsonpath.JsonPath;

/**
 * The dashboard for Grafana, as it ships.
 *
 * @param json the parsed file
 */
record Dashboard(Map<String, Object> json) {

    /**
     * A panel; rows are panels too.
     *
     * @param json the parsed panel
     */
    record Panel(Map<String, Object> json) {

        String title() {
            return JsonPath.read(json, "$.title");
        }

        String type() {
            return JsonPath.read(json, "$.type");
        }

        boolean isRow() {
            return type().equals("row");
        }

        int number(String path) {
            return JsonPath.<Number>read(json, path).intValue();
        }

        List<PromQl> queries() {
            return isRow()
                    ? List.of()
                    : JsonPath.<List<String>>read(json, "$.targets[*].expr").stream()
                            .map(PromQl::new)
                            .toList();
        }

        /** Whether the two cover the same place of the grid. */
        boolean overlaps(Panel other) {
            return overlaps(other, "x", "w") && overlaps(other, "y", "h");
        }

        private boolean overlaps(Panel other, String start, String length) {
            return start(start) < other.start(start) + other.start(length)
                    && other.start(start) < start(start) + start(length);
        }

        private int start(String name) {
            return number("$.gridPos." + name);
        }

        @Override
        public String toString() {
            return title();
        }
    }

    static Dashboard read() {
        return new Dashboard(JsonParserFactory.getJsonParser().parseMap(Observability.read("retry-dashboard.json")));
    }

    List<Panel> panels() {
        return JsonPath.<List<Map<String, Object>>>read(json, "$.panels[*]").stream()
                .map(Panel::new)
                .toList();
    }

    List<Panel> panelsWithQueries() {
        return panels().stream().filter(panel -> !panel.isRow()).toList();
    }

    /** The queries of the variables: {@code label_values(…)}. */
    List<String> variables() {
        return JsonPath.read(json, "$.templating.list[?(@.type == 'query')].query.query");
    }
}
