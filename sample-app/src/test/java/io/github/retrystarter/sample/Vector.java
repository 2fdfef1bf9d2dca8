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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Values by their labels, as in PromQL. The labels that Prometheus adds, job and instance, are left out: there is one of
 * each.
 *
 * @param values the values
 */
record Vector(Map<Map<String, String>, Double> values) {

    private static final List<String> OF_THE_SCRAPE = List.of("job", "instance");

    static Vector none() {
        return new Vector(Map.of());
    }

    Vector with(double value, String... namesAndValues) {
        Map<String, String> labels = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            labels.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return with(labels, value);
    }

    Vector with(Map<String, String> labels, double value) {
        Map<String, String> own = new TreeMap<>(labels);
        own.keySet().removeAll(OF_THE_SCRAPE);
        Map<Map<String, String>, Double> more = new LinkedHashMap<>(values);
        if (more.put(own, value) != null) {
            throw new IllegalArgumentException("Two values for " + own);
        }
        return new Vector(more);
    }

    Vector of(String metric) {
        return where(labels -> labels.get("__name__").equals(metric));
    }

    Vector where(String label, String value) {
        return where(labels -> value.equals(labels.get(label)));
    }

    private Vector where(Predicate<Map<String, String>> condition) {
        return new Vector(values.entrySet().stream()
                .filter(entry -> condition.test(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    Vector positive() {
        return new Vector(values.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    Vector sumBy(String... labels) {
        return by(Double::sum, labels);
    }

    Vector maxBy(String... labels) {
        return by(Math::max, labels);
    }

    Vector minBy(String... labels) {
        return by(Math::min, labels);
    }

    private Vector by(DoubleBinaryOperator operator, String... labels) {
        Map<Map<String, String>, Double> groups = new LinkedHashMap<>();
        values.forEach((own, value) -> {
            Map<String, String> kept = new TreeMap<>(own);
            kept.keySet().retainAll(Arrays.asList(labels));
            groups.merge(kept, value, operator::applyAsDouble);
        });
        return new Vector(groups);
    }

    Vector perSecondOf(double seconds) {
        Map<Map<String, String>, Double> scaled = new LinkedHashMap<>();
        values.forEach((labels, value) -> scaled.put(labels, value / seconds));
        return new Vector(scaled);
    }

    /** Divides by the value with the same labels; where that is zero there is no result. */
    Vector over(Vector divisor) {
        Map<Map<String, String>, Double> quotients = new LinkedHashMap<>();
        values.forEach((labels, value) -> {
            if (divisor.values.getOrDefault(labels, 0.0) != 0) {
                quotients.put(labels, value / divisor.values.get(labels));
            }
        });
        return new Vector(quotients);
    }
}
