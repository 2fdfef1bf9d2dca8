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
package io.github.retrystarter.actuate;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RecoveryAttempt;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.ScheduleRow;

/** Writes down what there is to know about a policy, as maps, lists, strings and numbers. */
final class PolicyReport {

    private static final String UNLIMITED = "unlimited";

    private final PolicyConfiguration configuration;
    private final RecentGiveUps giveUps;

    PolicyReport(PolicyConfiguration configuration, RecentGiveUps giveUps) {
        this.configuration = configuration;
        this.giveUps = giveUps;
    }

    Map<String, Object> brief(RetryPolicy policy) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("values", map(configuration.values(policy), EffectiveValue::value));
        addState(policy, body);
        return body;
    }

    Map<String, Object> full(RetryPolicy policy) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", policy.name());
        body.put("values", map(configuration.values(policy), EffectiveValue::body));
        addForecast(policy.settings(), body);
        body.put(
                "methods",
                configuration.methods(policy).stream().map(AdvisedMethod::body).toList());
        addState(policy, body);
        body.put(
                "recentGiveUps",
                giveUps.of(policy.name()).stream().map(GiveUp::body).toList());
        return body;
    }

    private static void addForecast(RetrySettings settings, Map<String, Object> body) {
        body.put("schedule", settings.schedule().stream().map(PolicyReport::row).toList());
        settings.worstCaseWait().ifPresent(wait -> body.put("worstCaseWait", Texts.of(wait)));
        settings.worstCaseWaitWithHints().ifPresent(wait -> body.put("worstCaseWaitWithHints", Texts.of(wait)));
        body.put("worstCaseCalls", calls(settings));
    }

    private static Object calls(RetrySettings settings) {
        if (!settings.enabled()) {
            return 1;
        }
        return settings.attempts() == RetrySettings.UNLIMITED ? UNLIMITED : settings.attempts();
    }

    private static Map<String, Object> row(ScheduleRow row) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("attempt", row.attempt());
        body.put("least", Texts.of(row.least()));
        row.mean().ifPresent(mean -> body.put("mean", Texts.of(mean)));
        row.most().ifPresent(most -> body.put("most", Texts.of(most)));
        return body;
    }

    private static void addState(RetryPolicy policy, Map<String, Object> body) {
        body.put("counts", counts(policy.counts()));
        body.put("waiting", policy.counts().waiting());
        double budget = policy.budgetAvailable();
        body.put("budgetAvailable", Double.isInfinite(budget) ? UNLIMITED : budget);
        body.put("holdRemaining", Texts.of(policy.holdRemaining()));
    }

    private static Map<String, Object> counts(RetryCounts counts) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("calls", numbers(CallOutcome.values(), CallOutcome::key, counts::calls));
        body.put("attempts", numbers(AttemptOutcome.values(), AttemptOutcome::key, counts::attempts));
        body.put("recoveries", numbers(RecoveryAttempt.values(), RecoveryAttempt::key, counts::recoveries));
        body.put("giveUps", numbers(GiveUpReason.values(), GiveUpReason::key, counts::giveUps));
        body.put("unreadableHints", counts.unreadableHints());
        return body;
    }

    private static <E> Map<String, Long> numbers(E[] constants, Function<E, String> key, ToLongFunction<E> count) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        Arrays.stream(constants).forEach(constant -> numbers.put(key.apply(constant), count.applyAsLong(constant)));
        return numbers;
    }

    private static Map<String, Object> map(Map<String, EffectiveValue> values, Function<EffectiveValue, Object> body) {
        Map<String, Object> map = new LinkedHashMap<>();
        values.forEach((key, value) -> map.put(key, body.apply(value)));
        return map;
    }
}
