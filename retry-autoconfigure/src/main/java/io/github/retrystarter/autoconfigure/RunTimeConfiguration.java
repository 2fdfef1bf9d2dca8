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

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

import io.github.retrystarter.actuate.AdvisedMethod;
import io.github.retrystarter.actuate.EffectiveValue;
import io.github.retrystarter.actuate.PolicyConfiguration;
import io.github.retrystarter.actuate.RejectedChangeException;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;

/** Knows where each value in force comes from, and changes values by the rules of the configuration. */
final class RunTimeConfiguration implements PolicyConfiguration {

    private static final String BUILT_IN = "built-in default";
    private static final String IN_CODE = "code";

    private final ConfigurationReader reader;
    private final RetryPolicies policies;
    private final Supplier<TimeAndChance> timeAndChance;
    private final Supplier<List<AdvisedMethod>> methods;
    private final @Nullable ClassLoader classLoader;
    private final UserStrategies strategies;
    private final Optional<String> attemptHeader;
    private final Object changing = new Object();
    private final Map<String, Map<PolicyKey, Change>> changes = new ConcurrentHashMap<>();

    /** A value that was put in force here, and when. */
    private record Change(@Nullable Object value, String origin) {}

    RunTimeConfiguration(
            ConfigurationReader reader,
            RetryPolicies policies,
            Supplier<TimeAndChance> timeAndChance,
            Supplier<List<AdvisedMethod>> methods,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        this.reader = reader;
        this.policies = policies;
        this.timeAndChance = timeAndChance;
        this.methods = methods;
        this.classLoader = beans.getBeanClassLoader();
        this.strategies = UserStrategies.of(beans);
        this.attemptHeader = RetryConfiguration.attemptHeader(environment);
    }

    @Override
    public List<AdvisedMethod> methods(RetryPolicy policy) {
        return methods.get().stream()
                .filter(method -> method.policy().equals(policy.name()))
                .toList();
    }

    @Override
    public Map<String, EffectiveValue> values(RetryPolicy policy) {
        Map<String, EffectiveValue> values = new LinkedHashMap<>();
        written(policy.name(), "preset")
                .ifPresent(preset ->
                        values.put("preset", new EffectiveValue(preset.text(), preset.property(), preset.origin())));
        effective(policy).forEach((key, value) -> values.put(key.path(), value));
        return values;
    }

    private Map<PolicyKey, EffectiveValue> effective(RetryPolicy policy) {
        RetrySettings settings = policy.settings();
        Set<String> derived = settings.derived();
        Map<PolicyKey, Object> configured = configured(policy.name());
        Map<PolicyKey, EffectiveValue> values = new LinkedHashMap<>();
        SettingsValues.of(settings, strategies)
                .forEach((key, value) -> values.put(
                        key,
                        derived.contains(key.path())
                                ? new EffectiveValue(value, null, BUILT_IN)
                                : valueOf(policy.name(), key, value, configured)));
        return values;
    }

    private EffectiveValue valueOf(String policy, PolicyKey key, Object value, Map<PolicyKey, Object> configured) {
        if (value.equals(configured.get(key))) {
            return written(policy, key.path())
                    .map(written -> new EffectiveValue(value, written.property(), written.origin()))
                    .orElseGet(() -> new EffectiveValue(value, null, BUILT_IN));
        }
        Change change = changes.getOrDefault(policy, Map.of()).get(key);
        if (change != null && value.equals(change.value())) {
            return new EffectiveValue(value, null, change.origin());
        }
        return switchedOff(key, value)
                .map(written -> new EffectiveValue(value, written.property(), written.origin()))
                .orElseGet(() -> new EffectiveValue(value, null, IN_CODE));
    }

    private Optional<WrittenValue> switchedOff(PolicyKey key, Object value) {
        RetryConfiguration configuration = reader.inForce();
        return configuration != null && key.path().equals("enabled")
                ? configuration.switchedOff().filter(off -> off.value().equals(value))
                : Optional.empty();
    }

    private Map<PolicyKey, Object> configured(String policy) {
        RetryConfiguration configuration = reader.inForce();
        return configuration == null
                ? Map.of()
                : configuration
                        .written(policy)
                        .map(settings -> SettingsValues.of(settings, strategies))
                        .orElse(Map.of());
    }

    private Optional<WrittenValue> written(String policy, String path) {
        RetryConfiguration configuration = reader.inForce();
        return configuration == null ? Optional.empty() : configuration.written(policy, path);
    }

    @Override
    public void change(RetryPolicy policy, Map<String, ? extends @Nullable Object> values) {
        try {
            PolicyLayer layer = ChangedValues.read(policy.name(), values);
            PolicyLayers alone = new PolicyLayers(layer, List.of());
            // Before any lock is taken, since a strategy of the application may have to be made first.
            new PolicyMapper(alone, classLoader, strategies).mapEachKey();
            RetryConfiguration.refuseOneHeaderForBoth(attemptHeader, alone);
            synchronized (changing) {
                policies.update(policy.name(), settings -> put(alone, layer, policy, settings));
                note(policy, layer.values().keySet());
            }
        } catch (InvalidRetryPropertyException | IllegalArgumentException ex) {
            throw new RejectedChangeException(String.valueOf(ex.getMessage()));
        }
    }

    private void put(PolicyLayers alone, PolicyLayer layer, RetryPolicy policy, RetrySettingsBuilder settings) {
        new PolicyMapper(new PolicyLayers(layer, List.of(ladder(policy))), classLoader, strategies).checkTogether();
        new PolicyMapper(
                        alone,
                        classLoader,
                        strategies,
                        settings,
                        policy.settings().budget())
                .mapEachKey();
    }

    /** The values in force that others must agree with, but for those that nobody set. */
    private PolicyLayer ladder(RetryPolicy policy) {
        Map<PolicyKey, WrittenValue> values = new LinkedHashMap<>();
        Map<PolicyKey, EffectiveValue> effective = effective(policy);
        for (String path : List.of("backoff", "base", "cap")) {
            EffectiveValue value = effective.get(PolicyKey.of(path));
            if (value != null && !BUILT_IN.equals(value.origin())) {
                values.put(PolicyKey.of(path), inForce(policy, path, value));
            }
        }
        return new PolicyLayer(policy.name(), values);
    }

    private static WrittenValue inForce(RetryPolicy policy, String path, EffectiveValue value) {
        Map<String, Object> asWritten = Map.of(path, value.value());
        WrittenValue read =
                ChangedValues.read(policy.name(), asWritten).get(path).orElseThrow();
        String property = value.property() != null ? value.property() : read.property();
        return new WrittenValue(read.value(), property, read.text(), value.origin());
    }

    private void note(RetryPolicy policy, Set<PolicyKey> keys) {
        Map<PolicyKey, Object> now = SettingsValues.of(policy.settings(), strategies);
        Instant when = timeAndChance.get().clock().instant();
        Map<PolicyKey, Change> all = new LinkedHashMap<>(changes.getOrDefault(policy.name(), Map.of()));
        keys.forEach(key -> all.put(key, new Change(now.get(key), "endpoint retrypolicies, " + when)));
        changes.put(policy.name(), all);
    }

    @Override
    public void reset(RetryPolicy policy) {
        synchronized (changing) {
            policies.reset(policy.name());
            changes.remove(policy.name());
        }
    }
}
