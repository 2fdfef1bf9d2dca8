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

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.AbstractEnvironment;
import org.springframework.core.env.MapPropertySource;

import io.github.retrystarter.execution.PolicyProperty;

/**
 * Reads the values of a change as those of a configuration are read. The application's own environment has no part in it,
 * so that a placeholder in a change tells nothing about it.
 */
final class ChangedValues {

    static final String ORIGIN = "this change";

    private static final String ROOT = "change.";

    private ChangedValues() {}

    /**
     * Returns the values as a layer of the policy.
     *
     * @throws InvalidRetryPropertyException if a key does not exist, or a value is not of its type
     */
    static PolicyLayer read(String policy, Map<String, ? extends @Nullable Object> values) {
        String owner = PolicyProperty.of(policy);
        Map<PolicyKey, Object> given = new LinkedHashMap<>();
        values.forEach((path, value) -> given.put(key(owner, path), given(owner + "." + path, value)));
        PropertyReader reader = new PropertyReader(new ChangeEnvironment(given));
        Map<PolicyKey, WrittenValue> written = new LinkedHashMap<>();
        given.keySet().forEach(key -> written.put(key, read(reader, key, owner + "." + key.path())));
        return new PolicyLayer(owner, written);
    }

    private static PolicyKey key(String owner, String path) {
        PolicyKey key = PolicyKey.matching(path)
                .filter(found -> found.path().equals(path))
                .orElseThrow(() -> PropertyScan.unknown(owner, List.of(path.split("\\.", -1)), null, false));
        if (key.path().equals("preset")) {
            throw new InvalidRetryPropertyException(
                    owner + ".preset", null, null, "is where a policy starts from; change the keys themselves", null);
        }
        return key;
    }

    private static Object given(String property, @Nullable Object value) {
        if (value == null) {
            throw new InvalidRetryPropertyException(property, null, null, "needs a value", null);
        }
        if (value instanceof Map) {
            throw new InvalidRetryPropertyException(property, null, null, "must be one value, not several", null);
        }
        return value;
    }

    private static WrittenValue read(PropertyReader reader, PolicyKey key, String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(ROOT + key.path());
        try {
            WrittenValue written =
                    reader.read(key, property, name, reader.find(name).orElseThrow());
            return new WrittenValue(written.value(), property, written.text(), ORIGIN);
        } catch (InvalidRetryPropertyException ex) {
            throw new InvalidRetryPropertyException(property, ex.value(), null, ex.rule(), ex);
        }
    }

    /** Holds the change and nothing else. */
    private static final class ChangeEnvironment extends AbstractEnvironment {

        ChangeEnvironment(Map<PolicyKey, Object> given) {
            Map<String, Object> properties = new LinkedHashMap<>();
            given.forEach((key, value) -> properties.put(ROOT + key.path(), value));
            getPropertySources().addFirst(new MapPropertySource(ORIGIN, properties));
        }
    }
}
