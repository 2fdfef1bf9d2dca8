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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.ClassUtils;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.execution.NearestName;
import io.github.retrystarter.retryafter.HintSource;
import io.github.retrystarter.settings.NestedRetries;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;

/** Turns what is written about one policy into settings, and objects to values that break a rule. */
final class PolicyMapper {

    private static final String AT_LEAST_ONE =
            "must be a whole number of at least 1, which counts the first call, or \"unlimited\"";

    /** Switches an inherited idempotency key off. */
    static final String NO_KEY = "off";

    /** Takes an inherited circuit breaker away. */
    static final String NONE = "none";

    /** YAML reads the first word as the second; the third is what other keys take. */
    private static final Set<String> OFF = Set.of(NO_KEY, "false", "none");

    private static final String LONGEST_HINT = "must be a duration, such as 30s, or \"unlimited\"";
    private static final int LOWEST_STATUS = 100;
    private static final int HIGHEST_STATUS = 599;

    private final PolicyLayers layers;
    private final RetryProperties.Policy policy;
    private final @Nullable ClassLoader classLoader;
    private final UserStrategies strategies;
    private final RetrySettingsBuilder settings;
    private final BudgetSettings budget;

    PolicyMapper(PolicyLayers layers, @Nullable ClassLoader classLoader, UserStrategies strategies) {
        this(layers, classLoader, strategies, RetrySettings.builder(), BudgetSettings.DEFAULT);
    }

    /** Starts from other settings than the built-in ones; {@code budget} is that of {@code settings}. */
    PolicyMapper(
            PolicyLayers layers,
            @Nullable ClassLoader classLoader,
            UserStrategies strategies,
            RetrySettingsBuilder settings,
            BudgetSettings budget) {
        this.strategies = strategies;
        this.layers = layers;
        this.policy = layers.record();
        this.classLoader = classLoader;
        this.settings = settings;
        this.budget = budget;
    }

    RetrySettingsBuilder map() {
        mapEachKey();
        checkTogether();
        return settings;
    }

    /** Objects to values that are wrong whatever the others are; those that stand together are checked by policy. */
    void mapEachKey() {
        if (policy.enabled() != null) {
            settings.enabled(policy.enabled());
        }
        if (policy.idempotent() != null) {
            settings.idempotent(policy.idempotent());
        }
        if (policy.attempts() != null) {
            settings.attempts(attempts(policy.attempts()));
        }
        if (policy.deadline() != null) {
            settings.deadline(positive("deadline", policy.deadline()));
        }
        if (policy.exposeAttempt() != null) {
            settings.exposeAttempt(policy.exposeAttempt());
        }
        if (policy.idempotencyKey() != null) {
            settings.idempotencyKey(OFF.contains(policy.idempotencyKey()) ? null : headerName(policy.idempotencyKey()));
        }
        if (policy.circuitBreaker() != null) {
            settings.circuitBreaker(
                    policy.circuitBreaker().equals(NONE) ? null : notBlank("circuit-breaker", policy.circuitBreaker()));
        }
        if (policy.nested() != null) {
            settings.nested(nested(policy.nested()));
        }
        mapBackoff();
        mapBudget();
        mapExceptionsAndStatuses();
        mapRetryAfter();
    }

    /** Objects to values that contradict each other. */
    void checkTogether() {
        Optional<BackoffKind> kind = kind();
        if (kind.isEmpty() && strategies == UserStrategies.NOT_YET_KNOWN) {
            // Whether it is a strategy or a misspelt backoff comes out when there are beans; only then is it known what
            // has no effect.
            return;
        }
        refuseIgnored("multiplier", kind.isPresent() && kind.get().usesMultiplier());
        refuseIgnored("increment", kind.isPresent() && kind.get().usesIncrement());
        refuseIgnored("base", kind.isPresent());
        refuseIgnored("cap", kind.isPresent());
        if (kind.isPresent()) {
            checkBase(kind.get());
            checkCap();
        }
    }

    private int attempts(String text) {
        if (text.equals(PolicyLayer.UNLIMITED)) {
            return RetrySettings.UNLIMITED;
        }
        try {
            int attempts = Integer.parseInt(text);
            if (attempts >= 1) {
                // The largest int stands for no limit, which has a word of its own.
                return Math.min(attempts, RetrySettings.UNLIMITED - 1);
            }
        } catch (NumberFormatException ex) {
            // Falls through to the same objection.
        }
        throw layers.invalid("attempts", AT_LEAST_ONE);
    }

    private void mapBackoff() {
        if (policy.backoff() != null) {
            Optional<BackoffKind> kind = kind();
            if (kind.isPresent()) {
                settings.backoff(kind.get());
            } else {
                settings.backoff(strategy());
            }
        }
        if (policy.base() != null) {
            settings.base(notNegative("base", policy.base()));
        }
        if (policy.cap() != null) {
            settings.cap(notNegative("cap", policy.cap()));
        }
        if (policy.multiplier() != null) {
            settings.multiplier(multiplier(policy.multiplier()));
        }
        if (policy.increment() != null) {
            settings.increment(notNegative("increment", policy.increment()));
        }
    }

    /** The built-in backoff; empty where a strategy of the application is asked for. */
    private Optional<BackoffKind> kind() {
        return policy.backoff() == null ? Optional.of(BackoffKind.FULL_JITTER) : BackoffKind.of(policy.backoff());
    }

    private BackoffStrategy strategy() {
        String name = Objects.requireNonNull(policy.backoff());
        return strategies.find(name).orElseThrow(() -> {
            List<String> known = new ArrayList<>(
                    Arrays.stream(BackoffKind.values()).map(BackoffKind::key).toList());
            known.addAll(strategies.names());
            return layers.invalid("backoff", oneOf(name, known) + "; or the name of a BackoffStrategy bean");
        });
    }

    /** A value that has no effect is a mistake where it is written on the policy itself; inherited ones are not. */
    private void refuseIgnored(String path, boolean used) {
        if (!used && layers.own(path).isPresent()) {
            String backoff = policy.backoff() == null ? BackoffKind.FULL_JITTER.key() : policy.backoff();
            throw layers.invalid(
                    path,
                    "has no effect with backoff " + backoff
                            + layers.get("backoff")
                                    .map(written -> " (" + written.mention() + ")")
                                    .orElse("")
                            + "; remove it, or choose a backoff that uses it");
        }
    }

    private void checkBase(BackoffKind kind) {
        if (policy.base() != null && policy.base().isZero() && kind != BackoffKind.CONSTANT) {
            throw layers.invalid(
                    "base",
                    "must be longer than nothing with backoff " + kind.key()
                            + layers.get("backoff")
                                    .map(written -> " (" + written.mention() + ")")
                                    .orElse("")
                            + "; only a constant backoff may wait for nothing");
        }
    }

    private void checkCap() {
        Duration base = policy.base() != null ? policy.base() : RetrySettingsBuilder.DEFAULT_BASE;
        if (policy.cap() == null || policy.cap().compareTo(base) >= 0) {
            return;
        }
        Optional<WrittenValue> cap = layers.get("cap");
        if (cap.isPresent() && cap.get().fromPreset() && layers.get("base").isPresent()) {
            throw layers.invalid(
                    "base", "must not be longer than cap (" + cap.get().mention() + ")");
        }
        String other = layers.get("base").map(WrittenValue::mention).orElse("100ms, the built-in default");
        throw layers.invalid("cap", "must not be shorter than base (" + other + ")");
    }

    private double multiplier(double multiplier) {
        if (!(multiplier >= 1) || Double.isInfinite(multiplier)) {
            throw layers.invalid("multiplier", "must be a number of at least 1");
        }
        return multiplier;
    }

    private Duration positive(String path, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw layers.invalid(path, "must be longer than nothing");
        }
        return value;
    }

    private Duration notNegative(String path, Duration value) {
        if (value.isNegative()) {
            throw layers.invalid(path, "must not be negative");
        }
        return value;
    }

    private String headerName(String name) {
        if (!HeaderNames.valid(name) || HeaderNames.reserved(name)) {
            throw layers.invalid(
                    "idempotency-key",
                    "must be the name of an HTTP header that clients do not write themselves, such as Idempotency-Key");
        }
        return name;
    }

    private String notBlank(String path, String value) {
        if (value.isBlank()) {
            throw layers.invalid(path, "must not be blank");
        }
        return value;
    }

    private NestedRetries nested(String key) {
        return NestedRetries.of(key)
                .orElseThrow(() -> layers.invalid(
                        "nested",
                        oneOf(
                                key,
                                Arrays.stream(NestedRetries.values())
                                        .map(NestedRetries::key)
                                        .toList())));
    }

    private void mapBudget() {
        RetryProperties.Budget written = policy.budget();
        if (written == null) {
            return;
        }
        settings.budget(new BudgetSettings(
                written.enabled() != null ? written.enabled() : budget.enabled(),
                written.ratio() != null ? ratio(written.ratio()) : budget.ratio(),
                written.window() != null ? positive("budget.window", written.window()) : budget.window(),
                written.minRetries() != null ? minRetries(written.minRetries()) : budget.minRetries()));
    }

    private double ratio(double ratio) {
        if (!(ratio >= 0) || Double.isInfinite(ratio)) {
            throw layers.invalid("budget.ratio", "must be a number of at least 0");
        }
        return ratio;
    }

    private int minRetries(int minRetries) {
        if (minRetries < 0) {
            throw layers.invalid("budget.min-retries", "must be a whole number of at least 0");
        }
        return minRetries;
    }

    private void mapExceptionsAndStatuses() {
        RetryProperties.RetryOn retryOn = policy.retryOn();
        if (retryOn != null) {
            if (retryOn.exceptions() != null) {
                settings.retryOn(exceptions("retry-on.exceptions", retryOn.exceptions()));
            }
            if (retryOn.statuses() != null) {
                settings.retryOnStatuses(statuses("retry-on.statuses", retryOn.statuses()));
            }
            if (retryOn.unclassified() != null) {
                settings.retryUnclassified(retryOn.unclassified());
            }
        }
        RetryProperties.NeverOn neverOn = policy.neverOn();
        if (neverOn != null) {
            if (neverOn.exceptions() != null) {
                settings.neverOn(exceptions("never-on.exceptions", neverOn.exceptions()));
            }
            if (neverOn.statuses() != null) {
                settings.neverOnStatuses(statuses("never-on.statuses", neverOn.statuses()));
            }
        }
    }

    private Set<Class<? extends Throwable>> exceptions(String path, List<String> names) {
        Set<Class<? extends Throwable>> classes = new LinkedHashSet<>();
        for (String name : names) {
            classes.add(exception(path, name));
        }
        return classes;
    }

    private Class<? extends Throwable> exception(String path, String name) {
        Class<?> type;
        try {
            type = ClassUtils.forName(name, classLoader);
        } catch (ClassNotFoundException | LinkageError ex) {
            throw layers.invalid(path, "names the class " + name + ", which does not exist");
        }
        if (!Throwable.class.isAssignableFrom(type)) {
            throw layers.invalid(path, "names the class " + name + ", which is not an exception");
        }
        return type.asSubclass(Throwable.class);
    }

    private Set<Integer> statuses(String path, List<Integer> statuses) {
        Set<Integer> all = new LinkedHashSet<>(statuses);
        if (all.stream().anyMatch(status -> status < LOWEST_STATUS || status > HIGHEST_STATUS)) {
            throw layers.invalid(path, "must hold HTTP statuses from 100 to 599");
        }
        return all;
    }

    private void mapRetryAfter() {
        RetryProperties.RetryAfter retryAfter = policy.retryAfter();
        if (retryAfter == null) {
            return;
        }
        if (retryAfter.enabled() != null) {
            settings.retryAfterEnabled(retryAfter.enabled());
        }
        if (retryAfter.max() != null) {
            settings.retryAfterMax(longestHint(retryAfter.max()));
        }
        if (retryAfter.sources() != null) {
            settings.retryAfterSources(
                    retryAfter.sources().stream().map(this::source).distinct().toList());
        }
        if (retryAfter.hold() != null) {
            settings.retryAfterHold(retryAfter.hold());
        }
        if (retryAfter.spread() != null) {
            settings.retryAfterSpread(retryAfter.spread());
        }
    }

    private @Nullable Duration longestHint(String text) {
        if (text.equals(PolicyLayer.UNLIMITED)) {
            return null;
        }
        try {
            return notNegative("retry-after.max", DurationStyle.detectAndParse(text));
        } catch (IllegalArgumentException | ArithmeticException ex) {
            throw layers.invalid("retry-after.max", LONGEST_HINT);
        }
    }

    private HintSource source(String key) {
        return Arrays.stream(HintSource.values())
                .filter(source -> source.key().equals(key))
                .findFirst()
                .orElseThrow(() -> layers.invalid(
                        "retry-after.sources",
                        "names \"" + key + "\", but each source "
                                + oneOf(
                                        key,
                                        Arrays.stream(HintSource.values())
                                                .map(HintSource::key)
                                                .toList())));
    }

    static String oneOf(String asked, List<String> known) {
        return "must be one of " + String.join(", ", known)
                + NearestName.of(asked, known)
                        .map(name -> "; did you mean " + name + "?")
                        .orElse("");
    }
}
