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

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.settings.RetryPreset;
import io.github.retrystarter.settings.RetrySettings;

/**
 * The keys that were written in one place: on a policy, under the defaults, or in a preset.
 *
 * @param name the prefix of the properties, such as {@code retry.policies.payments}, or the name of the preset
 * @param values the values by key
 */
record PolicyLayer(String name, Map<PolicyKey, WrittenValue> values) {

    static final String UNLIMITED = "unlimited";

    static PolicyLayer of(RetryPreset preset, WrittenValue written) {
        String name = WrittenValue.PRESET + preset.key() + " (" + written.property() + ")";
        Map<PolicyKey, WrittenValue> values = new LinkedHashMap<>();
        String attempts = preset.attempts() == RetrySettings.UNLIMITED ? UNLIMITED : String.valueOf(preset.attempts());
        put(values, name, written.origin(), "attempts", attempts, attempts);
        put(values, name, written.origin(), "base", preset.base(), text(preset.base()));
        put(values, name, written.origin(), "cap", preset.cap(), text(preset.cap()));
        put(values, name, written.origin(), "multiplier", preset.multiplier(), String.valueOf(preset.multiplier()));
        preset.retryAfterMax()
                .ifPresent(max -> put(values, name, written.origin(), "retry-after.max", text(max), text(max)));
        if (!preset.budgeted()) {
            put(values, name, written.origin(), "budget.enabled", false, "false");
        }
        return new PolicyLayer(name, values);
    }

    private static void put(
            Map<PolicyKey, WrittenValue> values,
            String name,
            @Nullable String origin,
            String path,
            Object value,
            String text) {
        values.put(PolicyKey.of(path), new WrittenValue(value, name, text, origin));
    }

    static String text(Duration duration) {
        return WholeMillis.of(duration) + "ms";
    }

    Optional<WrittenValue> get(String path) {
        return Optional.ofNullable(values.get(PolicyKey.of(path)));
    }
}
