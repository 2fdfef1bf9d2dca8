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

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/** Configurations that must not start, each with the message that a user sees. */
class InvalidConfigurationTests {

    private static Arguments policy(String keys, String property, String rule) {
        return Arguments.of("retry.policies.p: {" + keys + "}", "retry.policies.p." + property, rule);
    }

    private static Arguments yaml(String yaml, String property, String rule) {
        return Arguments.of(yaml, property, rule);
    }

    static Stream<Arguments> wrongValues() {
        return Stream.of(
                policy("attempts: 0", "attempts", "(0) must be a whole number of at least 1"),
                policy("attempts: -1", "attempts", "(-1) must be a whole number of at least 1"),
                policy("attempts: 2.5", "attempts", "(2.5) must be a whole number of at least 1"),
                policy("attempts: three", "attempts", "(three) must be a whole number of at least 1"),
                policy("attempts: 99999999999", "attempts", "(99999999999) must be a whole number"),
                policy("attempts: ''", "attempts", "() must be"),
                policy("attempts: Unlimited!", "attempts", "or \"unlimited\""),
                policy("base: -5ms", "base", "(-5ms) must not be negative"),
                policy("base: abc", "base", "(abc) must be a duration, such as 200ms, 2s or PT2S"),
                policy("base: 5 parsecs", "base", "(5 parsecs) must be a duration"),
                policy("base: 1.5s", "base", "(1.5s) must be a duration"),
                policy("base: 0", "base", "(0) must be longer than nothing with backoff full-jitter"),
                policy("base: 0, backoff: equal-jitter", "base", "with backoff equal-jitter (equal-jitter from"),
                policy("base: ", "base", "() must be a duration"),
                policy("base: true", "base", "(true) must be a duration"),
                policy("base: 99999999999999999999s", "base", "must be a duration"),
                policy("cap: 50ms", "cap", "(50ms) must not be shorter than base (100ms, the built-in default)"),
                policy("base: 2s, cap: 1s", "cap", "(1s) must not be shorter than base (2s from retry.policies.p.base"),
                policy("cap: -1s", "cap", "(-1s) must not be negative"),
                policy("cap: 0", "cap", "(0) must not be shorter than base"),
                policy("cap: often", "cap", "(often) must be a duration"),
                policy("multiplier: 0", "multiplier", "(0) must be a number of at least 1"),
                policy("multiplier: -1", "multiplier", "(-1) must be a number of at least 1"),
                policy("multiplier: 0.5", "multiplier", "(0.5) must be a number of at least 1"),
                policy("multiplier: .nan", "multiplier", "(NaN) must be a number of at least 1"),
                policy("multiplier: .inf", "multiplier", "(Infinity) must be a number of at least 1"),
                policy("multiplier: two", "multiplier", "(two) must be a number, such as 2 or 1.5"),
                policy("backoff: constant, multiplier: 3", "multiplier", "has no effect with backoff constant"),
                policy("backoff: decorrelated-jitter, multiplier: 3", "multiplier", "has no effect with backoff"),
                policy("backoff: linear, multiplier: 3", "multiplier", "has no effect with backoff linear"),
                policy("increment: 1s", "increment", "has no effect with backoff full-jitter"),
                policy("backoff: linear, increment: -1s", "increment", "(-1s) must not be negative"),
                policy("backoff: fixed", "backoff", "(fixed) must be one of constant, linear, exponential"),
                policy("backoff: exponental", "backoff", "did you mean exponential?"),
                policy("backoff: [constant]", "backoff", "(constant) must be one value, not a list"),
                policy("deadline: 0s", "deadline", "(0s) must be longer than nothing"),
                policy("deadline: -1s", "deadline", "(-1s) must be longer than nothing"),
                policy("deadline: never", "deadline", "(never) must be a duration"),
                policy("preset: external", "preset", "must be one of user-facing, internal-service"),
                policy("preset: databse", "preset", "did you mean database?"),
                policy(
                        "preset: database, cap: 100ms",
                        "cap",
                        "must not be shorter than base (200ms from preset database (retry.policies.p.preset), application.yml - 1:"),
                policy(
                        "preset: user-facing, base: 6s",
                        "base",
                        "(6s) must not be longer than cap (5000ms from preset user-facing (retry.policies.p.preset)"),
                policy("enabled: perhaps", "enabled", "(perhaps) must be true or false"),
                policy("idempotent: maybe", "idempotent", "(maybe) must be true or false"),
                policy(
                        "retry-on.exceptions: com.example.Gone",
                        "retry-on.exceptions",
                        "com.example.Gone, which does not exist"),
                policy("never-on.exceptions: [java.lang.String]", "never-on.exceptions", "which is not an exception"),
                policy("retry-on.statuses: [42]", "retry-on.statuses", "must hold HTTP statuses from 100 to 599"),
                policy("never-on.statuses: 5xx", "never-on.statuses", "must be a list of whole numbers"),
                policy("retry-on.unclassified: 1.5", "retry-on.unclassified", "must be true or false"),
                policy(
                        "retry-after.max: soon",
                        "retry-after.max",
                        "(soon) must be a duration, such as 30s, or \"unlimited\""),
                policy("retry-after.max: -1s", "retry-after.max", "(-1s) must not be negative"),
                policy("retry-after.sources: [retry-afer]", "retry-after.sources", "did you mean retry-after?"),
                policy("nested: never", "nested", "(never) must be one of stop, allow"),
                policy("expose-attempt: 1.5", "expose-attempt", "must be true or false"),
                policy("budget.ratio: -0.1", "budget.ratio", "(-0.1) must be a number of at least 0"),
                policy("budget.ratio: .nan", "budget.ratio", "(NaN) must be a number of at least 0"),
                policy("budget.window: 0s", "budget.window", "(0s) must be longer than nothing"),
                policy("budget.min-retries: -1", "budget.min-retries", "(-1) must be a whole number of at least 0"),
                policy("budget.min-retries: few", "budget.min-retries", "(few) must be a whole number"),
                policy("budget: off", "budget", "has keys of its own: budget.enabled"),
                policy("retry-after.spread: 10%", "retry-after.spread", "must be true or false"));
    }

    static Stream<Arguments> wrongKeys() {
        return Stream.of(
                policy("atempts: 20", "atempts", "is not a key of a retry policy; did you mean attempts?"),
                policy("max-attempts: 20", "max-attempts", "is not a key of a retry policy"),
                policy("waitDuration: 1s", "waitDuration", "is not a key of a retry policy"),
                policy("retry-after.maximum: 1s", "retry-after.maximum", "did you mean retry-after.max?"),
                policy("retryon.exceptons: []", "retryon.exceptons", "did you mean retry-on.exceptions?"),
                policy("base.seconds: 2", "base.seconds", "is not a key: base takes one value and nothing below it"),
                policy("attempts: {max: 3}", "attempts.max", "attempts takes one value and nothing below it"),
                policy("retry-after: 5s", "retry-after", "has keys of its own: retry-after.enabled"),
                policy("retry-on: java.io.IOException", "retry-on", "has keys of its own: retry-on.exceptions"),
                yaml("retry.policies.p: fast", "retry.policies.p", "(fast) takes keys of its own"),
                yaml("retry.policies: [{attempts: 2}]", "retry.policies", "takes policies by name, not a list"),
                yaml("retry: {policies: {ü: {attempts: 2}}}", "retry.policies.attempts", "is written in brackets"),
                yaml("retry.policies: fast", "retry.policies", "(fast) takes policies by name"),
                yaml("retry.defaults: 3", "retry.defaults", "(3) takes keys of its own"),
                yaml("retry.defaults.atempts: 3", "retry.defaults.atempts", "did you mean attempts?"),
                yaml("retry.defaults.attempts: 0", "retry.defaults.attempts", "(0) must be a whole number"),
                yaml("retry.defaults.backoff: never", "retry.defaults.backoff", "must be one of"),
                yaml(
                        "retry: {policies: {inventory.v2/read: {attempts: 4}}}",
                        "retry.policies.inventory.v2read.attempts",
                        "is not a key"),
                yaml("retry.enabled: perhaps", "retry.enabled", "(perhaps) must be true or false"),
                yaml("retry.order: first", "retry.order", "(first) must be a whole number"),
                yaml(
                        "retry: {policies: {payment-api: {attempts: 3}, Payment_Api: {attempts: 4}}}",
                        "retry.policies.Payment_Api",
                        "differs from retry.policies.payment-api only in case and punctuation"),
                yaml(
                        "retry.policies.p.idempotency-key: Content-Length",
                        "retry.policies.p.idempotency-key",
                        "must be the name of an HTTP header that clients do not write themselves"),
                yaml(
                        "retry: {http: {attempt-header: x-try}, policies: {p: {idempotency-key: X-Try}}}",
                        "retry.policies.p.idempotency-key",
                        "(X-Try) must not be the header that retry.http.attempt-header names"),
                yaml(
                        "retry: {defaults: {base: 20s}, policies: {p: {cap: 5s}}}",
                        "retry.policies.p.cap",
                        "must not be shorter than base (20s from retry.defaults.base, application.yml - 1:26)"),
                yaml(
                        "retry: {defaults: {cap: 5s}, policies: {p: {base: 20s}}}",
                        "retry.defaults.cap",
                        "must not be shorter than base (20s from retry.policies.p.base"),
                yaml(
                        "retry: {defaults: {base: 0s, backoff: constant}, policies: {p: {backoff: linear}}}",
                        "retry.defaults.base",
                        "with backoff linear (linear from retry.policies.p.backoff"));
    }

    @ParameterizedTest
    @MethodSource({"wrongValues", "wrongKeys"})
    void stopsStartUpWithThePropertyTheValueTheRuleAndThePlace(String yaml, String property, String rule) {
        RetryContexts.runner(new VirtualTime()).withInitializer(Yaml.file(yaml)).run(context -> {
            assertThat(context).hasFailed();
            InvalidRetryPropertyException failure = cause(context.getStartupFailure());
            assertThat(failure.property()).isEqualTo(property);
            assertThat(failure).hasMessageContaining(rule);
            assertThat(failure.origin()).startsWith("application.yml - 1:");

            FailureAnalysis analysis = new InvalidRetryPropertyFailureAnalyzer().analyze(failure);
            assertThat(analysis.getDescription())
                    .contains("Property: " + property)
                    .contains("Origin: application.yml - 1:")
                    .contains("Reason: " + property + " ");
            assertThat(analysis.getAction()).contains(property);
        });
    }

    /** A strategy of the application may hide behind the name of a backoff, so that one is refused a little later. */
    private static InvalidRetryPropertyException cause(Throwable failure) {
        Throwable level = failure;
        while (!(level instanceof InvalidRetryPropertyException)) {
            level = level.getCause();
        }
        return (InvalidRetryPropertyException) level;
    }

    @Test
    void aPlaceholderIsShownAsTheValueThatItStandsFor() {
        RetryContexts.runner(new VirtualTime())
                .withInitializer(Yaml.file("retry.policies.p.attempts: ${limit:none}"))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("retry.policies.p.attempts (none) must be a whole number"));
    }

    @Test
    void aPolicyWhoseBeanNameIsTakenIsRefused() {
        RetryContexts.runner(new VirtualTime())
                .withBean("pRetryPolicy", String.class, () -> "taken")
                .withInitializer(Yaml.file("retry.policies.p.attempts: 3"))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("retry.policies.p has the name of a bean that the application defines"));
    }
}
