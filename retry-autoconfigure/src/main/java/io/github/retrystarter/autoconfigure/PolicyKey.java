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

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * A key of a policy, taken from the records of {@link RetryProperties}: what the records have is a key, and nothing else.
 *
 * @param path the key as it is written, such as {@code retry-after.max}
 * @param type the type of its value
 */
record PolicyKey(String path, ResolvableType type) {

    private static final Map<String, PolicyKey> BY_FLAT_PATH = new LinkedHashMap<>();

    static {
        collect("", RetryProperties.Policy.class);
    }

    private static void collect(String prefix, Class<?> record) {
        for (RecordComponent component : record.getRecordComponents()) {
            String path = prefix + Names.dashed(component.getName());
            if (component.getType().isRecord()) {
                collect(path + ".", component.getType());
            } else {
                PolicyKey key = new PolicyKey(path, ResolvableType.forType(component.getGenericType()));
                BY_FLAT_PATH.put(Names.plain(path), key);
            }
        }
    }

    static List<PolicyKey> all() {
        return List.copyOf(BY_FLAT_PATH.values());
    }

    /** Finds a key whatever its case and separators, as environment variables have neither dashes nor dots. */
    static Optional<PolicyKey> matching(String path) {
        return Optional.ofNullable(BY_FLAT_PATH.get(Names.plain(path)));
    }

    static PolicyKey of(String path) {
        return matching(path).orElseThrow(() -> new IllegalArgumentException("No key " + path));
    }

    /** Returns the keys below a group such as {@code retry-after}; none where it is not a group. */
    static List<PolicyKey> below(String group) {
        return all().stream().filter(key -> key.path.startsWith(group + ".")).toList();
    }

    boolean isList() {
        return type.resolve() == List.class;
    }

    /** Builds the record of a policy from the values of its keys. */
    static RetryProperties.Policy record(Map<PolicyKey, Object> values) {
        return (RetryProperties.Policy) instance("", RetryProperties.Policy.class, values);
    }

    private static Object instance(String prefix, Class<?> record, Map<PolicyKey, Object> values) {
        List<@Nullable Object> arguments = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            String path = prefix + Names.dashed(component.getName());
            types.add(component.getType());
            arguments.add(
                    component.getType().isRecord()
                            ? instance(path + ".", component.getType(), values)
                            : values.get(of(path)));
        }
        try {
            return record.getDeclaredConstructor(types.toArray(Class<?>[]::new)).newInstance(arguments.toArray());
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException("Cannot make a " + record.getName(), ex);
        }
    }
}
