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
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.backoff.ConstantBackoff;
import io.github.retrystarter.backoff.DecorrelatedJitterBackoff;
import io.github.retrystarter.backoff.EqualJitterBackoff;
import io.github.retrystarter.backoff.ExponentialBackoff;
import io.github.retrystarter.backoff.FullJitterBackoff;
import io.github.retrystarter.backoff.LinearBackoff;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.classify.ClassificationRules;
import io.github.retrystarter.retryafter.HintSource;
import io.github.retrystarter.settings.HintSettings;
import io.github.retrystarter.settings.RetrySettings;

/**
 * Writes settings down by key, as a configuration would have them: what {@link PolicyMapper} reads, the other way round.
 * Keys that mean nothing for the settings are left out.
 */
final class SettingsValues {

    private final Map<PolicyKey, Object> values = new LinkedHashMap<>();
    private final UserStrategies strategies;

    private SettingsValues(UserStrategies strategies) {
        this.strategies = strategies;
    }

    static Map<PolicyKey, Object> of(RetrySettings settings, UserStrategies strategies) {
        SettingsValues values = new SettingsValues(strategies);
        values.put("enabled", settings.enabled());
        values.put(
                "attempts",
                settings.attempts() == RetrySettings.UNLIMITED ? PolicyLayer.UNLIMITED : settings.attempts());
        values.putBackoff(settings.backoff());
        values.put("deadline", settings.limit());
        values.putRules(settings.rules());
        values.putHints(settings.hints());
        values.put("idempotent", settings.idempotent());
        values.put("expose-attempt", settings.exposeAttempt());
        values.putBudget(settings.budget());
        values.put("nested", settings.nested().key());
        values.put("idempotency-key", orElse(settings.idempotencyHeader(), PolicyMapper.NO_KEY));
        values.put("circuit-breaker", orElse(settings.breaker(), PolicyMapper.NONE));
        return values.values;
    }

    /** The same, with the keys as text. */
    static Map<String, Object> byPath(RetrySettings settings, UserStrategies strategies) {
        Map<String, Object> byPath = new LinkedHashMap<>();
        of(settings, strategies).forEach((key, value) -> byPath.put(key.path(), value));
        return byPath;
    }

    private static String orElse(@Nullable String value, String absent) {
        return value == null ? absent : value;
    }

    private void put(String path, @Nullable Object value) {
        if (value != null) {
            values.put(PolicyKey.of(path), value instanceof Duration time ? PolicyLayer.text(time) : value);
        }
    }

    private void putBackoff(BackoffStrategy backoff) {
        Optional<BackoffKind> kind = BackoffKind.of(backoff);
        put("backoff", kind.map(BackoffKind::key).orElseGet(() -> nameOf(backoff)));
        if (backoff instanceof ConstantBackoff constant) {
            putLadder(constant.base(), constant.cap());
        } else if (backoff instanceof LinearBackoff linear) {
            putLadder(linear.base(), linear.cap());
            put("increment", linear.increment());
        } else if (backoff instanceof ExponentialBackoff exponential) {
            putLadder(exponential.base(), exponential.cap());
            put("multiplier", exponential.multiplier());
        } else if (backoff instanceof FullJitterBackoff full) {
            putLadder(full.base(), full.cap());
            put("multiplier", full.multiplier());
        } else if (backoff instanceof EqualJitterBackoff equal) {
            putLadder(equal.base(), equal.cap());
            put("multiplier", equal.multiplier());
        } else if (backoff instanceof DecorrelatedJitterBackoff decorrelated) {
            putLadder(decorrelated.base(), decorrelated.cap());
        }
    }

    private void putLadder(Duration base, Duration cap) {
        put("base", base);
        put("cap", cap);
    }

    /** The name of the bean, as a configuration has it; the class where it is not a bean. */
    private String nameOf(BackoffStrategy backoff) {
        return strategies.names().stream()
                .filter(name -> strategies.find(name).filter(backoff::equals).isPresent())
                .findFirst()
                .orElse(backoff.getClass().getName());
    }

    private void putRules(ClassificationRules rules) {
        put("retry-on.exceptions", classes(rules.retryOnExceptions()));
        put("retry-on.statuses", list(rules.retryOnStatuses().stream().sorted().toList()));
        put("retry-on.unclassified", rules.retryUnclassified());
        put("never-on.exceptions", classes(rules.neverOnExceptions()));
        put("never-on.statuses", list(rules.neverOnStatuses().stream().sorted().toList()));
    }

    private static String classes(Collection<Class<? extends Throwable>> classes) {
        return list(classes.stream().map(Class::getName).sorted().toList());
    }

    private static String list(Collection<?> elements) {
        return elements.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private void putHints(HintSettings hints) {
        put("retry-after.enabled", hints.enabled());
        put("retry-after.max", hints.max().map(PolicyLayer::text).orElse(PolicyLayer.UNLIMITED));
        put(
                "retry-after.sources",
                list(hints.sources().stream().map(HintSource::key).toList()));
        put("retry-after.spread", hints.spread());
        put("retry-after.hold", hints.hold());
    }

    private void putBudget(BudgetSettings budget) {
        put("budget.enabled", budget.enabled());
        put("budget.ratio", budget.ratio());
        put("budget.window", budget.window());
        put("budget.min-retries", budget.minRetries());
    }
}
