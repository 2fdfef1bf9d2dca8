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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The layers of one policy, the first of which that has a key wins for that key: its own keys come first. */
final class PolicyLayers {

    private final PolicyLayer own;
    private final Map<PolicyKey, WrittenValue> effective = new LinkedHashMap<>();

    PolicyLayers(PolicyLayer own, List<PolicyLayer> inherited) {
        this.own = own;
        effective.putAll(own.values());
        for (PolicyLayer layer : inherited) {
            for (Map.Entry<PolicyKey, WrittenValue> entry : layer.values().entrySet()) {
                effective.putIfAbsent(entry.getKey(), entry.getValue());
            }
        }
    }

    /** The name of a key of this policy, whether it was written there or not. */
    String property(String path) {
        return own.name() + "." + path;
    }

    Optional<WrittenValue> own(String path) {
        return own.get(path);
    }

    Optional<WrittenValue> get(String path) {
        return Optional.ofNullable(effective.get(PolicyKey.of(path)));
    }

    RetryProperties.Policy record() {
        Map<PolicyKey, Object> values = new LinkedHashMap<>();
        for (Map.Entry<PolicyKey, WrittenValue> entry : effective.entrySet()) {
            values.put(entry.getKey(), entry.getValue().value());
        }
        return PolicyKey.record(values);
    }

    /** An objection to the value in force for a key; it names the property that the value was written as. */
    InvalidRetryPropertyException invalid(String path, String rule) {
        return get(path)
                .map(written -> new InvalidRetryPropertyException(
                        written.property(), written.text(), written.origin(), rule, null))
                .orElseGet(() -> new InvalidRetryPropertyException(property(path), null, null, rule, null));
    }
}
