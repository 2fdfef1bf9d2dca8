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

import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;

import com.fasterxml.jackson.databind.JsonNode;

import io.github.retrystarter.actuate.EndpointApplication.Answer;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the endpoint does over HTTP, whatever the server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HttpEndpointContract {

    private final WebApplicationType type;
    private final int oddBodies;
    private EndpointApplication app;

    HttpEndpointContract(WebApplicationType type, int oddBodies) {
        this.type = type;
        this.oddBodies = oddBodies;
    }

    @BeforeAll
    void start() {
        app = new EndpointApplication(type, EndpointApplication.EXPOSED, EndpointApplication.OPEN);
    }

    @AfterAll
    void stop() {
        app.close();
    }

    @BeforeEach
    void reset() {
        app.policies().names().forEach(app.policies()::reset);
    }

    private RetrySettings settings(String policy) {
        return app.policies().get(policy).settings();
    }

    @Test
    void allPoliciesAreShownInBrief() throws Exception {
        JsonNode body = app.get("").json();

        assertThat(body.get("waitsInProgress").asInt()).isZero();
        assertThat(body.get("policies").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("payments", "inventory.v2/read", "partner-api", "in-code");
        JsonNode payments = body.get("policies").get("payments");
        assertThat(payments.get("values").get("attempts").asInt()).isEqualTo(3);
        assertThat(payments.get("values").get("base").asText()).isEqualTo("10ms");
        assertThat(payments.get("counts").get("calls").get("first-try").asInt()).isZero();
        assertThat(payments.get("waiting").asInt()).isZero();
        assertThat(payments.get("budgetAvailable").asText()).isEqualTo("unlimited");
        assertThat(payments.get("holdRemaining").asText()).isEqualTo("0ms");
    }

    @Test
    void onePolicyTellsWhatItSaysAndWhatItWouldDo() throws Exception {
        JsonNode body = app.get("/payments").json();

        assertThat(body.get("name").asText()).isEqualTo("payments");
        assertThat(body.get("values").get("attempts").get("value").asInt()).isEqualTo(3);
        assertThat(body.get("values").get("attempts").get("property").asText())
                .isEqualTo("retry.policies.payments.attempts");
        assertThat(body.get("values").get("attempts").get("origin").asText()).contains("application.yml", "4:");
        assertThat(body.get("schedule")).hasSize(2);
        assertThat(body.get("schedule").get(0).toString())
                .isEqualTo("{\"attempt\":1,\"least\":\"10ms\",\"mean\":\"10ms\",\"most\":\"10ms\"}");
        assertThat(body.get("worstCaseWait").asText()).isEqualTo("20ms");
        assertThat(body.get("worstCaseWaitWithHints").asText()).isEqualTo("60000ms");
        assertThat(body.get("worstCaseCalls").asInt()).isEqualTo(3);
        assertThat(body.get("methods").toString())
                .isEqualTo("[{\"bean\":\"paymentsService\",\"type\":\"" + EndpointApplication.Payments.class.getName()
                        + "\",\"method\":\"charge(String)\",\"callsFromSameClass\":[\"chargeAll\"]}]");
    }

    @Test
    void aGiveUpIsToldWithoutMessageOrArgument() throws Exception {
        assertThatThrownBy(() -> app.payments().charge("order 4711")).isInstanceOf(ConnectException.class);

        Answer answer = app.get("/payments");

        JsonNode latest = answer.json().get("recentGiveUps").get(0);
        assertThat(latest.get("when").asText()).isEqualTo(VirtualTime.NOW.toString());
        assertThat(latest.get("method").asText()).isEqualTo(EndpointApplication.Payments.class.getName() + ".charge");
        assertThat(latest.get("attempts").asInt()).isEqualTo(3);
        assertThat(latest.get("waited").asText()).isEqualTo("20ms");
        assertThat(latest.get("reason").asText()).isEqualTo("attempts-exhausted");
        assertThat(latest.get("exception").asText()).isEqualTo(ConnectException.class.getName());
        assertThat(answer.text()).doesNotContain("secret", "4711");
        assertThat(app.get("/partner-api").json().get("recentGiveUps")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/inventory.v2/read, inventory.v2/read",
        "/payments, payments",
        "/in-code, in-code",
        "/partner%2Dapi, partner-api"
    })
    void theRestOfThePathIsTheName(String path, String name) throws Exception {
        assertThat(app.get(path).json().get("name").asText()).isEqualTo(name);
        assertThat(app.post(path, "{\"attempts\": 7}").status()).isEqualTo(200);
        assertThat(settings(name).attempts()).isEqualTo(7);
        assertThat(app.delete(path).status()).isEqualTo(200);
        assertThat(settings(name).attempts()).isNotEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"/payment", "/payments/read", "/inventory.v2", "/%00", "/"})
    void anUnknownNameIsNotFound(String path) throws Exception {
        assertThat(List.of(
                        app.get(path).status(),
                        app.post(path, "{\"attempts\": 7}").status(),
                        app.delete(path).status()))
                .allSatisfy(status -> assertThat(status).isBetween(400, 405));
        assertThat(app.get("/payment").status()).isEqualTo(404);
        assertThat(app.get("/payment").text())
                .contains("there is no retry policy \\\"payment\\\", did you mean \\\"payments\\\"?");
    }

    @Test
    void thePathAloneSaysWhichPolicyIsMeant() throws Exception {
        RetrySettings before = settings("payments");
        app.policies().update("partner-api", settings -> settings.attempts(7));

        for (Answer answer : List.of(
                app.get("/payments?policy=partner-api"),
                app.delete("/payments?policy=partner-api"),
                app.post("/payments?policy=partner-api", "{\"attempts\": 2}"))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("reason").asText()).contains("policy");
        }
        assertThat(app.get("/payments?policy=partner-api").text()).contains("the path says which policy is meant");
        assertThat(settings("payments")).isSameAs(before);
        assertThat(settings("partner-api").attempts()).isEqualTo(7);
        app.delete("/partner-api");
    }

    @Test
    void theQueryOfAChangeHasKeysTooAndWinsOverTheBody() throws Exception {
        assertThat(app.post("/payments?attempts=4", "{\"attempts\": 2, \"base\": \"7ms\"}")
                        .status())
                .isEqualTo(200);

        assertThat(settings("payments").attempts()).isEqualTo(4);
        assertThat(app.get("/payments").text()).contains("\"7ms\"");
    }

    @Test
    void aChangeCountsFromTheNextCallOnAndSaysWhereItComesFrom() throws Exception {
        Answer answer =
                app.post("/payments", "{\"attempts\": 2, \"base\": \"25ms\", \"retry-on.statuses\": \"500, 501\"}");

        assertThat(answer.status()).isEqualTo(200);
        JsonNode values = answer.json().get("values");
        assertThat(values.get("attempts").get("value").asInt()).isEqualTo(2);
        assertThat(values.get("attempts").get("origin").asText())
                .isEqualTo("endpoint retrypolicies, " + VirtualTime.NOW);
        assertThat(values.get("retry-on.statuses").get("value").asText()).isEqualTo("500, 501");
        assertThat(values.get("cap").get("origin").asText()).isEqualTo("built-in default");
        Script script = new Script(new ConnectException("refused"));
        assertThat(app.policies().get("payments").execute(script).waited().toMillis())
                .isEqualTo(25);
        assertThat(script.calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"attempts\": 0} | retry.policies.payments.attempts (0) must be a whole number of at least 1",
                "{\"attempts\": \"many\"} | must be a whole number of at least 1",
                "{\"base\": \"soon\"} | retry.policies.payments.base (soon) must be a duration",
                "{\"attempts\": 2, \"cap\": \"1ms\"} | must not be shorter than base (10ms from retry.policies.payments.base",
                "{\"attempts\": 2, \"atempts\": 3} | atempts is not a key of a retry policy; did you mean attempts?",
                "{\"retryAfter.max\": \"1s\"} | did you mean retry-after.max?",
                "{\"retry-after\": \"1s\"} | has keys of its own: retry-after.enabled",
                "{\"multiplier\": 3} | has no effect with backoff constant",
                "{\"backoff\": \"quick\"} | must be one of constant, linear",
                "{\"attempts\": null} | needs a value",
                "{\"preset\": \"database\"} | change the keys themselves",
                "{\"retry-on.exceptions\": \"com.acme.Missing\"} | which does not exist",
                "{\"circuit-breaker\": \"missing\"} | names the circuit breaker",
                "{\"deadline\": \"0s\"} | must be longer than nothing",
                "{\"policy\": \"partner-api\", \"attempts\": 2} | policy is not a key of a retry policy",
                "{} | at least one key",
                "{\"\": \"\"} | is not a key of a retry policy"
            })
    void anInvalidChangeChangesNothingAndNamesTheRule(String body, String rule) throws Exception {
        RetrySettings before = settings("payments");

        Answer answer = app.post("/payments", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("reason").asText()).contains(rule);
        assertThat(settings("payments")).isSameAs(before);
        assertThat(settings("partner-api").attempts()).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1]",
                "{\"attempts\": {\"max\": 2}}",
                "attempts=2",
                "{\"attempts\": 2",
                "\"\"",
                "{\"retry-on.statuses\": [500]}"
            })
    void aBodyThatIsNotAMapOfSingleValuesChangesNothing(String body) throws Exception {
        RetrySettings before = settings("payments");

        assertThat(app.post("/payments", body).status()).isEqualTo(400);

        assertThat(settings("payments")).isSameAs(before);
    }

    @Test
    void aPlaceholderInAChangeTellsNothingAboutTheApplication() throws Exception {
        Answer answer = app.post("/payments", "{\"base\": \"${local.server.port}\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text())
                .doesNotContain(app.context().getEnvironment().getRequiredProperty("local.server.port"));
    }

    @Test
    void aChangeMayAlsoSwitchAPolicyOffAndOnAgain() throws Exception {
        app.post("/payments", "{\"enabled\": false}");
        Script off = new Script(new ConnectException("refused"));
        app.policies().get("payments").execute(off);
        JsonNode body = app.get("/payments").json();
        app.delete("/payments");

        assertThat(off.calls()).isOne();
        assertThat(body.get("worstCaseCalls").asInt()).isOne();
        assertThat(body.get("schedule")).isEmpty();
        assertThat(settings("payments").enabled()).isTrue();
    }

    @Test
    void oddBodiesNeverBreakTheServerAndNeverChangeWhatTheyAreRefusedFor() throws Exception {
        OddBodies bodies = new OddBodies(new Random(42));
        int accepted = 0;
        for (int i = 0; i < oddBodies; i++) {
            RetrySettings before = settings("payments");
            byte[] body = bodies.next();

            int status = app.post("/payments", body).status();

            String sent = new String(body, StandardCharsets.UTF_8);
            assertThat(status).as(sent).isIn(200, 400, 415);
            if (status == 200) {
                accepted++;
                assertThat(app.policies().get("payments").settings().toBuilder().build())
                        .as(sent)
                        .isEqualTo(settings("payments"));
            } else {
                assertThat(settings("payments")).as(sent).isSameAs(before);
            }
        }
        assertThat(accepted).isBetween(oddBodies / 100, oddBodies * 9 / 10);
        assertThat(app.get("/payments").status()).isEqualTo(200);
    }

    @Test
    void aCallSeesOneConsistentSetWhileWritesGoOn() throws Exception {
        RetryPolicy policy = app.policies().get("payments");
        RetryCounts counts = policy.counts();
        long callsBefore = counts.calls(CallOutcome.GAVE_UP);
        long failuresBefore = counts.attempts(AttemptOutcome.FAILURE);
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Future<Long>> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(threads.submit(() -> {
                    start.await();
                    long attempts = 0;
                    for (int call = 0; call < 1_000; call++) {
                        Script script = new Script(new ConnectException("refused"));
                        long waited = policy.execute(script).waited().toMillis();
                        assertThat(waited + " ms in " + script.calls()).isIn("20 ms in 3", "200 ms in 5", "1 ms in 2");
                        attempts += script.calls();
                    }
                    return attempts;
                }));
            }
            List<Future<?>> writers = List.of(
                    threads.submit(writer(start, done, "{\"attempts\": 5, \"base\": \"50ms\"}")),
                    threads.submit(writer(start, done, "{\"base\": \"1ms\", \"attempts\": 2}")));
            start.countDown();
            long attempts = 0;
            for (Future<Long> caller : callers) {
                attempts += caller.get(120, TimeUnit.SECONDS);
            }
            done.set(true);
            for (Future<?> writer : writers) {
                writer.get(120, TimeUnit.SECONDS);
            }
            assertThat(counts.calls(CallOutcome.GAVE_UP) - callsBefore).isEqualTo(4_000);
            assertThat(counts.attempts(AttemptOutcome.FAILURE) - failuresBefore).isEqualTo(attempts);
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
    }

    private Callable<Void> writer(CountDownLatch start, AtomicBoolean done, String body) {
        return () -> {
            start.await();
            while (!done.get()) {
                assertThat(app.post("/payments", body).status()).isEqualTo(200);
                assertThat(app.get("/payments").status()).isEqualTo(200);
                assertThat(app.delete("/payments").status()).isEqualTo(200);
            }
            return null;
        };
    }

    @Test
    void withoutTheAccessKeyItCanOnlyBeRead() throws Exception {
        try (EndpointApplication closed = new EndpointApplication(type, EndpointApplication.EXPOSED)) {
            RetrySettings before = closed.policies().get("payments").settings();

            assertThat(closed.get("/payments").status()).isEqualTo(200);
            assertThat(closed.post("/payments", "{\"attempts\": 7}").status()).isIn(404, 405);
            assertThat(closed.delete("/payments").status()).isIn(404, 405);
            assertThat(closed.policies().get("payments").settings()).isSameAs(before);
        }
    }

    @Test
    void whereItIsNotExposedItIsNotThere() throws Exception {
        try (EndpointApplication closed = new EndpointApplication(type, EndpointApplication.OPEN)) {
            assertThat(closed.get("").status()).isEqualTo(404);
            assertThat(closed.context().getBeansOfType(RecentGiveUps.class)).isEmpty();
        }
    }
}
