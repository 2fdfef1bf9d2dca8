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

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/**
 * What a caller asks the upstream to play.
 *
 * @param scenario the name of a {@link Scenario}, as it stands in the path
 * @param parameters what the scenario can be told, such as {@code failures=2}; always with a {@code key}
 */
public record Script(String scenario, Map<String, String> parameters) {

    private static final String KEY = "key";

    /** Copies the parameters. */
    public Script {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Makes a script. Callers that give no key are a new caller each time, and so meet the scenario from its start.
     *
     * @param scenario the name of the scenario
     * @param parameters what it is told
     * @return the script
     */
    public static Script of(String scenario, Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.computeIfAbsent(KEY, key -> UUID.randomUUID().toString());
        return new Script(scenario, all);
    }

    /** Reads a script from the target of a request, such as {@code /flaky?failures=2}. */
    static Script parse(String target) {
        UriComponents uri = UriComponentsBuilder.fromUriString(target).build();
        Map<String, String> parameters = new HashMap<>();
        uri.getQueryParams().toSingleValueMap().forEach((name, value) -> {
            if (value != null) {
                parameters.put(decoded(name), decoded(value));
            }
        });
        return of(decoded(String.join("/", uri.getPathSegments())), parameters);
    }

    private static String decoded(String text) {
        return UriUtils.decode(text, StandardCharsets.UTF_8);
    }

    /**
     * Returns the address that plays this script.
     *
     * @param upstream the address of the upstream
     * @return the address with path and query
     */
    public URI uri(URI upstream) {
        UriComponentsBuilder uri = UriComponentsBuilder.fromUri(upstream).pathSegment(scenario);
        parameters.forEach(uri::queryParam);
        return uri.build().encode().toUri();
    }

    /**
     * Returns what the upstream knows the caller by.
     *
     * @return the key
     */
    public String key() {
        return parameters.get(KEY);
    }

    String path() {
        return "/" + scenario;
    }

    int number(String name, int otherwise) {
        String text = parameters.get(name);
        return text == null ? otherwise : Integer.parseInt(text);
    }

    boolean says(String name, String value) {
        return value.equals(parameters.get(name));
    }
}
