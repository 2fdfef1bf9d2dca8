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

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

import io.github.retrystarter.settings.RetryPolicyCustomizer;

/** Reads the configuration with everything that has a say in it, as often as it changes. */
final class ConfigurationReader {

    private final Environment environment;
    private final ConfigurableListableBeanFactory beans;
    private final ObjectProvider<RetryPolicyCustomizer> customizers;
    private volatile @Nullable RetryConfiguration inForce;

    ConfigurationReader(
            Environment environment,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<RetryPolicyCustomizer> customizers) {
        this.environment = environment;
        this.beans = beans;
        this.customizers = customizers;
    }

    /** Reads what is written now. */
    RetryConfiguration read() {
        return new RetryConfiguration(
                environment,
                beans.getBeanClassLoader(),
                UserStrategies.of(beans),
                customizers.orderedStream().toList());
    }

    /** Takes note of the configuration that the policies now have. */
    void inForce(RetryConfiguration configuration) {
        inForce = configuration;
    }

    /** Returns the configuration that the policies have; null before they are made. */
    @Nullable
    RetryConfiguration inForce() {
        return inForce;
    }

    /** Returns what is written for a key of a policy, on the policy itself or where it inherits it from. */
    Optional<WrittenValue> written(String policy, String path) {
        return read().written(policy, path);
    }
}
