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
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.github.retrystarter.execution.NearestName;
import io.github.retrystarter.execution.PolicyProperty;

/**
 * Finds everything that is written under {@code retry.defaults} and {@code retry.policies}, in every property source.
 *
 * <p>The binder alone would not do: it leaves out what it does not know, and it takes a policy whose name has lost its
 * dashes in an environment variable for another one.
 */
final class PropertyScan {

    private static final ConfigurationPropertyName RETRY = ConfigurationPropertyName.of("retry");
    private static final String IN_ENVIRONMENT =
            "; an environment variable that defines a new policy writes its name without underscores";
    private static final String KEYS_OF_ITS_OWN =
            "takes keys of its own, such as attempts: 3; a policy's name with other"
                    + " characters than a-z, 0-9 and - is written in brackets, as in \"[inventory.v2/read]\"";
    private static final ConfigurationPropertyName DEFAULTS = ConfigurationPropertyName.of("retry.defaults");
    private static final ConfigurationPropertyName POLICIES = ConfigurationPropertyName.of("retry.policies");

    private final List<ConfigurationPropertySource> sources = new ArrayList<>();
    private final PropertyReader reader;
    private final Map<PolicyKey, WrittenValue> defaults = new LinkedHashMap<>();
    private final Map<String, WrittenPolicy> policies = new LinkedHashMap<>();
    private final IdentityHashMap<ConfigurationPropertySource, Map<String, String>> spellings = new IdentityHashMap<>();

    PropertyScan(Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            sources.add(source);
        }
        reader = new PropertyReader(environment);
        collectNames(false);
        collectNames(true);
        for (ConfigurationPropertySource source : sources) {
            collectValues(source);
        }
    }

    PolicyLayer defaults() {
        return new PolicyLayer(DEFAULTS.toString(), defaults);
    }

    List<WrittenPolicy> policies() {
        return List.copyOf(policies.values());
    }

    /**
     * Returns what is written beside our keys and looks like one of them, misspelt: the name and what it may mean.
     * Applications have {@code retry.*} keys of their own, so that these are not refused.
     */
    Map<String, String> lookAlikes() {
        Map<String, String> found = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : sources) {
            for (ConfigurationPropertyName name : namesBelow(RETRY, source)) {
                if (name.getNumberOfElements() > 1 && !isRead(name)) {
                    Optional<String> key = LookAlikes.of(name);
                    if (key.isPresent()) {
                        found.put(name.toString(), key.get());
                    }
                }
            }
        }
        return found;
    }

    private static boolean isRead(ConfigurationPropertyName name) {
        return DEFAULTS.equals(name)
                || DEFAULTS.isAncestorOf(name)
                || POLICIES.equals(name)
                || POLICIES.isAncestorOf(name);
    }

    private static boolean isEnvironment(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
    }

    private static List<ConfigurationPropertyName> namesBelow(
            ConfigurationPropertyName root, ConfigurationPropertySource source) {
        if (!(source instanceof IterableConfigurationPropertySource iterable)) {
            return List.of();
        }
        List<ConfigurationPropertyName> below = new ArrayList<>();
        for (ConfigurationPropertyName name : iterable) {
            if (root.equals(name) || root.isAncestorOf(name)) {
                below.add(name);
            }
        }
        return below;
    }

    // Pass 1: which policies there are, and how their names are written.

    private void collectNames(boolean environment) {
        for (ConfigurationPropertySource source : sources) {
            if (isEnvironment(source) == environment) {
                collectNames(source);
            }
        }
    }

    private void collectNames(ConfigurationPropertySource source) {
        for (ConfigurationPropertyName name : namesBelow(POLICIES, source)) {
            if (name.getNumberOfElements() > POLICIES.getNumberOfElements()) {
                String text = name.getElement(POLICIES.getNumberOfElements(), Form.ORIGINAL);
                if (isEnvironment(source)) {
                    if (ofEnvironment(name).isEmpty()) {
                        policies.putIfAbsent(Names.plain(text), new WrittenPolicy(text, prefix(name)));
                    }
                } else {
                    collectName(text, name, source);
                }
            }
        }
    }

    private void collectName(String text, ConfigurationPropertyName name, ConfigurationPropertySource source) {
        if (name.isNumericIndex(POLICIES.getNumberOfElements())) {
            throw new InvalidRetryPropertyException(
                    POLICIES.toString(), null, origin(source, name), "takes policies by name, not a list", null);
        }
        if (Names.plain(text).isEmpty()) {
            throw new InvalidRetryPropertyException(
                    "retry.policies." + text,
                    null,
                    origin(source, name),
                    "needs a letter or a digit in its name",
                    null);
        }
        WrittenPolicy present = policies.putIfAbsent(Names.plain(text), new WrittenPolicy(text, prefix(name)));
        if (present != null && !present.name().equals(text)) {
            throw new InvalidRetryPropertyException(
                    PolicyProperty.of(text),
                    null,
                    origin(source, name),
                    "differs from " + present.property()
                            + " only in case and punctuation; write the name of a policy in" + " one way",
                    null);
        }
    }

    private static ConfigurationPropertyName prefix(ConfigurationPropertyName name) {
        return name.chop(POLICIES.getNumberOfElements() + 1);
    }

    private static @Nullable String origin(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        ConfigurationProperty found = source.getConfigurationProperty(name);
        return found == null ? null : PropertyReader.originOf(found);
    }

    /** The policy of a file that an environment variable means: its dashes and dots are lost, or are underscores. */
    private Optional<WrittenPolicy> ofEnvironment(ConfigurationPropertyName name) {
        String flat = flat(name, POLICIES.getNumberOfElements());
        return policies.entrySet().stream()
                .filter(e -> flat.startsWith(e.getKey()))
                .filter(e ->
                        PolicyKey.matching(flat.substring(e.getKey().length())).isPresent())
                .max(Comparator.comparingInt(e -> e.getKey().length()))
                .map(Map.Entry::getValue);
    }

    private static String flat(ConfigurationPropertyName name, int from) {
        return Names.plain(String.join("", elements(name, from)));
    }

    private static List<String> elements(ConfigurationPropertyName name, int from) {
        List<String> elements = new ArrayList<>();
        for (int i = from; i < name.getNumberOfElements(); i++) {
            elements.add(name.getElement(i, Form.ORIGINAL));
        }
        if (!elements.isEmpty() && name.isLastElementIndexed() && name.isNumericIndex(name.getNumberOfElements() - 1)) {
            elements.remove(elements.size() - 1);
        }
        return elements;
    }

    // Pass 2: what is written, the first source that has a key winning.

    private void collectValues(ConfigurationPropertySource source) {
        if (source instanceof IterableConfigurationPropertySource) {
            for (ConfigurationPropertyName name : namesBelow(DEFAULTS, source)) {
                collect(source, name, DEFAULTS.getNumberOfElements(), DEFAULTS.toString(), defaults);
            }
            for (ConfigurationPropertyName name : namesBelow(POLICIES, source)) {
                collectOfPolicy(source, name);
            }
        } else {
            askFor(source, DEFAULTS, DEFAULTS.toString(), defaults);
            for (WrittenPolicy policy : policies.values()) {
                askFor(source, policy.prefix(), policy.property(), policy.values());
            }
        }
    }

    private void collectOfPolicy(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        int depth = POLICIES.getNumberOfElements();
        if (name.getNumberOfElements() == depth) {
            refuseValueOfGroup(source, name, POLICIES.toString(), "takes policies by name, each with keys of its own");
            return;
        }
        Optional<WrittenPolicy> fromEnvironment = isEnvironment(source) ? ofEnvironment(name) : Optional.empty();
        if (fromEnvironment.isPresent()) {
            WrittenPolicy policy = fromEnvironment.get();
            String flatKey =
                    flat(name, depth).substring(Names.plain(policy.name()).length());
            put(source, name, PolicyKey.matching(flatKey).orElseThrow(), policy.property(), policy.values());
            return;
        }
        WrittenPolicy policy = policies.get(Names.plain(name.getElement(depth, Form.ORIGINAL)));
        if (policy != null) {
            collect(source, name, depth + 1, policy.property(), policy.values());
        }
    }

    private void collect(
            ConfigurationPropertySource source,
            ConfigurationPropertyName name,
            int depth,
            String owner,
            Map<PolicyKey, WrittenValue> values) {
        List<String> path = elements(name, depth);
        if (path.isEmpty()) {
            refuseValueOfGroup(source, name, owner, KEYS_OF_ITS_OWN);
            return;
        }
        Optional<PolicyKey> key = isEnvironment(source) ? PolicyKey.matching(String.join("", path)) : keyOf(path);
        if (key.isPresent()) {
            put(source, name, key.get(), owner, values);
        } else if (!isEmptyGroup(source, name, path)) {
            throw unknown(owner, path, origin(source, name), isEnvironment(source));
        }
    }

    private static Optional<PolicyKey> keyOf(List<String> path) {
        String written = plainPath(path);
        Optional<PolicyKey> key = PolicyKey.matching(written);
        return key.isPresent()
                        && plainPath(List.of(key.get().path().split("\\."))).equals(written)
                ? key
                : Optional.empty();
    }

    private static String plainPath(List<String> path) {
        StringJoiner plain = new StringJoiner(".");
        for (String element : path) {
            plain.add(Names.plain(element));
        }
        return plain.toString();
    }

    private void put(
            ConfigurationPropertySource source,
            ConfigurationPropertyName name,
            PolicyKey key,
            String owner,
            Map<PolicyKey, WrittenValue> values) {
        ConfigurationProperty found = source.getConfigurationProperty(name);
        if (found != null && !key.isList() && name.isLastElementIndexed()) {
            throw new InvalidRetryPropertyException(
                    owner + "." + key.path(),
                    String.valueOf(found.getValue()),
                    PropertyReader.originOf(found),
                    "must be one value, not a list",
                    null);
        }
        if (found != null) {
            refuseSecondSpelling(source, name, owner + "." + key.path(), found);
        }
        if (found != null && !values.containsKey(key)) {
            ConfigurationPropertyName bound = key.isList() && name.isLastElementIndexed() ? name.getParent() : name;
            values.put(key, reader.read(key, owner + "." + key.path(), bound, found));
        }
    }

    /** One source that has a key in two spellings would have one of them ignored. */
    private void refuseSecondSpelling(
            ConfigurationPropertySource source,
            ConfigurationPropertyName name,
            String property,
            ConfigurationProperty found) {
        String written = String.join(".", elements(name, 0));
        Map<String, String> spelt = spellings.get(source);
        if (spelt == null) {
            spelt = new LinkedHashMap<>();
            spellings.put(source, spelt);
        }
        String before = spelt.putIfAbsent(property, written);
        if (before != null && !before.equals(written)) {
            throw new InvalidRetryPropertyException(
                    property,
                    String.valueOf(found.getValue()),
                    PropertyReader.originOf(found),
                    "is written twice, as " + before + " and as " + written,
                    null);
        }
    }

    private void askFor(
            ConfigurationPropertySource source,
            ConfigurationPropertyName prefix,
            String owner,
            Map<PolicyKey, WrittenValue> values) {
        for (PolicyKey key : PolicyKey.all()) {
            put(source, prefix.append(key.path()), key, owner, values);
        }
    }

    private static void refuseValueOfGroup(
            ConfigurationPropertySource source, ConfigurationPropertyName name, String owner, String rule) {
        ConfigurationProperty found = source.getConfigurationProperty(name);
        String text = found == null ? "" : String.valueOf(found.getValue());
        if (!text.isEmpty()) {
            throw new InvalidRetryPropertyException(
                    owner, text, found == null ? null : PropertyReader.originOf(found), rule, null);
        }
    }

    /** A group without keys, such as {@code retry-after:} with nothing below it, says nothing. */
    private static boolean isEmptyGroup(
            ConfigurationPropertySource source, ConfigurationPropertyName name, List<String> path) {
        ConfigurationProperty found = source.getConfigurationProperty(name);
        return path.size() == 1
                && !PolicyKey.below(path.get(0)).isEmpty()
                && (found == null || String.valueOf(found.getValue()).isEmpty());
    }

    /** An objection to a key that there is none of. */
    static InvalidRetryPropertyException unknown(
            String owner, List<String> path, @Nullable String origin, boolean environment) {
        String written = String.join(".", path);
        String property = owner + "." + written;
        List<PolicyKey> below = PolicyKey.below(written);
        if (!below.isEmpty()) {
            return new InvalidRetryPropertyException(
                    property, null, origin, "has keys of its own: " + paths(below), null);
        }
        Optional<PolicyKey> above = PolicyKey.matching(path.get(0));
        if (above.isPresent() && path.size() > 1) {
            return new InvalidRetryPropertyException(
                    property,
                    null,
                    origin,
                    "is not a key: " + above.get().path() + " takes one value and nothing below it",
                    null);
        }
        Function<String, String> suggestion = name -> "; did you mean " + name + "?";
        return new InvalidRetryPropertyException(
                property,
                null,
                origin,
                "is not a key of a retry policy"
                        + NearestName.of(
                                        written,
                                        PolicyKey.all().stream()
                                                .map(PolicyKey::path)
                                                .toList())
                                .map(suggestion)
                                .orElse("")
                        + (environment ? IN_ENVIRONMENT : "")
                        + " (keys: " + paths(PolicyKey.all()) + ")",
                null);
    }

    private static String paths(List<PolicyKey> keys) {
        return keys.stream().map(PolicyKey::path).collect(Collectors.joining(", "));
    }
}
