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
package io.github.retrystarter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

/** Configuration as an application has it: from a YAML file, with lines and columns, and from the environment. */
public final class Yaml {

    private Yaml() {}

    public static ApplicationContextInitializer<ConfigurableApplicationContext> file(String yaml) {
        return context -> add(context.getEnvironment(), yaml);
    }

    public static ApplicationContextInitializer<ConfigurableApplicationContext> environmentVariable(
            String name, String value) {
        return context -> context.getEnvironment()
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        name + "-systemEnvironment", java.util.Map.of(name, value)));
    }

    public static void add(ConfigurableEnvironment environment, String yaml) {
        Resource resource = new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8), "application.yml") {
            @Override
            public String getDescription() {
                return "application.yml";
            }
        };
        try {
            List<PropertySource<?>> documents = new YamlPropertySourceLoader().load("application.yml", resource);
            MutablePropertySources sources = environment.getPropertySources();
            documents.forEach(sources::addLast);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
