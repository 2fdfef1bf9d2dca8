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
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.FullJitterBackoff;
import io.github.retrystarter.backoff.LinearBackoff;
import io.github.retrystarter.retryafter.HintSource;
import io.github.retrystarter.settings.NestedRetries;
import io.github.retrystarter.settings.RetryPreset;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every key that the records of the configuration have, in every place that it can be written: the policy's own key wins
 * over its preset, that over the key of the defaults, that over the preset of the defaults, that over what is built in.
 */
class InheritanceTests {

    /** What each preset says. */
    private static final Map<String, Map<String, Object>> PRESETS = Map.of(
            "user-facing",
            preset(4, "PT0.05S", "PT5S", 1.5, "retry-after.max", Duration.ofSeconds(2)),
            "internal-service",
            preset(5, "PT0.1S", "PT10S", 2),
            "external-api",
            preset(6, "PT2S", "PT5M", 2),
            "background-job",
            preset(15, "PT1S", "PT15M", 2, "budget.enabled", false),
            "database",
            preset(10, "PT0.2S", "PT1M", 2, "budget.enabled", false),
            "overloaded-service",
            preset(8, "PT0.5S", "PT2M", 3),
            "message-consumer",
            preset(8, "PT0.5S", "PT1M", 2, "budget.enabled", false),
            "persistent-connection",
            preset(RetrySettings.UNLIMITED, "PT1S", "PT5M", 2, "budget.enabled", false));

    private static Map<String, Object> preset(
            int attempts, String base, String cap, double multiplier, Object... further) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("attempts", attempts);
        values.put("base", Duration.parse(base));
        values.put("cap", Duration.parse(cap));
        values.put("multiplier", multiplier);
        for (int i = 0; i < further.length; i += 2) {
            values.put((String) further[i], further[i + 1]);
        }
        return values;
    }

    /** Two values of each key, neither of them built in and neither in a preset, but for switches. */
    private static final List<Key> KEYS = List.of(
            new Key("preset", "database", "overloaded-service", 10, 8, RetrySettings::attempts),
            new Key("enabled", "false", "true", false, true, RetrySettings::enabled),
            new Key("attempts", "11", "12", 11, 12, RetrySettings::attempts),
            new Key(
                    "backoff",
                    "exponential",
                    "constant",
                    BackoffKind.EXPONENTIAL,
                    BackoffKind.CONSTANT,
                    InheritanceTests::kind),
            new Key(
                    "base",
                    "70ms",
                    "90ms",
                    Duration.ofMillis(70),
                    Duration.ofMillis(90),
                    s -> jitter(s).base()),
            new Key(
                    "cap",
                    "20m",
                    "25m",
                    Duration.ofMinutes(20),
                    Duration.ofMinutes(25),
                    s -> jitter(s).cap()),
            new Key("multiplier", "1.25", "1.75", 1.25, 1.75, s -> jitter(s).multiplier()),
            new Key(
                    "increment",
                    "3s",
                    "4s",
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(4),
                    s -> ((LinearBackoff) s.backoff()).increment()),
            new Key("deadline", "7s", "9s", Duration.ofSeconds(7), Duration.ofSeconds(9), RetrySettings::limit),
            new Key(
                    "retry-on.exceptions",
                    "[java.lang.IllegalStateException]",
                    "[java.net.ConnectException]",
                    Set.of(IllegalStateException.class),
                    Set.of(ConnectException.class),
                    s -> s.rules().retryOnExceptions()),
            new Key(
                    "retry-on.statuses",
                    "[500]",
                    "[501, 505]",
                    Set.of(500),
                    Set.of(501, 505),
                    s -> s.rules().retryOnStatuses()),
            new Key(
                    "retry-on.unclassified",
                    "true",
                    "false",
                    true,
                    false,
                    s -> s.rules().retryUnclassified()),
            new Key(
                    "never-on.exceptions",
                    "[java.lang.IllegalStateException]",
                    "[java.net.ConnectException]",
                    Set.of(IllegalStateException.class),
                    Set.of(ConnectException.class),
                    s -> s.rules().neverOnExceptions()),
            new Key(
                    "never-on.statuses",
                    "[503]",
                    "[]",
                    Set.of(503),
                    Set.of(),
                    s -> s.rules().neverOnStatuses()),
            new Key(
                    "retry-after.enabled",
                    "false",
                    "true",
                    false,
                    true,
                    s -> s.hints().enabled()),
            new Key(
                    "retry-after.max",
                    "41s",
                    "43s",
                    Duration.ofSeconds(41),
                    Duration.ofSeconds(43),
                    s -> s.hints().longest()),
            new Key(
                    "retry-after.sources",
                    "[retry-after-ms]",
                    "[ratelimit, retry-after]",
                    List.of(HintSource.RETRY_AFTER_MS),
                    List.of(HintSource.RATELIMIT, HintSource.RETRY_AFTER),
                    s -> s.hints().sources()),
            new Key(
                    "retry-after.spread",
                    "false",
                    "true",
                    false,
                    true,
                    s -> s.hints().spread()),
            new Key(
                    "retry-after.hold",
                    "true",
                    "false",
                    true,
                    false,
                    s -> s.hints().hold()),
            new Key("idempotent", "false", "true", false, true, RetrySettings::idempotent),
            new Key("expose-attempt", "true", "false", true, false, RetrySettings::exposeAttempt),
            new Key(
                    "budget.enabled",
                    "false",
                    "true",
                    false,
                    true,
                    s -> s.budget().enabled()),
            new Key("budget.ratio", "0.31", "0.37", 0.31, 0.37, s -> s.budget().ratio()),
            new Key(
                    "budget.window",
                    "11s",
                    "13s",
                    Duration.ofSeconds(11),
                    Duration.ofSeconds(13),
                    s -> s.budget().window()),
            new Key("budget.min-retries", "3", "4", 3, 4, s -> s.budget().minRetries()),
            new Key("nested", "allow", "stop", NestedRetries.ALLOW, NestedRetries.STOP, RetrySettings::nested),
            new Key("idempotency-key", "Key-One", "Key-Two", "Key-One", "Key-Two", RetrySettings::idempotencyHeader),
            new Key("circuit-breaker", "one", "two", "one", "two", RetrySettings::breaker));

    /**
     * A key with values to try it with.
     *
     * @param path the key as it is written
     * @param one a value that is not built in
     * @param other another value
     * @param effectiveOne what settings say where the one value is in force
     * @param effectiveOther what settings say where the other is
     * @param effective reads it from settings
     */
    private record Key(
            String path,
            String one,
            String other,
            Object effectiveOne,
            Object effectiveOther,
            Function<RetrySettings, @Nullable Object> effective) {

        @Override
        public String toString() {
            return path;
        }
    }

    private static FullJitterBackoff jitter(RetrySettings settings) {
        return (FullJitterBackoff) settings.backoff();
    }

    private static BackoffKind kind(RetrySettings settings) {
        for (BackoffKind kind : BackoffKind.values()) {
            if (settings.backoff().getClass().getSimpleName().equals(inCamelCase(kind.key()) + "Backoff")) {
                return kind;
            }
        }
        throw new AssertionError(settings.backoff());
    }

    private static String inCamelCase(String key) {
        StringBuilder name = new StringBuilder();
        for (String word : key.split("-")) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }

    /** The settings of a policy where the defaults and the policy have these keys. */
    private static RetrySettings settings(Key key, Map<String, String> defaults, Map<String, String> own) {
        return settings(key, defaults, own, Map.of());
    }

    private static RetrySettings settings(
            Key key, Map<String, String> defaults, Map<String, String> own, Map<String, Object> variables) {
        Map<String, String> all = new LinkedHashMap<>(defaults);
        if (key.path().equals("increment")) {
            all.put("backoff", "linear");
        }
        StringBuilder yaml = new StringBuilder("retry:\n  policies:\n    p:\n");
        own.forEach((path, value) -> yaml.append("      %s: %s\n".formatted(path, value)));
        yaml.append("  defaults:\n");
        all.forEach((path, value) -> yaml.append("    %s: %s\n".formatted(path, value)));
        StandardEnvironment environment = new StandardEnvironment();
        Yaml.add(environment, yaml.toString());
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
        RetrySettings settings = new RetryConfiguration(
                        environment, InheritanceTests.class.getClassLoader(), UserStrategies.NOT_YET_KNOWN, List.of())
                .policies()
                .get("p");
        assertThat(settings).as(yaml::toString).isNotNull();
        return settings;
    }

    private static Object effective(Key key, Map<String, String> defaults, Map<String, String> own) {
        return key.effective().apply(settings(key, defaults, own));
    }

    static Stream<Key> keys() {
        return KEYS.stream();
    }

    @Test
    void everyKeyThatTheRecordsHaveIsTriedHere() {
        List<String> paths = new ArrayList<>();
        collect("", RetryProperties.Policy.class, paths);

        assertThat(KEYS).extracting(Key::path).containsExactlyInAnyOrderElementsOf(paths);
    }

    private static void collect(String prefix, Class<?> record, List<String> paths) {
        for (RecordComponent component : record.getRecordComponents()) {
            String path =
                    prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                collect(path + ".", component.getType(), paths);
            } else {
                paths.add(path);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("keys")
    void isBuiltInWhereNobodyWritesIt(Key key) {
        assertThat(effective(key, Map.of(), Map.of())).isNotEqualTo(key.effectiveOne());
    }

    @ParameterizedTest
    @MethodSource("keys")
    void comesFromTheDefaultsWhereOnlyTheyHaveIt(Key key) {
        assertThat(effective(key, Map.of(key.path(), key.one()), Map.of())).isEqualTo(key.effectiveOne());
        assertThat(effective(key, Map.of(key.path(), key.other()), Map.of())).isEqualTo(key.effectiveOther());
    }

    @ParameterizedTest
    @MethodSource("keys")
    void comesFromThePolicyWhereOnlyThatHasIt(Key key) {
        assertThat(effective(key, Map.of(), Map.of(key.path(), key.one()))).isEqualTo(key.effectiveOne());
        assertThat(effective(key, Map.of(), Map.of(key.path(), key.other()))).isEqualTo(key.effectiveOther());
    }

    @ParameterizedTest
    @MethodSource("keys")
    void comesFromThePolicyWhereTheDefaultsHaveItToo(Key key) {
        assertThat(effective(key, Map.of(key.path(), key.one()), Map.of(key.path(), key.other())))
                .isEqualTo(key.effectiveOther());
        assertThat(effective(key, Map.of(key.path(), key.other()), Map.of(key.path(), key.one())))
                .isEqualTo(key.effectiveOne());
    }

    static Stream<Key> keysBesidePresets() {
        return keys().filter(key -> !key.path().equals("preset"));
    }

    @ParameterizedTest
    @MethodSource("keysBesidePresets")
    void comesFromAPresetThatHasItAndNotFromOneThatHasNot(Key key) {
        PRESETS.forEach((name, values) -> {
            Map<String, String> preset = Map.of("preset", name);
            Map<String, String> one = Map.of(key.path(), key.one());
            Map<String, String> other = Map.of(key.path(), key.other());
            Map<String, String> presetAndOne = Map.of("preset", name, key.path(), key.one());
            Map<String, String> presetAndOther = Map.of("preset", name, key.path(), key.other());
            if (values.containsKey(key.path())) {
                Object value = values.get(key.path());
                assertThat(effective(key, Map.of(), preset)).as("own preset").isEqualTo(value);
                assertThat(effective(key, preset, Map.of()))
                        .as("defaults' preset")
                        .isEqualTo(value);
                assertThat(effective(key, one, preset))
                        .as("own preset over the defaults")
                        .isEqualTo(value);
                assertThat(effective(key, other, preset))
                        .as("own preset over the defaults")
                        .isEqualTo(value);
                PRESETS.forEach((otherName, otherValues) -> {
                    if (otherValues.containsKey(key.path())) {
                        assertThat(effective(key, preset, Map.of("preset", otherName)))
                                .as("own preset over the defaults' preset")
                                .isEqualTo(otherValues.get(key.path()));
                    } else {
                        assertThat(effective(key, preset, Map.of("preset", otherName)))
                                .as("defaults' preset where the own one has no such key")
                                .isEqualTo(value);
                    }
                });
            } else {
                assertThat(effective(key, one, preset))
                        .as("defaults through a preset without it")
                        .isEqualTo(key.effectiveOne());
                assertThat(effective(key, other, preset))
                        .as("defaults through a preset without it")
                        .isEqualTo(key.effectiveOther());
            }
            assertThat(effective(key, presetAndOne, Map.of()))
                    .as("defaults over their preset")
                    .isEqualTo(key.effectiveOne());
            assertThat(effective(key, presetAndOther, Map.of()))
                    .as("defaults over their preset")
                    .isEqualTo(key.effectiveOther());
            assertThat(effective(key, preset, one))
                    .as("own over the defaults' preset")
                    .isEqualTo(key.effectiveOne());
            assertThat(effective(key, preset, other))
                    .as("own over the defaults' preset")
                    .isEqualTo(key.effectiveOther());
            assertThat(effective(key, Map.of(), presetAndOne))
                    .as("own over the own preset")
                    .isEqualTo(key.effectiveOne());
            assertThat(effective(key, Map.of(), presetAndOther))
                    .as("own over the own preset")
                    .isEqualTo(key.effectiveOther());
        });
    }

    private static String withoutBrackets(String value) {
        return value.replace("[", "").replace("]", "");
    }

    @ParameterizedTest
    @MethodSource("keys")
    void meansTheSameThroughAPlaceholder(Key key) {
        String placeholder = "\"${somewhere.else:" + withoutBrackets(key.one()) + "}\"";
        assertThat(effective(key, Map.of(key.path(), placeholder), Map.of())).isEqualTo(key.effectiveOne());
        assertThat(effective(key, Map.of(), Map.of(key.path(), placeholder))).isEqualTo(key.effectiveOne());
    }

    @ParameterizedTest
    @MethodSource("keys")
    void isTheSameKeyInCamelCase(Key key) {
        StringBuilder camelCase = new StringBuilder();
        for (String word : key.path().split("-")) {
            camelCase.append(
                    camelCase.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        assertThat(effective(key, Map.of(camelCase.toString(), key.one()), Map.of()))
                .isEqualTo(key.effectiveOne());
        assertThat(effective(key, Map.of(key.path(), key.one()), Map.of(camelCase.toString(), key.other())))
                .isEqualTo(key.effectiveOther());
    }

    @ParameterizedTest
    @MethodSource("keys")
    void isReachedByAnEnvironmentVariableWithAndWithoutUnderscoresForItsDashes(Key key) {
        for (String dash : List.of("", "_")) {
            String variable = key.path().replace("-", dash).replace('.', '_').toUpperCase(Locale.ROOT);
            String value = withoutBrackets(key.one());
            Map<String, String> own = Map.of(key.path(), key.other());
            Function<Map<String, Object>, @Nullable Object> read =
                    variables -> key.effective().apply(settings(key, Map.of(), own, variables));
            assertThat(read.apply(Map.of("RETRY_POLICIES_P_" + variable, value)))
                    .as("over a file, %s", variable)
                    .isEqualTo(key.effectiveOne());
            assertThat(key.effective()
                            .apply(settings(key, Map.of(), Map.of(), Map.of("RETRY_DEFAULTS_" + variable, value))))
                    .as("in the defaults, %s", variable)
                    .isEqualTo(key.effectiveOne());
        }
    }

    @Test
    void everyPresetOfTheDesignIsTriedHere() {
        assertThat(PRESETS.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(RetryPreset.values()).map(RetryPreset::key).toList());
    }
}
