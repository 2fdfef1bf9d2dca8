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

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.core.env.MapPropertySource;

import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.backoff.FullJitterBackoff;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.UnknownRetryPolicyException;
import io.github.retrystarter.settings.RetryPolicyCustomizer;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Values that change while an application runs, and code that has the last word on them. */
@ExtendWith(OutputCaptureExtension.class)
class RunTimeChangeTests {

    private final VirtualTime time = new VirtualTime();
    private final ApplicationContextRunner contexts = RetryContexts.runner(time)
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withInitializer(Yaml.file("""
                    retry:
                      policies:
                        p: {attempts: 2, backoff: constant, base: 10ms, budget.enabled: false}
                        q: {attempts: 2}
                    """));

    private static void environment(AssertableApplicationContext context, String name, Object value) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("change of " + name, Map.of(name, value)));
        context.publishEvent(new EnvironmentChangeEvent(context));
    }

    @Test
    void anUpdateCountsFromTheNextCallOnAndResetUndoesIt() {
        contexts.run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            RetryPolicy policy = policies.get("p");
            RetrySettings configured = policy.settings();
            Script during = new Script(new ConnectException("refused"));

            policy.<Object, Throwable>execute(attempt -> {
                policies.update("p", settings -> settings.attempts(4));
                return during.call(attempt);
            });
            Script after = new Script(new ConnectException("refused"));
            policy.execute(after);

            assertThat(during.calls()).isEqualTo(2);
            assertThat(after.calls()).isEqualTo(4);
            assertThat(policies.reset("p")).isEqualTo(configured);
            assertThat(policy.counts().attempts(AttemptOutcome.FAILURE)).isEqualTo(6);
            assertThat(context.getBean(MeterRegistry.class)
                            .get("retry.attempts")
                            .tags("policy", "p", "outcome", "failure")
                            .functionCounter()
                            .count())
                    .isEqualTo(6);
        });
    }

    @Test
    void anUpdateThatIsNotValidChangesNothing() {
        contexts.run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            RetrySettings before = policies.get("q").settings();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policies.update("q", settings -> settings.attempts(0)))
                    .withMessageContaining("attempts (0) must be at least 1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policies.update("q", settings -> settings.cap(Duration.ofMillis(1))))
                    .withMessageContaining("cap (PT0.001S) must not be shorter than base (PT0.1S)");
            assertThatThrownBy(() -> policies.update("missing", settings -> {}))
                    .isInstanceOf(UnknownRetryPolicyException.class);

            assertThat(policies.get("q").settings()).isSameAs(before);
        });
    }

    @Test
    void aChangedEnvironmentIsPutInForce() {
        contexts.run(context -> {
            environment(context, "retry.policies.p.attempts", "4");

            Script script = new Script(new ConnectException("refused"));
            context.getBean(RetryPolicies.class).get("p").execute(script);
            assertThat(script.calls()).isEqualTo(4);
        });
    }

    @Test
    void aChangedEnvironmentThatIsNotValidKeepsEveryLastGoodValueAndSaysWhy(CapturedOutput output) {
        contexts.run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            RetrySettings p = policies.get("p").settings();
            environment(context, "retry.policies.p.attempts", "4");
            environment(context, "retry.policies.q.attempts", "0");

            assertThat(policies.get("p").settings().attempts()).isEqualTo(4);
            assertThat(policies.get("q").settings().attempts()).isEqualTo(2);
            assertThat(output)
                    .contains("ERROR")
                    .contains("The changed retry configuration is not valid")
                    .contains("retry.policies.q.attempts (0) must be a whole number of at least 1");
            assertThat(p.attempts()).isEqualTo(2);
        });
    }

    @Test
    void anUpdateStaysInForceWhereTheEnvironmentSaysTheSameAsBefore() {
        contexts.run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            policies.update("p", settings -> settings.attempts(7));

            environment(context, "retry.policies.q.attempts", "3");

            assertThat(policies.get("p").settings().attempts()).isEqualTo(7);
            assertThat(policies.get("q").settings().attempts()).isEqualTo(3);
        });
    }

    @Test
    void aNewPolicyWaitsForARestartAndSaysSo(CapturedOutput output) {
        contexts.run(context -> {
            environment(context, "retry.policies.fresh.attempts", "3");

            assertThat(context.getBean(RetryPolicies.class).find("fresh")).isEmpty();
            assertThat(output).contains("need a restart").contains("[fresh]");
        });
    }

    private static List<String> told(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains(" INFO ") && line.contains("Retry policy \""))
                .map(line -> line.substring(line.indexOf("Retry policy")))
                .toList();
    }

    @Test
    void everyChangeHasALineWithWhatWasAndWhatIs(CapturedOutput output) {
        contexts.run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            policies.update("p", settings -> settings.enabled(false).attempts(4));
            policies.update("p", settings -> settings.retryOnStatuses(Set.of(500, 501)));
            policies.reset("p");
            environment(context, "retry.policies.q.attempts", "3");

            assertThat(told(output))
                    .containsExactly(
                            "Retry policy \"p\" changed: enabled true -> false, attempts 2 -> 4",
                            "Retry policy \"p\" changed: retry-on.statuses unset -> [500, 501]",
                            "Retry policy \"p\" reset to the configured values: enabled false -> true,"
                                    + " attempts 4 -> 2, retry-on.statuses [500, 501] -> unset",
                            "Retry policy \"q\" changed: attempts 2 -> 3");
        });
    }

    @Test
    void whatLeavesEverythingAsItWasHasNoLine(CapturedOutput output) {
        contexts.run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            policies.update("p", settings -> settings.attempts(2));
            policies.reset("p");
            environment(context, "retry.policies.p.attempts", "2");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> policies.update("q", settings -> settings.attempts(0)));

            assertThat(told(output)).isEmpty();
        });
    }

    @Test
    void aChangeThatNoKeyShowsHasALineToo(CapturedOutput output) {
        contexts.run(context -> {
            context.getBean(RetryPolicies.class).update("p", settings -> settings.backoff(new Pause("a")));
            context.getBean(RetryPolicies.class).update("p", settings -> settings.backoff(new Pause("b\nc")));

            assertThat(told(output).get(0)).contains("backoff constant -> " + Pause.class.getName());
            assertThat(told(output).get(1)).isEqualTo("Retry policy \"p\" changed: a value that has no key");
        });
    }

    private record Pause(String name) implements BackoffStrategy {
        @Override
        public Duration waitAfter(int attempt, Duration previousWait, RandomGenerator random) {
            return Duration.ZERO;
        }
    }

    @Test
    void aCallSeesOneConsistentSetAndNoCountIsLostWhileValuesChange() throws Exception {
        contexts.run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            RetryPolicy policy = policies.get("p");
            ExecutorService threads = Executors.newFixedThreadPool(200);
            CountDownLatch start = new CountDownLatch(1);
            AtomicBoolean done = new AtomicBoolean();
            try {
                List<Future<Boolean>> results = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    results.add(threads.submit(() -> {
                        start.await();
                        boolean consistent = true;
                        for (int call = 0; call < 20; call++) {
                            Script script = new Script(new ConnectException("refused"));
                            long waited = policy.execute(script).waited().toMillis();
                            // Two attempts go with 10 ms, five with 50 ms, and nothing with anything else.
                            consistent &=
                                    (script.calls() == 2 && waited == 10) || (script.calls() == 5 && waited == 200);
                        }
                        return consistent;
                    }));
                }
                Future<?> changes = threads.submit(() -> {
                    while (!done.get()) {
                        policies.update("p", s -> s.attempts(5).base(Duration.ofMillis(50)));
                        policies.reset("p");
                    }
                });
                start.countDown();
                for (Future<Boolean> result : results) {
                    assertThat(result.get(60, TimeUnit.SECONDS)).isTrue();
                }
                done.set(true);
                changes.get(60, TimeUnit.SECONDS);
            } finally {
                done.set(true);
                threads.shutdownNow();
            }
            assertThat(policy.counts().calls(CallOutcome.GAVE_UP)).isEqualTo(4_000);
            long waits = context.getBean(MeterRegistry.class)
                    .get("retry.waits")
                    .tags("policy", "p", "source", "backoff")
                    .timer()
                    .count();
            assertThat(policy.counts().attempts(AttemptOutcome.FAILURE)).isEqualTo(4_000 + waits);
        });
    }

    @Test
    void customizersHaveTheLastWordInTheirOrder() {
        contexts.withBean("last", RetryPolicyCustomizer.class, () -> (policy, settings) -> {
                    if (policy.equals("p")) {
                        settings.attempts(9);
                    }
                })
                .run(context -> {
                    RetryPolicies policies = context.getBean(RetryPolicies.class);
                    assertThat(policies.get("p").settings().attempts()).isEqualTo(9);
                    assertThat(policies.get("q").settings().attempts()).isEqualTo(2);

                    environment(context, "retry.policies.p.attempts", "3");
                    assertThat(policies.get("p").settings().attempts()).isEqualTo(9);
                });
    }

    @Test
    void aStrategyOfTheApplicationIsKnownByTheNameOfItsBean() {
        BackoffStrategy strategy = (attempt, previous, random) -> Duration.ofMillis(attempt * 7L);
        RetryContexts.runner(time)
                .withBean("sevens", BackoffStrategy.class, () -> strategy)
                .withInitializer(Yaml.file("retry.policies.s: {backoff: sevens, attempts: 4}"))
                .run(context -> {
                    RetryPolicy policy = context.getBean(RetryPolicies.class).get("s");
                    assertThat(policy.settings().backoff()).isSameAs(strategy);

                    policy.execute(new Script(new ConnectException("refused")));
                    assertThat(time.sleeper().waitsInMillis()).containsExactly(7L, 14L, 21L);
                    assertThat(policy.settings().hints().spread()).isTrue();
                });
    }

    @Test
    void aKeyThatAStrategyOfTheApplicationIgnoresIsRefused() {
        RetryContexts.runner(time)
                .withBean("sevens", BackoffStrategy.class, () -> (attempt, previous, random) -> Duration.ZERO)
                .withInitializer(Yaml.file("retry.policies.s: {backoff: sevens, base: 1s}"))
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("retry.policies.s.base (1s) has no effect with backoff sevens"));
    }

    @Test
    void theBuilderOfSettingsKeepsEveryValue() {
        contexts.run(context -> {
            for (RetryPolicy policy : context.getBean(RetryPolicies.class).all()) {
                assertThat(policy.settings().toBuilder().build()).isEqualTo(policy.settings());
            }
        });
        assertThat(RetrySettings.builder().build().toBuilder().build().backoff())
                .isInstanceOf(FullJitterBackoff.class);
    }
}
