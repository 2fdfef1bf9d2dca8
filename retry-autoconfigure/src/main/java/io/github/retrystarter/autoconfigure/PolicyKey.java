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
        PolicyKey key = BY_FLAT_PATH.get(Names.plain(path));
        if (key == null) {
            throw new IllegalArgumentException("No key " + path);
        }
        return key;
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
        return new RetryProperties.Policy(
                value(values, "preset"),
                value(values, "enabled"),
                value(values, "attempts"),
                value(values, "backoff"),
                value(values, "base"),
                value(values, "cap"),
                value(values, "multiplier"),
                value(values, "increment"),
                value(values, "deadline"),
                retryOn(values),
                neverOn(values),
                retryAfter(values),
                value(values, "idempotent"),
                value(values, "expose-attempt"),
                budget(values),
                value(values, "nested"),
                value(values, "idempotency-key"),
                value(values, "circuit-breaker"));
    }

    private static RetryProperties.RetryOn retryOn(Map<PolicyKey, Object> values) {
        return new RetryProperties.RetryOn(
                value(values, "retry-on.exceptions"),
                value(values, "retry-on.statuses"),
                value(values, "retry-on.unclassified"));
    }

    private static RetryProperties.NeverOn neverOn(Map<PolicyKey, Object> values) {
        return new RetryProperties.NeverOn(value(values, "never-on.exceptions"), value(values, "never-on.statuses"));
    }

    private static RetryProperties.RetryAfter retryAfter(Map<PolicyKey, Object> values) {
        return new RetryProperties.RetryAfter(
                value(values, "retry-after.enabled"),
                value(values, "retry-after.max"),
                value(values, "retry-after.sources"),
                value(values, "retry-after.spread"),
                value(values, "retry-after.hold"));
    }

    private static RetryProperties.Budget budget(Map<PolicyKey, Object> values) {
        return new RetryProperties.Budget(
                value(values, "budget.enabled"),
                value(values, "budget.ratio"),
                value(values, "budget.window"),
                value(values, "budget.min-retries"));
    }

    /** Of the type of the key, which the reader has made it. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> @Nullable T value(Map<PolicyKey, Object> values, String path) {
        return (T) values.get(of(path));
    }
}
