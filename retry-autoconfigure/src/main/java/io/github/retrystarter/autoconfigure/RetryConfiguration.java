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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

import io.github.retrystarter.aop.RetryAdvisor;
import io.github.retrystarter.settings.RetryPolicyCustomizer;
import io.github.retrystarter.settings.RetryPreset;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;

/** The whole retry configuration of an application, read and validated. */
final class RetryConfiguration {

    private static final String ENABLED = "retry.enabled";
    private static final String ATTEMPT_HEADER = "retry.http.attempt-header";
    private static final String CLIENT_RETRIES = "retry.http.client-retries";
    private static final String MDC = "retry.logging.mdc";
    private static final String TAG_METHOD = "retry.metrics.tag-method";
    private static final String BOOLEAN_RULE = "must be true or false";
    private static final String HEADER_RULE = "must be the name of an HTTP header, such as Retry-Attempt";

    private final Map<String, String> lookAlikes;
    private final Map<String, RetrySettings> policies = new LinkedHashMap<>();
    private final Map<String, RetrySettings> written = new LinkedHashMap<>();
    private final Map<String, PolicyLayers> layersByPolicy = new LinkedHashMap<>();
    private final @Nullable WrittenValue switchedOff;

    /**
     * Reads the configuration.
     *
     * @throws InvalidRetryPropertyException if something in it is not valid
     */
    RetryConfiguration(
            Environment environment,
            @Nullable ClassLoader classLoader,
            UserStrategies strategies,
            List<RetryPolicyCustomizer> customizers) {
        PropertyReader reader = new PropertyReader(environment);
        boolean enabled = reader.read(ENABLED, Boolean.class, true, BOOLEAN_RULE);
        switchedOff = enabled ? null : switchedOff(reader);
        order(environment);
        clientRetries(environment);
        mdc(environment);
        tagMethod(environment);
        Optional<String> attemptHeader = attemptHeader(environment);
        PropertyScan scan = new PropertyScan(environment);
        lookAlikes = scan.lookAlikes();
        PolicyLayer defaults = scan.defaults();
        new PolicyMapper(new PolicyLayers(defaults, presetOf(defaults)), classLoader, strategies).mapEachKey();
        for (WrittenPolicy policy : scan.policies()) {
            List<PolicyLayer> inherited = new ArrayList<>(presetOf(policy.layer()));
            inherited.add(defaults);
            inherited.addAll(presetOf(defaults));
            PolicyLayers layers = new PolicyLayers(policy.layer(), inherited);
            layersByPolicy.put(policy.name(), layers);
            RetrySettingsBuilder settings = new PolicyMapper(layers, classLoader, strategies).map();
            refuseOneHeaderForBoth(attemptHeader, layers);
            written.put(policy.name(), settings.build());
            policies.put(policy.name(), customized(policy, settings, customizers, enabled));
        }
    }

    private static WrittenValue switchedOff(PropertyReader reader) {
        String origin = reader.find(ConfigurationPropertyName.of(ENABLED))
                .map(PropertyReader::originOf)
                .orElse(null);
        return new WrittenValue(false, ENABLED, "false", origin);
    }

    /** What the files say is valid by now, so that only a customizer can have made it otherwise. */
    private static RetrySettings customized(
            WrittenPolicy policy,
            RetrySettingsBuilder settings,
            List<RetryPolicyCustomizer> customizers,
            boolean enabled) {
        try {
            for (RetryPolicyCustomizer customizer : customizers) {
                customizer.customize(policy.name(), settings);
            }
            return enabled ? settings.build() : settings.enabled(false).build();
        } catch (RuntimeException ex) {
            throw new InvalidRetryPropertyException(
                    policy.property(),
                    null,
                    null,
                    "(policy \"" + policy.name() + "\") is not valid after a RetryPolicyCustomizer changed it: " + ex,
                    null);
        }
    }

    /** Returns the place of the retry advice among other advice. */
    static int order(Environment environment) {
        return new PropertyReader(environment)
                .read("retry.order", Integer.class, RetryAdvisor.DEFAULT_ORDER, "must be a whole number");
    }

    /** Returns whether the logging context tells of attempts. */
    static boolean mdc(Environment environment) {
        return new PropertyReader(environment).read(MDC, Boolean.class, false, BOOLEAN_RULE);
    }

    /** Returns whether counters are kept for each method. */
    static boolean tagMethod(Environment environment) {
        return new PropertyReader(environment).read(TAG_METHOD, Boolean.class, false, BOOLEAN_RULE);
    }

    /** Returns the header that carries the number of the attempt, where there is to be one. */
    static Optional<String> attemptHeader(Environment environment) {
        String name = new PropertyReader(environment).read(ATTEMPT_HEADER, String.class, "", HEADER_RULE);
        if (!name.isEmpty() && !HeaderNames.valid(name)) {
            throw new InvalidRetryPropertyException(ATTEMPT_HEADER, name, null, HEADER_RULE, null);
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    /** Returns whether HTTP clients may repeat requests by themselves; empty where nothing is said of it. */
    static Optional<Boolean> clientRetries(Environment environment) {
        PropertyReader reader = new PropertyReader(environment);
        return reader.find(ConfigurationPropertyName.of(CLIENT_RETRIES)).isPresent()
                ? Optional.of(reader.read(CLIENT_RETRIES, Boolean.class, true, BOOLEAN_RULE))
                : Optional.empty();
    }

    /** Objects to a key that would be sent in the header that carries the number of the attempt. */
    static void refuseOneHeaderForBoth(Optional<String> attemptHeader, PolicyLayers layers) {
        Optional<WrittenValue> keyHeader = layers.get("idempotency-key");
        if (keyHeader.isPresent() && keyHeader.get().text().equalsIgnoreCase(attemptHeader.orElse(null))) {
            throw layers.invalid("idempotency-key", "must not be the header that " + ATTEMPT_HEADER + " names");
        }
    }

    private static List<PolicyLayer> presetOf(PolicyLayer layer) {
        Optional<WrittenValue> written = layer.get("preset");
        return written.isPresent() ? List.of(PolicyLayer.of(preset(written.get()), written.get())) : List.of();
    }

    private static RetryPreset preset(WrittenValue written) {
        return RetryPreset.of(written.text())
                .orElseThrow(() -> new InvalidRetryPropertyException(
                        written.property(),
                        written.text(),
                        written.origin(),
                        PolicyMapper.oneOf(
                                written.text(),
                                Arrays.stream(RetryPreset.values())
                                        .map(RetryPreset::key)
                                        .toList()),
                        null));
    }

    /** Returns what is written for a key of a policy; empty where nothing is, or where code made the policy. */
    Optional<WrittenValue> written(String policy, String path) {
        return Optional.ofNullable(layersByPolicy.get(policy)).flatMap(layers -> layers.get(path));
    }

    /** Returns what switches off all policies together, where something does. */
    Optional<WrittenValue> switchedOff() {
        return Optional.ofNullable(switchedOff);
    }

    /** Returns what a policy says before customizers and before {@code retry.enabled}; empty for one made in code. */
    Optional<RetrySettings> written(String policy) {
        return Optional.ofNullable(written.get(policy));
    }

    /** Returns the settings of each policy by its name. */
    Map<String, RetrySettings> policies() {
        return policies;
    }

    /** Returns keys of the application that look like ours, misspelt, with what they may mean. */
    Map<String, String> lookAlikes() {
        return lookAlikes;
    }
}
