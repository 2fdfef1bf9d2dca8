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
package io.github.retrystarter.recipes;

import java.net.ConnectException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.execution.UnknownRetryPolicyException;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Faults of kind K2 that were reported against other libraries: configuration. */
@ExtendWith(OutputCaptureExtension.class)
class ConfigurationRecipeTests {

    private final VirtualTime time = new VirtualTime();

    private static void failEveryTime(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        Subject subject = context.getBean(Subject.class);
        ConnectException refused = new ConnectException("refused");
        assertThatThrownBy(() -> subject.call(() -> {
                    throw refused;
                }))
                .isSameAs(refused);
    }

    private static void change(ConfigurableApplicationContext context, String name, Object value) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("change of " + name, Map.of(name, value)));
        context.publishEvent(new EnvironmentChangeEvent(context));
    }

    // B22
    @Test
    void aBackoffThatReplacesTheInheritedOneWaitsByItselfAndLeavesTheOthersAlone() {
        String yaml = """
                retry:
                  defaults: {base: 1s, backoff: constant, attempts: 4}
                  policies:
                    p: {base: 2s, backoff: exponential}
                    untouched:
                """;
        Recipe.yaml(time, yaml).run(context -> {
            failEveryTime(context);
            assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 4_000L, 8_000L);
        });
        VirtualTime other = new VirtualTime();
        Recipe.yaml(other, yaml).run(context -> {
            Steps steps = new Steps(new ConnectException("refused"));
            context.getBean(RetryPolicies.class).get("untouched").execute(attempt -> steps.run());
            assertThat(other.sleeper().waitsInMillis()).containsExactly(1_000L, 1_000L, 1_000L);
        });
    }

    /** What a run of a policy shows. */
    private record Shown(RetrySettings settings, List<Long> waits) {}

    private static final Map<String, String> OTHER_KEYS = otherKeys();

    private static Map<String, String> otherKeys() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("attempts", "6");
        keys.put("backoff", "equal-jitter");
        keys.put("base", "40ms");
        keys.put("cap", "300ms");
        keys.put("multiplier", "1.5");
        keys.put("deadline", "1h");
        return keys;
    }

    private static String yamlOf(Map<String, String> keys) {
        return "retry.policies.p: {"
                + keys.entrySet().stream()
                        .map(key -> key.getKey() + ": \"" + key.getValue() + "\"")
                        .collect(Collectors.joining(", "))
                + "}";
    }

    private static Shown shownBy(ApplicationContextRunner contexts, VirtualTime time) {
        AtomicReference<Shown> shown = new AtomicReference<>();
        contexts.run(context -> {
            failEveryTime(context);
            shown.set(new Shown(
                    Recipe.p(context).settings(), List.copyOf(time.sleeper().waitsInMillis())));
        });
        return shown.get();
    }

    // B26
    @ParameterizedTest
    @CsvSource({"attempts, 5", "backoff, exponential", "base, 250ms", "cap, 150ms", "multiplier, 3", "deadline, 350ms"})
    void aValueMeansTheSameHoweverItIsWrittenAndWhateverStandsBesideIt(String key, String value) {
        for (Map<String, String> others : List.of(Map.<String, String>of(), OTHER_KEYS)) {
            Map<String, String> rest = new LinkedHashMap<>(others);
            rest.remove(key);
            Map<String, String> literal = new LinkedHashMap<>(rest);
            literal.put(key, value);
            Map<String, String> placeholder = new LinkedHashMap<>(rest);
            placeholder.put(key, "${written.elsewhere}");
            Map<String, String> fallback = new LinkedHashMap<>(rest);
            fallback.put(key, "${not.written:" + value + "}");

            VirtualTime first = new VirtualTime();
            Shown expected = shownBy(Recipe.yaml(first, yamlOf(literal)), first);
            assertThat(expected.waits()).isNotEmpty();
            VirtualTime second = new VirtualTime();
            assertThat(shownBy(
                            Recipe.yaml(second, yamlOf(placeholder)).withPropertyValues("written.elsewhere=" + value),
                            second))
                    .as("placeholder")
                    .isEqualTo(expected);
            VirtualTime third = new VirtualTime();
            assertThat(shownBy(Recipe.yaml(third, yamlOf(fallback)), third))
                    .as("placeholder with a default")
                    .isEqualTo(expected);
            VirtualTime fourth = new VirtualTime();
            assertThat(shownBy(
                            Recipe.yaml(fourth, yamlOf(rest))
                                    .withSystemProperties("retry.policies.p." + key + "=" + value),
                            fourth))
                    .as("system property")
                    .isEqualTo(expected);
            VirtualTime fifth = new VirtualTime();
            assertThat(shownBy(
                            Recipe.yaml(fifth, yamlOf(rest))
                                    .withInitializer(Yaml.environmentVariable(
                                            "RETRY_POLICIES_P_" + key.toUpperCase(Locale.ROOT), value)),
                            fifth))
                    .as("environment variable")
                    .isEqualTo(expected);
        }
    }

    // B28
    @ParameterizedTest
    @CsvSource({
        "'retry: {policies: {p: {attempts: 1}}}', attempts-exhausted",
        "'retry: {policies: {p: {enabled: false}}}', disabled",
        "'retry: {enabled: false, policies: {p: {enabled: true, attempts: 5}}}', disabled"
    })
    void oneKeySwitchesRetriesOffAndTheCallsPassStraightAndAreCounted(String yaml, String reason) {
        Recipe.yaml(time, yaml).run(context -> {
            Subject subject = context.getBean(Subject.class);
            ConnectException refused = new ConnectException("refused");
            Steps steps = new Steps(refused, "fine");

            assertThatThrownBy(() -> subject.call(steps)).isSameAs(refused);

            assertThat(steps.calls()).isOne();
            assertThat(time.sleeper().waits()).isEmpty();
            assertThat(Recipe.counted(context, "retry.calls", "outcome", "gave-up"))
                    .isOne();
            assertThat(Recipe.counted(context, "retry.attempts", "outcome", "failure"))
                    .isOne();
            assertThat(Recipe.counted(context, "retry.giveups", "reason", reason))
                    .isOne();

            assertThat(catchThrowable(() -> subject.call(steps))).isNull();
            assertThat(Recipe.counted(context, "retry.calls", "outcome", "first-try"))
                    .isOne();
            assertThat(Recipe.counted(context, "retry.calls", "outcome", "gave-up"))
                    .isOne();
        });
    }

    // B28
    @ParameterizedTest
    @ValueSource(strings = {"retry.enabled", "retry.policies.p.enabled"})
    void theSwitchWorksWhileTheApplicationRuns(String property) {
        Recipe.policy(time, "attempts: 4").run(context -> {
            failEveryTime(context);
            assertThat(time.sleeper().waits()).hasSize(3);

            change(context, property, "false");
            failEveryTime(context);
            assertThat(time.sleeper().waits()).hasSize(3);

            change(context, property, "true");
            failEveryTime(context);
            assertThat(time.sleeper().waits()).hasSize(6);
        });
    }

    /** Draws the least or the most, turn by turn. */
    private static final class ExtremeRandom implements RandomGenerator {

        private boolean most;

        @Override
        public int nextInt(int bound) {
            most = !most;
            return most ? bound - 1 : 0;
        }

        @Override
        public long nextLong(long bound) {
            most = !most;
            return most ? bound - 1 : 0;
        }

        @Override
        public long nextLong() {
            most = !most;
            return most ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
    }

    // B29
    @Test
    void whatStartsNeverPutsAFailureOfItsOwnInThePlaceOfTheCallers() {
        List<String> backoffs = List.of(
                "constant", "linear", "exponential", "full-jitter", "equal-jitter", "decorrelated-jitter", "fixed");
        List<String> durations = List.of(
                "0",
                "-1ms",
                "1ns",
                "1ms",
                "1999us",
                "100ms",
                "10s",
                "24d",
                "109500d",
                "106751991167d",
                "PT0.0005S",
                "9223372036854775807");
        List<String> multipliers = List.of("0", "-1", ".nan", ".inf", "0.5", "1", "1.0000001", "2", "3.7", "1.0e308");
        List<String> attempts = List.of("-1", "0", "1", "2", "5", "12", "two");
        Random random = new Random(29);
        int started = 0;
        for (int i = 0; i < 100; i++) {
            List<String> keys = new ArrayList<>();
            addSome(keys, "backoff", backoffs, random, 0.9);
            addSome(keys, "base", durations, random, 0.7);
            addSome(keys, "cap", durations, random, 0.5);
            addSome(keys, "multiplier", multipliers, random, 0.3);
            addSome(keys, "increment", durations, random, 0.2);
            addSome(keys, "attempts", attempts, random, 0.6);
            addSome(keys, "deadline", durations, random, 0.1);
            started += startsOrIsRefused("retry.policies.p: {" + String.join(", ", keys) + "}") ? 1 : 0;
        }
        assertThat(started).isBetween(15, 85);
    }

    private static void addSome(List<String> keys, String key, List<String> values, Random random, double probability) {
        String value = values.get(random.nextInt(values.size()));
        if (random.nextDouble() < probability) {
            keys.add(key + ": " + value);
        }
    }

    private boolean startsOrIsRefused(String yaml) {
        AtomicReference<Boolean> started = new AtomicReference<>();
        List<Duration> waits = new ArrayList<>();
        // Time that stands still: no clock could be moved by the longest of these waits.
        TimeAndChance still = new TimeAndChance(
                Clock.systemUTC(), () -> 0, waits::add, RetryTimer.through(waits::add), new ExtremeRandom());
        RetryContexts.runner(time)
                .withBean("still", TimeAndChance.class, () -> still, definition -> definition.setPrimary(true))
                .withBean(Subject.class)
                .withInitializer(Yaml.file(yaml))
                .run(context -> {
                    started.set(context.getStartupFailure() == null);
                    if (started.get()) {
                        failEveryTime(context);
                        assertThat(waits).as(yaml).noneMatch(Duration::isNegative);
                        assertThat(waits)
                                .as(yaml)
                                .hasSizeLessThan(Recipe.p(context).settings().attempts());
                    } else {
                        assertThat(Recipe.refusal(context).property()).as(yaml).startsWith("retry.policies.p.");
                    }
                });
        return started.get();
    }

    static class InCamelCase {

        @Retryable("paymentApi")
        String pay() {
            return "paid";
        }
    }

    // B31
    @Test
    void anAnnotationThatWritesThePolicyInAnotherWayIsShownTheRightOne() {
        RetryContexts.runner(time)
                .withBean(InCamelCase.class)
                .withInitializer(Yaml.file("retry.policies.payment-api.attempts: 3"))
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(UnknownRetryPolicyException.class)
                        .hasMessageContaining("InCamelCase.pay")
                        .hasMessageContaining("Did you mean \"payment-api\"?"));
    }

    static class Stock {

        @Retryable("inventory.v2/read")
        Object count(Work work) throws Throwable {
            return work.run();
        }
    }

    // B32
    @Test
    void aBracketedNameMeetsItsAnnotation() {
        RetryContexts.runner(time)
                .withBean(Stock.class)
                .withInitializer(Yaml.file("retry: {policies: {\"[inventory.v2/read]\": {attempts: 4}}}"))
                .run(context -> {
                    Steps steps = new Steps(new ConnectException("refused"));
                    assertThatThrownBy(() -> context.getBean(Stock.class).count(steps))
                            .isInstanceOf(ConnectException.class);
                    assertThat(steps.calls()).isEqualTo(4);
                });
    }

    // B34
    @Test
    void aCallThatWaitsEndsOnTheOldValuesAndTheNextOneBeginsOnTheNew(CapturedOutput output) {
        AtomicReference<Runnable> duringTheWait = new AtomicReference<>(() -> {});
        TimeAndChance virtual = time.timeAndChance();
        TimeAndChance eventful = new TimeAndChance(
                virtual.clock(),
                virtual.ticker(),
                duration -> {
                    duringTheWait.getAndSet(() -> {}).run();
                    virtual.sleeper().sleep(duration);
                },
                RetryTimer.through(duration -> {
                    duringTheWait.getAndSet(() -> {}).run();
                    virtual.sleeper().sleep(duration);
                }),
                virtual.random());
        Recipe.policy(time, "attempts: 2")
                .withBean("eventful", TimeAndChance.class, () -> eventful, definition -> definition.setPrimary(true))
                .run(context -> {
                    duringTheWait.set(() -> change(context, "retry.policies.p.attempts", "4"));
                    failEveryTime(context);
                    assertThat(time.sleeper().waits()).hasSize(1);

                    failEveryTime(context);
                    assertThat(time.sleeper().waits()).hasSize(1 + 3);

                    duringTheWait.set(() -> change(context, "retry.policies.p.attempts", "none"));
                    failEveryTime(context);
                    failEveryTime(context);
                    assertThat(time.sleeper().waits()).hasSize(1 + 3 + 3 + 3);
                    assertThat(Recipe.counted(context, "retry.attempts", "outcome", "failure"))
                            .isEqualTo(2 + 4 + 4 + 4);
                    assertThat(output).contains("ERROR").contains("retry.policies.p.attempts (none) must be");
                });
    }

    // B35
    @ParameterizedTest
    @ValueSource(strings = {"retry-on.exceptions", "never-on.exceptions"})
    void aClassThatIsNotThereStopsStartUpBesideOneThatIs(String key) {
        Recipe.policy(time, key + ": [java.io.IOException, com.example.Gone]")
                .run(context -> assertThat(Recipe.refusal(context))
                        .hasMessageContaining("retry.policies.p." + key)
                        .hasMessageContaining("com.example.Gone, which does not exist")
                        .hasMessageContaining("application.yml - 4:"));
    }
}
