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
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

import io.github.retrystarter.backoff.WholeMillis;

/** Reads one property as the type that its key wants, with placeholders resolved, and says well what is wrong with it. */
final class PropertyReader {

    private final Environment environment;
    private final Binder binder;

    PropertyReader(Environment environment) {
        this.environment = environment;
        this.binder = Binder.get(environment);
    }

    WrittenValue read(PolicyKey key, String property, ConfigurationPropertyName name, ConfigurationProperty found) {
        String text = text(found);
        String origin = originOf(found);
        Object value;
        try {
            value = bind(name, key.type(), text);
        } catch (BindException | IllegalArgumentException ex) {
            throw new InvalidRetryPropertyException(property, text, origin, rule(key), ex);
        }
        if (value == null || (value instanceof List<?> list && list.stream().anyMatch(Objects::isNull))) {
            throw new InvalidRetryPropertyException(property, text, origin, rule(key), null);
        }
        if (value instanceof Duration duration && !duration.isNegative()) {
            value = Duration.ofMillis(WholeMillis.of(duration));
        }
        return new WrittenValue(value, property, key.isList() ? String.valueOf(value) : text, origin);
    }

    <T> T read(String property, Class<T> type, T absent, String rule) {
        try {
            return binder.bind(property, type).orElse(absent);
        } catch (BindException ex) {
            ConfigurationProperty found = ex.getProperty();
            String text = found == null ? null : text(found);
            throw new InvalidRetryPropertyException(property, text, found == null ? null : originOf(found), rule, ex);
        }
    }

    /** Finds what is written for a property, with the place. */
    Optional<ConfigurationProperty> find(ConfigurationPropertyName name) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty found = source.getConfigurationProperty(name);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** The value with its placeholders resolved; as it was written where they cannot be, since they go in a circle. */
    private String text(ConfigurationProperty found) {
        String written = String.valueOf(found.getValue());
        try {
            return environment.resolvePlaceholders(written);
        } catch (RuntimeException ex) {
            return written;
        }
    }

    private @Nullable Object bind(ConfigurationPropertyName name, ResolvableType type, String text) {
        Optional<Object> bound =
                Optional.ofNullable(binder.bind(name, Bindable.of(type)).orElse(null));
        return bound.orElse(type.resolve() == List.class && text.isBlank() ? List.of() : null);
    }

    static @Nullable String originOf(ConfigurationProperty found) {
        Origin origin = found.getOrigin();
        return origin == null ? null : origin.toString();
    }

    private static String rule(PolicyKey key) {
        Class<?> type = key.type().resolve(Object.class);
        if (type == Duration.class) {
            return "must be a duration, such as 200ms, 2s or PT2S";
        }
        if (type == Boolean.class) {
            return "must be true or false";
        }
        if (type == Integer.class) {
            return "must be a whole number";
        }
        if (type == Double.class) {
            return "must be a number, such as 2 or 1.5";
        }
        if (type == List.class) {
            return key.type().getGeneric(0).resolve() == Integer.class
                    ? "must be a list of whole numbers, such as [500, 501]"
                    : "must be a list, such as [one, two]";
        }
        return "must be one value";
    }
}
