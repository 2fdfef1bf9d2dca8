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
package io.github.retrystarter.autoconfigure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.retryafter.HintSource;
import io.github.retrystarter.settings.RetryPreset;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/** What an editor shows about each key. */
class ConfigurationMetadataTests {

    private static final Map<String, JsonNode> PROPERTIES = new LinkedHashMap<>();
    private static final List<String> NAMES = new ArrayList<>();
    private static final Map<String, JsonNode> HINTS = new LinkedHashMap<>();

    static {
        try {
            JsonNode metadata = new ObjectMapper()
                    .readTree(
                            RetryProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"));
            for (JsonNode property : metadata.get("properties")) {
                NAMES.add(property.get("name").asText());
                PROPERTIES.put(property.get("name").asText(), property);
            }
            for (JsonNode hint : metadata.get("hints")) {
                HINTS.put(hint.get("name").asText(), hint);
            }
        } catch (IOException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    @Test
    void everyKeyOfAPolicyHasOneEntryUnderTheDefaults() {
        assertThat(NAMES).doesNotHaveDuplicates();
        for (PolicyKey key : PolicyKey.all()) {
            assertThat(NAMES).contains("retry.defaults." + key.path());
        }
        assertThat(NAMES)
                .contains(
                        "retry.enabled",
                        "retry.order",
                        "retry.policies",
                        "retry.http.attempt-header",
                        "retry.http.client-retries",
                        "retry.metrics.tag-method",
                        "retry.logging.mdc");
        assertThat(NAMES.stream().filter(name -> name.startsWith("retry.")))
                .hasSize(PolicyKey.all().size() + 7);
    }

    @Test
    void theEndpointIsReadOnlyUnlessItIsOpened() {
        assertThat(PROPERTIES
                        .get("management.endpoint.retrypolicies.access")
                        .get("defaultValue")
                        .asText())
                .isIn("read_only", "read-only");
    }

    @Test
    void everyEntryHasATypeAndADescriptionInTheStyleOfSpringBoot() {
        PROPERTIES.forEach((name, property) -> {
            String description = property.path("description").asText();
            assertThat(property.path("type").asText()).as(name).isNotBlank();
            assertThat(description)
                    .as(name)
                    .isNotBlank()
                    .endsWith(".")
                    .doesNotStartWith("The ")
                    .doesNotStartWith("A ");
            if (property.get("type").asText().endsWith("Boolean")) {
                assertThat(description).as(name).startsWith("Whether ");
            }
        });
    }

    @Test
    void theDefaultsShownAreThoseOfTheCode() {
        Map<String, String> shown = new LinkedHashMap<>();
        PROPERTIES.forEach((name, property) -> {
            if (property.has("defaultValue") && name.startsWith("retry.defaults.")) {
                JsonNode value = property.get("defaultValue");
                shown.put(
                        name.substring("retry.defaults.".length()),
                        value.isArray() ? value.get(0).asText() : value.asText());
            }
        });
        assertThat(shown)
                .containsEntry("attempts", "3")
                .containsEntry("backoff", "full-jitter")
                .containsEntry("base", "100ms")
                .containsEntry("cap", "10s")
                .containsEntry("multiplier", "2")
                .containsEntry("enabled", "true")
                .containsEntry("idempotent", "true")
                .containsEntry("retry-after.enabled", "true")
                .containsEntry("retry-after.hold", "false")
                .containsEntry("retry-after.sources", "retry-after")
                .containsEntry("retry-on.unclassified", "false")
                .containsEntry("expose-attempt", "false")
                .containsEntry("nested", "stop")
                .containsEntry("budget.enabled", "true")
                .containsEntry("budget.ratio", "0.2")
                .containsEntry("budget.window", "10s")
                .containsEntry("budget.min-retries", "10")
                .hasSize(17);

        StringBuilder yaml = new StringBuilder();
        shown.forEach((key, value) -> yaml.append("retry.policies.p.")
                .append(key)
                .append(": ")
                .append(value)
                .append('\n'));
        RetryContexts.runner(new VirtualTime())
                .withInitializer(Yaml.file(yaml.toString()))
                .run(context -> assertThat(
                                context.getBean(RetryPolicies.class).get("p").settings())
                        .isEqualTo(RetrySettings.builder().build()));
    }

    @Test
    void namesThatComeFromClosedSetsAreSuggested() {
        assertThat(values("retry.defaults.backoff"))
                .containsExactlyElementsOf(Arrays.stream(BackoffKind.values())
                        .map(BackoffKind::key)
                        .toList());
        assertThat(values("retry.defaults.preset"))
                .containsExactlyElementsOf(Arrays.stream(RetryPreset.values())
                        .map(RetryPreset::key)
                        .toList());
        assertThat(values("retry.defaults.retry-after.sources"))
                .containsExactlyElementsOf(
                        Arrays.stream(HintSource.values()).map(HintSource::key).toList());
    }

    @Test
    void namesOfPoliciesAreSuggestedWithoutBeingLimited() {
        assertThat(values("retry.policies.keys")).isNotEmpty();
        assertThat(HINTS.get("retry.policies.keys")
                        .get("providers")
                        .get(0)
                        .get("name")
                        .asText())
                .isEqualTo("any");
    }

    private static List<String> values(String name) {
        List<String> values = new ArrayList<>();
        HINTS.get(name)
                .get("values")
                .forEach(value -> values.add(value.get("value").asText()));
        return values;
    }
}
