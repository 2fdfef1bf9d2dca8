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
import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.github.retrystarter.actuate.RetryPoliciesEndpoint;
import io.github.retrystarter.actuate.RetryPoliciesWebExtension;
import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.RetryPolicyCustomizer;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/** Where the values in force come from, and what becomes of those that are changed while an application runs. */
class RunTimeConfigurationTests {

    private static final String ENDPOINT = "endpoint retrypolicies, " + VirtualTime.NOW;
    private static final String EXPOSED = "management.endpoints.web.exposure.include=retrypolicies";

    private final ApplicationContextRunner contexts =
            RetryContexts.runner(new VirtualTime()).withPropertyValues(EXPOSED);

    private static ApplicationContextRunner with(ApplicationContextRunner contexts, String yaml) {
        return contexts.withInitializer(Yaml.file(yaml));
    }

    private static Map<String, Object> value(ApplicationContext context, String policy, String key) {
        Map<?, ?> values = (Map<?, ?>) answer(context, policy).getBody().get("values");
        Map<String, Object> value = new LinkedHashMap<>();
        ((Map<?, ?>) values.get(key)).forEach((name, part) -> value.put((String) name, part));
        return value;
    }

    private static WebEndpointResponse<Map<String, Object>> answer(ApplicationContext context, String policy) {
        return context.getBean(RetryPoliciesWebExtension.class).policy(new String[] {policy});
    }

    private static int change(ApplicationContext context, String policy, Map<String, Object> changes) {
        return context.getBean(RetryPoliciesWebExtension.class)
                .change(new String[] {policy}, changes)
                .getStatus();
    }

    private static void reset(ApplicationContext context, String policy) {
        context.getBean(RetryPoliciesWebExtension.class).reset(new String[] {policy});
    }

    private static void changeEnvironment(ConfigurableApplicationContext context, String name, Object value) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("change of " + name, Map.of(name, value)));
        context.publishEvent(new EnvironmentChangeEvent(context));
    }

    @Test
    void everyLayerIsTold() {
        with(contexts, """
                        retry:
                          defaults:
                            preset: overloaded-service
                            idempotent: false
                          policies:
                            p:
                              preset: user-facing
                              attempts: 5
                            q: {}
                        """)
                .withInitializer(Yaml.environmentVariable("RETRY_POLICIES_P_NESTED", "allow"))
                .run(context -> {
                    assertThat(value(context, "p", "attempts"))
                            .hasToString(
                                    "{value=5, property=retry.policies.p.attempts, origin=application.yml - 8:17}");
                    assertThat(value(context, "p", "base"))
                            .hasToString("{value=50ms, property=preset user-facing (retry.policies.p.preset),"
                                    + " origin=application.yml - 7:15}");
                    assertThat(value(context, "p", "idempotent"))
                            .hasToString("{value=false, property=retry.defaults.idempotent,"
                                    + " origin=application.yml - 4:17}");
                    assertThat(value(context, "p", "preset"))
                            .hasToString("{value=user-facing, property=retry.policies.p.preset,"
                                    + " origin=application.yml - 7:15}");
                    assertThat(value(context, "p", "nested"))
                            .containsEntry("value", "allow")
                            .containsEntry("property", "retry.policies.p.nested")
                            .hasEntrySatisfying(
                                    "origin",
                                    origin -> assertThat(origin).asString().contains("RETRY_POLICIES_P_NESTED"));
                    assertThat(value(context, "p", "budget.ratio")).hasToString("{value=0.2, origin=built-in default}");
                });
    }

    @Test
    void theSwitchForAllPoliciesIsTold() {
        with(contexts, """
                        retry:
                          enabled: false
                          policies.p.attempts: 3
                        """)
                .run(context -> assertThat(value(context, "p", "enabled"))
                        .hasToString("{value=false, property=retry.enabled, origin=application.yml - 2:12}"));
    }

    @Test
    void codeIsToldApartFromFiles() {
        with(contexts, "retry.policies.p: {attempts: 3, cap: 5s}")
                .withBean(RetryPolicyCustomizer.class, () -> (policy, settings) -> settings.base(Duration.ofSeconds(1)))
                .withBean(
                        "mine",
                        RetryPolicy.class,
                        () -> RetryPolicy.of(
                                "mine", RetrySettings.builder().attempts(2).build()))
                .run(context -> {
                    context.getBean(RetryPolicies.class)
                            .update("p", settings -> settings.idempotent(false).attempts(3));

                    assertThat(value(context, "p", "base")).hasToString("{value=1000ms, origin=code}");
                    assertThat(value(context, "p", "idempotent")).hasToString("{value=false, origin=code}");
                    assertThat(value(context, "p", "attempts")).containsEntry("origin", "application.yml - 1:30");
                    assertThat(value(context, "mine", "attempts")).hasToString("{value=2, origin=code}");
                    assertThat(value(context, "mine", "cap")).hasToString("{value=10000ms, origin=built-in default}");
                });
    }

    @Test
    void valuesThatNobodySetFollowThoseThatSomebodyDid() {
        with(contexts, "retry.policies.p: {attempts: 3}").run(context -> {
            assertThat(change(context, "p", Map.of("base", "40s", "backoff", "constant")))
                    .isEqualTo(200);

            assertThat(value(context, "p", "base")).hasToString("{value=40000ms, origin=" + ENDPOINT + "}");
            assertThat(value(context, "p", "cap")).hasToString("{value=40000ms, origin=built-in default}");
            assertThat(value(context, "p", "retry-after.max")).hasToString("{value=40000ms, origin=built-in default}");
            assertThat(value(context, "p", "retry-after.spread")).hasToString("{value=false, origin=built-in default}");
        });
    }

    @Test
    void aChangeLeavesEverythingElseAsCodeAndFilesLeftIt() {
        with(contexts, """
                        retry.policies.p:
                          attempts: 3
                          budget: {ratio: 0.5, min-retries: 7}
                          retry-on: {exceptions: java.io.IOException, statuses: 500}
                          never-on.statuses: 503
                        """).run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            RetrySettings before = policies.update("p", settings -> settings.exposeAttempt(true));

            change(context, "p", Map.of("budget.window", "1m"));
            change(context, "p", Map.of("retry-on.unclassified", "true"));
            change(context, "p", Map.of("budget.window", "10s", "retry-on.unclassified", "false"));

            assertThat(policies.get("p").settings()).isEqualTo(before);
        });
    }

    @Test
    void whatIsReadMayBeSentBack() {
        String yaml = """
                retry.policies.p:
                  enabled: false
                  attempts: unlimited
                  backoff: linear
                  base: 1s
                  cap: 2s
                  increment: 3s
                  deadline: 4s
                  retry-on: {exceptions: [java.io.IOException, java.lang.RuntimeException], statuses: [500, 501], unclassified: true}
                  never-on: {exceptions: java.net.ConnectException, statuses: 503}
                  retry-after: {enabled: false, max: unlimited, sources: [should-retry, retry-after], spread: true, hold: true}
                  idempotent: false
                  expose-attempt: true
                  budget: {enabled: false, ratio: 0.7, window: 3s, min-retries: 4}
                  nested: allow
                  idempotency-key: Idempotency-Key
                retry.policies.q: {attempts: 1}
                retry.policies.r: {backoff: sevens}
                retry.policies.s: {multiplier: 3}
                """;
        with(contexts, yaml)
                .withBean(
                        "sevens",
                        BackoffStrategy.class,
                        () -> (attempt, previous, random) -> Duration.ofMillis(attempt * 7L))
                .run(context -> {
                    RetryPolicies policies = context.getBean(RetryPolicies.class);
                    for (RetryPolicy from : policies.all()) {
                        Map<String, Object> values = new LinkedHashMap<>();
                        Map<?, ?> read = (Map<?, ?>)
                                answer(context, from.name()).getBody().get("values");
                        read.forEach((key, value) -> values.put((String) key, ((Map<?, ?>) value).get("value")));
                        RetrySettings settings = from.settings();
                        for (RetryPolicy to : policies.all()) {
                            assertThat(change(context, to.name(), values))
                                    .as("%s to %s", from, to)
                                    .isEqualTo(200);
                            if (settings.deadline().isPresent()
                                    || to.settings().deadline().isEmpty()) {
                                assertThat(to.settings()).isEqualTo(settings);
                            }
                            reset(context, to.name());
                        }
                    }
                });
    }

    @Test
    void everyKeyOfAPolicyIsShown() {
        with(contexts, """
                        retry.policies.p: {preset: database, deadline: 1m}
                        retry.policies.q: {backoff: linear}
                        """).run(context -> {
            Map<?, ?> p = (Map<?, ?>) answer(context, "p").getBody().get("values");
            Map<?, ?> q = (Map<?, ?>) answer(context, "q").getBody().get("values");
            assertThat(PolicyKey.all())
                    .extracting(PolicyKey::path)
                    .allMatch(key -> p.containsKey(key) || q.containsKey(key))
                    .containsAll(p.keySet().stream().map(String.class::cast).toList());
        });
    }

    @Test
    void aResetForgetsTheChange() {
        with(contexts, "retry.policies.p.attempts: 3").run(context -> {
            change(context, "p", Map.of("attempts", "5"));
            assertThat(value(context, "p", "attempts")).hasToString("{value=5, origin=" + ENDPOINT + "}");

            reset(context, "p");
            assertThat(value(context, "p", "attempts")).containsEntry("origin", "application.yml - 1:28");

            context.getBean(RetryPolicies.class).update("p", settings -> settings.attempts(5));
            assertThat(value(context, "p", "attempts")).hasToString("{value=5, origin=code}");
        });
    }

    @Test
    void aChangedEnvironmentIsToldOnceItIsInForce() {
        with(contexts, "retry.policies: {p.attempts: 3, q.attempts: 2}").run(context -> {
            change(context, "p", Map.of("attempts", "5"));

            changeEnvironment(context, "retry.policies.p.attempts", "0");
            assertThat(value(context, "p", "attempts")).hasToString("{value=5, origin=" + ENDPOINT + "}");

            changeEnvironment(context, "retry.policies.p.attempts", "4");
            assertThat(value(context, "p", "attempts"))
                    .containsEntry("value", 4)
                    .hasEntrySatisfying(
                            "origin",
                            origin -> assertThat(origin).asString().contains("change of retry.policies.p.attempts"));
        });
    }

    @Test
    void contradictionsNameBothPlaces() {
        with(contexts, "retry.policies.p: {base: 2s, cap: 5s}").run(context -> {
            WebEndpointResponse<Map<String, Object>> answer =
                    context.getBean(RetryPoliciesWebExtension.class).change(new String[] {"p"}, Map.of("base", "6s"));

            assertThat(answer.getBody().get("reason"))
                    .asString()
                    .contains("retry.policies.p.cap (5000ms) must not be shorter than base")
                    .contains("6s from retry.policies.p.base, this change")
                    .contains("application.yml - 1:35");
        });
    }

    @Test
    void aNameIsFoundByItsPartsWherePathsLoseTheEmptyOnes() {
        contexts.withBean(
                        "odd",
                        RetryPolicy.class,
                        () -> RetryPolicy.of("a//b/", RetrySettings.builder().build()))
                .withBean(
                        "even",
                        RetryPolicy.class,
                        () -> RetryPolicy.of("a/c", RetrySettings.builder().build()))
                .run(context -> {
                    RetryPoliciesWebExtension endpoint = context.getBean(RetryPoliciesWebExtension.class);
                    assertThat(endpoint.policy(new String[] {"a", "b"}).getBody())
                            .containsEntry("name", "a//b/");
                    assertThat(endpoint.policy(new String[] {"a", "c"}).getBody())
                            .containsEntry("name", "a/c");
                    assertThat(endpoint.policy(new String[] {"a"}).getStatus()).isEqualTo(404);
                });
    }

    @Test
    void aListWithHolesIsRefusedInFilesToo() {
        with(contexts, "retry.policies.p.retry-on.statuses: ',,'")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("retry.policies.p.retry-on.statuses")
                        .hasMessageContaining("must be a list of whole numbers"));
    }

    @Test
    void thereIsNoEndpointWithoutTheActuatorOrWhereItIsNotExposed() {
        with(contexts, "retry.policies.p.attempts: 3")
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RetryPoliciesEndpoint.class));
        RetryContexts.runner()
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RetryPoliciesEndpoint.class));
        contexts.withPropertyValues("management.endpoint.retrypolicies.access=NONE")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RetryPoliciesEndpoint.class));
        contexts.run(context -> assertThat(context).hasSingleBean(RetryPoliciesEndpoint.class));
    }

    @Test
    void anEndpointOfTheApplicationReplacesOurs() {
        contexts.withBean("mine", RetryPoliciesEndpoint.class, () -> new RetryPoliciesEndpoint(null, null, null, null))
                .run(context -> assertThat(context)
                        .hasSingleBean(RetryPoliciesEndpoint.class)
                        .hasBean("mine"));
    }
}
