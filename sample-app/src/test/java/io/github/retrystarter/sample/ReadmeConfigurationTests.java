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
package io.github.retrystarter.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ByteArrayResource;

import io.github.retrystarter.autoconfigure.RetryAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

class ReadmeConfigurationTests {

    @Test
    void thereAreConfigurations() {
        assertThat(Readme.configurations()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.github.retrystarter.sample.Readme#configurations")
    void isValid(String yaml) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RetryAutoConfiguration.class))
                .withInitializer(context -> add(yaml, context.getEnvironment()))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static void add(String yaml, ConfigurableEnvironment environment) {
        try {
            new YamlPropertySourceLoader()
                    .load("document", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                    .forEach(environment.getPropertySources()::addFirst);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
