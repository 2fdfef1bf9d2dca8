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

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A query, as far as our own ones go.
 *
 * @param text the query
 */
record PromQl(String text) {

    private static final Pattern SELECTOR = Pattern.compile("(retry_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|group_left)\\s*\\(([^)]*)\\)");

    /**
     * One label in a selector.
     *
     * @param metric the name of the metric
     * @param label the name of the label
     * @param values the values that are asked for; empty where they come from a variable
     */
    record Matcher(String metric, String label, List<String> values) {}

    /** Puts in what Grafana does, for all jobs. */
    String expanded(String policy, String interval) {
        return text.replace("$__rate_interval", interval)
                .replace("$__range", interval)
                .replace("$policy", policy)
                .replace("$job", ".*");
    }

    Set<String> metrics() {
        return SELECTOR.matcher(text)
                .results()
                .map(selector -> selector.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    List<Matcher> matchers() {
        return SELECTOR.matcher(text)
                .results()
                .filter(selector -> selector.group(2) != null)
                .flatMap(selector -> MATCHER.matcher(selector.group(2))
                        .results()
                        .map(matcher -> matcher(selector.group(1), matcher)))
                .toList();
    }

    private static Matcher matcher(String metric, MatchResult matcher) {
        String values = matcher.group(2);
        return new Matcher(metric, matcher.group(1), values.startsWith("$") ? List.of() : List.of(values.split("\\|")));
    }

    Set<String> groupingLabels() {
        return GROUPING.matcher(text)
                .results()
                .flatMap(grouping -> Arrays.stream(grouping.group(1).split(",")))
                .map(String::strip)
                .filter(label -> !label.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
