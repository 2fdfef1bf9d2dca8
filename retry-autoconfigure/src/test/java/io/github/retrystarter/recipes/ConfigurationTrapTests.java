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

import java.time.Duration;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.recipes.ScriptedServer.Answer;
import io.github.retrystarter.settings.RetryPolicyCustomizer;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Traps of kind K2 that the recipes led to: configuration that says one thing and would do another. */
@ExtendWith(OutputCaptureExtension.class)
class ConfigurationTrapTests {

    private final VirtualTime time = new VirtualTime();

    private static RetryPolicies policies(AssertableApplicationContext context) {
        return context.getBean(RetryPolicies.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backoff: exponental, base: 1s",
                "backoff: full_jitter, cap: 30s",
                "backoff: liner, increment: 1s"
            })
    void aMisspeltBackoffIsNamedWhateverKeysStandBesideIt(String keys) {
        Recipe.policy(time, keys)
                .run(context -> assertThat(Recipe.refusal(context))
                        .hasMessageContaining("retry.policies.p.backoff")
                        .hasMessageContaining("did you mean"));
    }

    @Test
    void durationsAreComparedInWholeMilliseconds() {
        Recipe.policy(time, "base: 2ms, cap: 1500us")
                .run(context -> assertThat(context).hasNotFailed());
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(503, "retry-after-ms: 2"), Answer.ok())) {
            Recipe.policy(time, "base: 1ms, retry-after: {max: 1500us, sources: [retry-after-ms]}")
                    .run(context -> assertThat(context.getBean(Subject.class)
                                    .call(() -> SpringClient.REST_CLIENT_ON_JDK.get(server.uri())))
                            .isEqualTo("fine"));
        }
    }

    @Test
    void theLargestNumberOfAttemptsDoesNotMeanThatThereIsNoEnd() {
        Recipe.policy(time, "attempts: 2147483647")
                .run(context ->
                        assertThat(Recipe.p(context).settings().worstCaseWait()).isPresent());
        Recipe.policy(time, "attempts: unlimited")
                .run(context ->
                        assertThat(Recipe.p(context).settings().worstCaseWait()).isEmpty());
    }

    @Test
    void aKeyThatIsWrittenTwiceInOneFileIsRefused() {
        Recipe.policy(time, "retry-on.statuses: [500], retryOn.statuses: [501]")
                .run(context -> assertThat(Recipe.refusal(context))
                        .hasMessageContaining("retry.policies.p.retry-on.statuses")
                        .hasMessageContaining("application.yml - 4:"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "'off'", "false"})
    void theWordForNoIdempotencyKeyIsNotTheNameOfAHeader(String off) {
        Recipe.yaml(time, """
                retry:
                  defaults: {idempotency-key: Idempotency-Key}
                  policies:
                    p: {idempotency-key: %s}
                """.formatted(off)).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(Recipe.p(context).settings().idempotencyHeader()).isNull();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "retry.policy.p.attempts, retry.policies",
        "retry.polices.p.attempts, retry.policies",
        "retry.default.attempts, retry.defaults",
        "retry.http.attempt-heder, retry.http.attempt-header",
        "retry.http.attemptHeaders, retry.http.attempt-header"
    })
    void aMisspeltKeyBesideOursIsWarnedOf(String written, String meant, CapturedOutput output) {
        Recipe.policy(time, "")
                .withPropertyValues(written + "=5")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("WARN").contains("did you mean " + meant + "?");
    }

    @Test
    void whatACustomizerGetsWrongIsToldWithTheNameOfThePolicy() {
        Recipe.policy(time, "")
                .withBean(RetryPolicyCustomizer.class, () -> (name, settings) -> settings.cap(Duration.ofMillis(1)))
                .run(context -> assertThat(Recipe.refusal(context))
                        .hasMessageContaining("policy \"p\"")
                        .hasMessageContaining("RetryPolicyCustomizer")
                        .hasMessageContaining("must not be shorter than base"));
    }

    @Test
    void whatNoFileMaySayIsRefusedInCodeToo() {
        Recipe.policy(time, "").run(context -> {
            RetrySettings before = Recipe.p(context).settings();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policies(context).update("p", s -> s.retryAfterMax(Duration.ofSeconds(-1))))
                    .withMessageContaining("retry-after.max");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policies(context).update("p", s -> s.retryOnStatuses(Set.of(42))))
                    .withMessageContaining("retry-on.statuses");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policies(context).update("p", s -> s.neverOnStatuses(Set.of(600))))
                    .withMessageContaining("never-on.statuses");
            assertThat(Recipe.p(context).settings()).isSameAs(before);
        });
    }

    // B34: an update goes on from what was written, not from what followed from it.

    @Test
    void anUpdateOfTheBaseRaisesACapThatNobodyWrote() {
        Recipe.policy(time, "")
                .run(context -> assertThat(policies(context)
                                .update("p", s -> s.base(Duration.ofSeconds(20)))
                                .backoff()
                                .ceiling(1, Duration.ZERO))
                        .contains(Duration.ofSeconds(20)));
    }

    @Test
    void anUpdateOfTheCapRaisesALimitOfHintsThatNobodyWrote() {
        Recipe.policy(time, "")
                .run(context -> assertThat(policies(context)
                                .update("p", s -> s.cap(Duration.ofMinutes(2)))
                                .hints()
                                .max())
                        .contains(Duration.ofMinutes(2)));
    }

    @Test
    void anUpdateOfTheBackoffDecidesTheSpreadThatNobodyWrote() {
        Recipe.policy(time, "").run(context -> {
            assertThat(Recipe.p(context).settings().hints().spread()).isFalse();
            assertThat(policies(context)
                            .update("p", s -> s.backoff(BackoffKind.FULL_JITTER))
                            .hints()
                            .spread())
                    .isTrue();
        });
    }

    @Test
    void anUpdateOfTheBackoffKeepsTheGrowthThatIsConfigured() {
        Recipe.policy(time, "preset: overloaded-service")
                .run(context -> assertThat(policies(context)
                                .update("p", s -> s.backoff(BackoffKind.EXPONENTIAL))
                                .backoff()
                                .ceiling(2, Duration.ZERO))
                        .contains(Duration.ofMillis(1_500)));
    }
}
