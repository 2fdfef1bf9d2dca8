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

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.ConstantBackoff;
import io.github.retrystarter.backoff.ExponentialBackoff;
import io.github.retrystarter.backoff.FullJitterBackoff;
import io.github.retrystarter.backoff.LinearBackoff;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.retryafter.HintSource;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetryPreset;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@ExtendWith(OutputCaptureExtension.class)
class ConfigurationTests {

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime());

    private void run(String yaml, ContextConsumer<AssertableApplicationContext> consumer) {
        contexts.withInitializer(Yaml.file(yaml)).run(consumer);
    }

    private static RetrySettings settings(AssertableApplicationContext context, String policy) {
        assertThat(context).hasNotFailed();
        return context.getBean(RetryPolicies.class).get(policy).settings();
    }

    @Test
    void aPolicyWithoutKeysHasTheBuiltInDefaults() {
        run("retry.policies.p:", context -> {
            RetrySettings settings = settings(context, "p");
            assertThat(settings).isEqualTo(RetrySettings.builder().build());
            assertThat(settings.attempts()).isEqualTo(3);
            assertThat(settings.backoff())
                    .isEqualTo(new FullJitterBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 2));
            assertThat(settings.deadline()).isEmpty();
            assertThat(settings.hints().enabled()).isTrue();
            assertThat(settings.hints().max()).contains(Duration.ofSeconds(30));
            assertThat(settings.hints().sources()).containsExactly(HintSource.RETRY_AFTER);
            assertThat(settings.hints().spread()).isTrue();
            assertThat(settings.idempotent()).isTrue();
        });
    }

    @Test
    void everyKeyArrives() {
        run("""
                retry:
                  policies:
                    p:
                      enabled: false
                      attempts: unlimited
                      backoff: linear
                      base: 1500us
                      cap: PT2S
                      increment: 3
                      deadline: 1m
                      idempotent: false
                      retry-on:
                        exceptions: [java.lang.IllegalStateException]
                        statuses: [500]
                        unclassified: true
                      never-on:
                        exceptions: java.net.ConnectException, java.io.EOFException
                        statuses: [429, 408]
                      retry-after:
                        enabled: false
                        max: unlimited
                        sources: [retry-after-ms, retry-after]
                        spread: true
                """, context -> {
            RetrySettings settings = settings(context, "p");
            assertThat(settings.enabled()).isFalse();
            assertThat(settings.attempts()).isEqualTo(RetrySettings.UNLIMITED);
            assertThat(settings.backoff())
                    .isEqualTo(new LinearBackoff(Duration.ofMillis(2), Duration.ofSeconds(2), Duration.ofMillis(3)));
            assertThat(settings.deadline()).contains(Duration.ofMinutes(1));
            assertThat(settings.idempotent()).isFalse();
            assertThat(settings.rules().retryOnExceptions()).containsExactly(IllegalStateException.class);
            assertThat(settings.rules().retryOnStatuses()).containsExactly(500);
            assertThat(settings.rules().retryUnclassified()).isTrue();
            assertThat(settings.rules().neverOnExceptions())
                    .containsExactlyInAnyOrder(ConnectException.class, java.io.EOFException.class);
            assertThat(settings.rules().neverOnStatuses()).containsExactlyInAnyOrder(429, 408);
            assertThat(settings.hints().enabled()).isFalse();
            assertThat(settings.hints().max()).isEmpty();
            assertThat(settings.hints().sources()).containsExactly(HintSource.RETRY_AFTER_MS, HintSource.RETRY_AFTER);
            assertThat(settings.hints().spread()).isTrue();
        });
    }

    @Test
    void keysAreInheritedOneByOneFromPresetDefaultsAndTheDefaultsPreset() {
        run("""
                retry:
                  defaults:
                    preset: database
                    base: 300ms
                    backoff: exponential
                  policies:
                    plain: {}
                    own:
                      attempts: 2
                      base: 1s
                    preset:
                      preset: overloaded-service
                      cap: 3s
                    "[plain 2]":
                      deadline: 5s
                """, context -> {
            assertThat(settings(context, "own").attempts()).isEqualTo(2);
            assertThat(settings(context, "own").backoff())
                    .isEqualTo(new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1), 2));
            assertThat(settings(context, "preset").attempts()).isEqualTo(8);
            assertThat(settings(context, "preset").backoff())
                    .isEqualTo(new ExponentialBackoff(Duration.ofMillis(500), Duration.ofSeconds(3), 3));
            assertThat(settings(context, "plain 2").attempts()).isEqualTo(10);
            assertThat(settings(context, "plain 2").backoff())
                    .isEqualTo(new ExponentialBackoff(Duration.ofMillis(300), Duration.ofMinutes(1), 2));
        });
    }

    @ParameterizedTest
    @EnumSource(RetryPreset.class)
    void everyPresetStarts(RetryPreset preset) {
        run("retry.policies.p.preset: " + preset.key(), context -> {
            RetrySettings settings = settings(context, "p");
            assertThat(settings.attempts()).isEqualTo(preset.attempts());
            assertThat(settings.backoff())
                    .isEqualTo(new FullJitterBackoff(preset.base(), preset.cap(), preset.multiplier()));
            preset.retryAfterMax()
                    .ifPresent(max -> assertThat(settings.hints().max()).contains(max));
        });
    }

    @Test
    void aBackoffOfThePolicyReplacesAnInheritedOneWhateverElseIsInherited() {
        for (BackoffKind inherited : BackoffKind.values()) {
            for (BackoffKind own : BackoffKind.values()) {
                run(
                        "retry: {defaults: {backoff: %s, base: 1s, multiplier: 3, increment: 2s}, policies: {p: {base: 2s, backoff: %s}, q: {attempts: 2}}}"
                                .formatted(inherited.key(), own.key()),
                        context -> {
                            Duration cap = Duration.ofSeconds(10);
                            Duration step = Duration.ofSeconds(2);
                            assertThat(settings(context, "p").backoff()).isEqualTo(own.strategy(step, cap, 3, step));
                            assertThat(settings(context, "q").backoff())
                                    .isEqualTo(inherited.strategy(Duration.ofSeconds(1), cap, 3, step));
                        });
            }
        }
    }

    @Test
    void anOwnListReplacesAnInheritedOneEvenWithNothing() {
        run("""
                retry:
                  defaults:
                    never-on.statuses: [429, 503]
                  policies:
                    inherits: {attempts: 2}
                    replaces: {never-on.statuses: [408]}
                    clears: {never-on.statuses: []}
                """, context -> {
            assertThat(settings(context, "inherits").rules().neverOnStatuses()).containsExactlyInAnyOrder(429, 503);
            assertThat(settings(context, "replaces").rules().neverOnStatuses()).containsExactly(408);
            assertThat(settings(context, "clears").rules().neverOnStatuses()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "attempts, 4, ${n:4}",
        "base, 200ms, ${n:200}ms",
        "cap, 7s, ${n:7s}",
        "multiplier, 1.5, ${n:1.5}",
        "deadline, 9s, ${n}${n:9s}",
        "backoff, equal-jitter, ${n:equal}-jitter",
        "retry-on.statuses, '[500, 501]', '${n:500,501}'"
    })
    void aPlaceholderMeansWhatTheLiteralMeans(String key, String literal, String placeholder) {
        String value = placeholder.replace("${n}$", "$");
        run(
                "retry.policies.p." + key + ": " + literal,
                expected -> run(
                        "retry.policies.p." + key + ": \"" + value + "\"",
                        context -> assertThat(settings(context, "p")).isEqualTo(settings(expected, "p"))));
    }

    @Test
    void bracketedNamesKeepTheirText() {
        run("retry: {policies: {\"[inventory.v2/read]\": {attempts: 4}}}", context -> {
            assertThat(settings(context, "inventory.v2/read").attempts()).isEqualTo(4);
            assertThat(context).hasBean("inventoryV2ReadRetryPolicy");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "RETRY_POLICIES_PAYMENTAPI_ATTEMPTS, payment-api, 5",
        "RETRY_POLICIES_PAYMENT_API_ATTEMPTS, payment-api, 5",
        "RETRY_POLICIES_INVENTORYV2READ_ATTEMPTS, inventory.v2/read, 5",
        "RETRY_DEFAULTS_ATTEMPTS, other, 5"
    })
    void anEnvironmentVariableReachesThePolicyItMeans(String variable, String policy, int attempts) {
        contexts.withInitializer(Yaml.file("""
                        retry:
                          policies:
                            payment-api: {attempts: 3}
                            "[inventory.v2/read]": {attempts: 3}
                            other: {base: 1s}
                        """))
                .withInitializer(Yaml.environmentVariable(variable, "5"))
                .run(context -> {
                    assertThat(settings(context, policy).attempts()).isEqualTo(attempts);
                    assertThat(context.getBean(RetryPolicies.class).names())
                            .containsExactly("payment-api", "inventory.v2/read", "other");
                });
    }

    @Test
    void anEnvironmentVariableReachesKeysWithDashesAndMayDefineAPolicy() {
        contexts.withInitializer(Yaml.environmentVariable("RETRY_POLICIES_PAYMENTS_RETRY_AFTER_MAX", "5s"))
                .withInitializer(Yaml.environmentVariable("RETRY_POLICIES_PAYMENTS_RETRYON_STATUSES", "500,501"))
                .run(context -> {
                    assertThat(settings(context, "payments").hints().max()).contains(Duration.ofSeconds(5));
                    assertThat(settings(context, "payments").rules().retryOnStatuses())
                            .containsExactlyInAnyOrder(500, 501);
                });
    }

    @Test
    void anEnvironmentVariableThatSplitsTheNameOfANewPolicyIsShownHowToWriteIt() {
        contexts.withInitializer(Yaml.environmentVariable("RETRY_POLICIES_PARTNER_API_ATTEMPTS", "5"))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("retry.policies.partner.api.attempts is not a key of a retry policy")
                        .hasMessageContaining("writes its name without underscores")
                        .hasMessageContaining("RETRY_POLICIES_PARTNER_API_ATTEMPTS"));
    }

    @Test
    void anApplicationsOwnRetryKeysAreLeftAlone(CapturedOutput output) {
        run("retry: {maxAttempts: 7, delay: 1s, something.else: x, policies: {p: {attempts: 2}}}", context -> {
            assertThat(settings(context, "p").attempts()).isEqualTo(2);
            assertThat(output).doesNotContain("did you mean");
        });
    }

    @Test
    void anApplicationsKeyThatLooksLikeOursIsToldAtStartUp(CapturedOutput output) {
        run("retry: {polices: {p: {attempts: 2}}, enable: false, policies: {p: {attempts: 2}}}", context -> {
            assertThat(settings(context, "p").enabled()).isTrue();
            assertThat(output)
                    .containsOnlyOnce("The property retry.polices.p.attempts is not read by the retry starter; did you"
                            + " mean retry.policies?")
                    .containsOnlyOnce("did you mean retry.enabled?");
        });
    }

    @Test
    void oneSwitchTurnsEveryPolicyOffAndCallsAreStillCounted() {
        run("retry: {enabled: false, policies: {p: {attempts: 5}}}", context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            Script script = new Script(new ConnectException("refused"));

            assertThatThrownBy(() -> policy.call(script)).isInstanceOf(ConnectException.class);

            assertThat(script.calls()).isOne();
            assertThat(policy.counts().calls(CallOutcome.GAVE_UP)).isOne();
            assertThat(policy.counts().giveUps(GiveUpReason.DISABLED)).isOne();
        });
    }

    /** Takes policies as an application does. */
    static class Consumer {

        final RetryPolicy payments;
        final RetryPolicy partner;

        @Autowired
        Consumer(@Qualifier("payments") RetryPolicy payments, RetryPolicy partnerApiRetryPolicy) {
            this.payments = payments;
            this.partner = partnerApiRetryPolicy;
        }
    }

    @Test
    void policiesAreBeansByNameAndByQualifier() {
        contexts.withBean(Consumer.class)
                .withInitializer(Yaml.file("retry: {policies: {payments: {attempts: 2}, partner-api: {attempts: 4}}}"))
                .run(context -> {
                    Consumer consumer = context.getBean(Consumer.class);
                    assertThat(consumer.payments.name()).isEqualTo("payments");
                    assertThat(consumer.partner.name()).isEqualTo("partner-api");
                    assertThat(context.getBeansOfType(RetryPolicy.class))
                            .isEqualTo(Map.of(
                                    "paymentsRetryPolicy", consumer.payments,
                                    "partnerApiRetryPolicy", consumer.partner));
                    assertThat(context.getBean(RetryPolicies.class).get("payments"))
                            .isSameAs(consumer.payments);
                });
    }

    @Test
    void aPolicyOfTheApplicationIsKnownByItsNameAndLivesInTheApplicationsTime() {
        VirtualTime time = new VirtualTime();
        RetryContexts.runner(time)
                .withBean(
                        "anyName",
                        RetryPolicy.class,
                        () -> RetryPolicy.of(
                                "reports", RetrySettings.builder().attempts(2).build()))
                .run(context -> {
                    RetryPolicy reports = context.getBean(RetryPolicies.class).get("reports");
                    assertThat(reports).isSameAs(context.getBean("anyName"));

                    reports.<Object, IOException>execute(attempt -> {
                        throw new ConnectException("refused");
                    });
                    assertThat(time.sleeper().waits()).hasSize(1);
                });
    }

    @Test
    void aPolicyOfTheApplicationMustNotHaveTheNameOfAConfiguredOne() {
        contexts.withBean(
                        "anyName",
                        RetryPolicy.class,
                        () -> RetryPolicy.of("p", RetrySettings.builder().build()))
                .withInitializer(Yaml.file("retry.policies.p.attempts: 2"))
                .run(context ->
                        assertThat(context.getStartupFailure()).hasMessageContaining("two retry policies named \"p\""));
    }

    @Test
    void aConstantBackoffMayWaitForNothing() {
        run(
                "retry.policies.p: {backoff: constant, base: 0}",
                context -> assertThat(settings(context, "p").backoff())
                        .isEqualTo(new ConstantBackoff(Duration.ZERO, Duration.ofSeconds(10))));
    }

    @Test
    void durationsBeyondAnyClockStart() {
        run(
                "retry.policies.p: {base: 109500d, cap: 9999999999d, attempts: 10}",
                context -> assertThat(settings(context, "p").worstCaseWait()).isPresent());
    }
}
