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

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

import com.jayway.jsonpath.JsonPath;

/**
 * An alert, as it ships.
 *
 * @param name the name
 * @param expression what it looks for
 * @param severity how bad it is
 * @param annotations the texts for the reader
 */
record AlertRule(String name, PromQl expression, String severity, Map<String, String> annotations) {

    static List<AlertRule> all() {
        Object file = new Yaml(new SafeConstructor(new LoaderOptions())).load(Observability.read("retry-alerts.yml"));
        return JsonPath.<List<Map<String, Object>>>read(file, "$.groups[*].rules[*]").stream()
                .map(AlertRule::of)
                .toList();
    }

    private static AlertRule of(Map<String, Object> rule) {
        return new AlertRule(
                JsonPath.read(rule, "$.alert"),
                new PromQl(JsonPath.read(rule, "$.expr")),
                JsonPath.read(rule, "$.labels.severity"),
                JsonPath.read(rule, "$.annotations"));
    }

    @Override
    public String toString() {
        return name;
    }
}
