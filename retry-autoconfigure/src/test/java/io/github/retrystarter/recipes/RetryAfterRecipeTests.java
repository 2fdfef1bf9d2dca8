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

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.execution.GiveUpMarker;
import io.github.retrystarter.recipes.ScriptedServer.Answer;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;

/** Faults of kind K5 that were reported against other libraries: Retry-After. The local clock stands at a Monday noon. */
class RetryAfterRecipeTests {

    /** The own wait of every policy here. */
    private static final long OWN = 10;

    private static final RestClient CLIENT = RestClient.builder()
            .requestFactory(new JdkClientHttpRequestFactory())
            .build();

    private final VirtualTime time = new VirtualTime();

    private static String get(ScriptedServer server) {
        return CLIENT.get().uri(server.uri()).retrieve().body(String.class);
    }

    private static Throwable failureOf(AssertableApplicationContext context, ScriptedServer server) {
        return catchThrowable(() -> context.getBean(Subject.class).call(() -> get(server)));
    }

    /** The one wait between such an answer and a good one. */
    private long waitAfter(String keys, Answer answer) {
        try (ScriptedServer server = ScriptedServer.answering(answer, Answer.ok())) {
            Recipe.policy(time, keys).run(context -> {
                assertThat(failureOf(context, server)).isNull();
                assertThat(server.requests()).isEqualTo(2);
            });
        }
        assertThat(time.sleeper().waits()).hasSize(1);
        return time.sleeper().waitsInMillis().get(0);
    }

    static Stream<Arguments> valuesAndWaits() {
        return Stream.of(
                // B64
                arguments("2", 2_000),
                arguments("2.0", 2_000),
                arguments("0.503", 503),
                arguments("0.5034", 504),
                arguments(" 3 ", 3_000),
                arguments("007", 7_000),
                arguments("+3", OWN),
                arguments("1e1", OWN),
                arguments("0x10", OWN),
                arguments("\uFF10", OWN),
                arguments("\uFF13", OWN),
                arguments("\u00B2", OWN),
                arguments("\u0663", OWN),
                arguments(".5", OWN),
                arguments("5.", OWN),
                arguments("", OWN),
                // B65
                arguments("-1", OWN),
                arguments("0", OWN),
                arguments("-0", OWN),
                arguments("Mon, 01 Jun 2026 11:00:00 GMT", OWN),
                arguments("Mon, 01 Jun 2026 12:00:00 GMT", OWN),
                // B68
                arguments("-3", OWN),
                arguments("1.5", 1_500),
                arguments("1 Jan 2099 00:00:00", OWN),
                arguments("2026-06-01T12:00:07Z", OWN),
                arguments("Thu, 32 Jun 2026 12:00:07 GMT", OWN),
                arguments("Mon, 01 Jun 2026 24:00:00 GMT", OWN),
                arguments("Fri, 01 Jun 2026 12:00:07 GMT", 7_000),
                arguments("Mon, 01 Jun 2026 12:00:07 GMT+2", OWN),
                // B77
                arguments("Mon, 01 Jun 2026 12:00:07 -0000", 7_000),
                arguments("Mon, 01 Jun 2026 14:00:07 +0200", 7_000),
                arguments("Mon, 01 Jun 2026 12:00:07 UTC", 7_000),
                arguments("Mon, 01 Jun 2026 12:00:07 GMT", 7_000),
                arguments("Mon, 01 Jun 2026 12:00:07", OWN),
                arguments("Mon, 01 Jun 2026 12:00:07 EST", OWN),
                arguments("Mon Jun  1 12:00:07 2026", 7_000),
                arguments("Monday, 01-Jun-26 12:00:07 GMT", 7_000),
                // B80
                arguments("1m0s", OWN),
                arguments("PT1M", OWN),
                arguments("120, 60 seconds", OWN),
                arguments("soon", OWN));
    }

    // B64, B65, B68, B77, B80
    @ParameterizedTest
    @MethodSource("valuesAndWaits")
    void aValueIsReadByTheGrammarOrNotAtAllAndTheCallIsRetriedEitherWay(String value, long wait) {
        assertThat(waitAfter("", Answer.of(429, "Retry-After: " + value))).isEqualTo(wait);
    }

    // B64, B80
    @ParameterizedTest
    @CsvSource({"1m0s, 2", "-1, 2", "1e3, 2", "0, 0", "2, 0", "'Mon, 01 Jun 2026 11:00:00 GMT', 0"})
    void whatCannotBeReadIsCounted(String value, int counted) {
        try (ScriptedServer server = ScriptedServer.answering(
                Answer.of(503, "Retry-After: " + value), Answer.of(429, "Retry-After: " + value), Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                assertThat(failureOf(context, server)).isNull();
                assertThat(Recipe.p(context).counts().unreadableHints()).isEqualTo(counted);
            });
        }
    }

    // B67, B68
    @ParameterizedTest
    @ValueSource(
            strings = {
                "31",
                "30.0001",
                "3600",
                "86400",
                "2026",
                "99999999999999999999999999999999999999999",
                "Tue, 02 Jun 2026 12:00:00 GMT"
            })
    void aHintAboveTheLimitEndsTheCallAtOnceWithTheServersAnswer(String value) {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(429, "Retry-After: " + value), Answer.ok())) {
            Recipe.policy(time, "cap: 10s").run(context -> {
                Throwable failure = failureOf(context, server);

                assertThat(failure).isInstanceOf(HttpClientErrorException.TooManyRequests.class);
                assertThat(((HttpClientErrorException) failure)
                                .getResponseHeaders()
                                .getFirst("Retry-After"))
                        .isEqualTo(value);
                assertThat(GiveUpMarker.of(failure, "p"))
                        .hasValueSatisfying(marker ->
                                assertThat(marker.content().reason()).isEqualTo(GiveUpReason.RETRY_AFTER_TOO_LONG));
                assertThat(server.requests()).isOne();
                assertThat(time.sleeper().waits()).isEmpty();
                assertThat(Recipe.counted(context, "retry.giveups", "reason", "retry-after-too-long"))
                        .isOne();
            });
        }
    }

    // B67
    @ParameterizedTest
    @CsvSource({
        "'', 30, 30000",
        "cap: 45s, 45, 45000",
        "cap: 45s, 44.9991, 45000",
        "retry-after.max: 2s, 2, 2000",
        "retry-after.max: unlimited, 86400, 86400000",
        "'backoff: full-jitter, base: 1s', 30, 30000",
        "'backoff: equal-jitter, retry-after.max: 3s', 3, 3000",
        "preset: user-facing, 2, 2000"
    })
    void aHintThatIsExactlyTheLimitIsHonouredAndNotSpreadBeyondIt(String keys, String value, long wait) {
        assertThat(waitAfter(keys, Answer.of(503, "Retry-After: " + value))).isEqualTo(wait);
    }

    // B70
    @ParameterizedTest
    @EnumSource
    void theNameOfTheHeaderIsFoundInAnyCase(SpringClient client) {
        for (String name : List.of("retry-after", "Retry-after", "RETRY-AFTER", "rEtRy-AfTeR")) {
            VirtualTime time = new VirtualTime();
            try (ScriptedServer server = ScriptedServer.answering(Answer.of(503, name + ": 2"), Answer.ok())) {
                Recipe.policy(time, "").run(context -> {
                    assertThat(context.getBean(Subject.class).call(() -> client.get(server.uri())))
                            .isEqualTo("fine");
                    assertThat(time.sleeper().waitsInMillis()).as(name).containsExactly(2_000L);
                });
            }
        }
    }

    // B70
    @Test
    void theLowerCaseNamesOfHttp2AreFound() {
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
                .handle((request, response) ->
                        response.status(503).header("retry-after", "2").send())
                .bindNow();
        try {
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/"))
                    .build();
            Recipe.policy(time, "").run(context -> {
                Object last = context.getBean(Subject.class)
                        .call(() -> client.send(request, HttpResponse.BodyHandlers.ofString()));

                assertThat(((HttpResponse<?>) last).version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(((HttpResponse<?>) last).statusCode()).isEqualTo(503);
                assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 2_000L);
            });
        } finally {
            server.disposeNow(Duration.ofSeconds(10));
        }
    }

    /** An answer of some client whose headers are a plain map. */
    static final class MapFailure extends RuntimeException implements HttpFailure {

        private final int status;
        private final Map<String, List<String>> headers;

        MapFailure(int status, String name, String... lines) {
            this.status = status;
            this.headers = Map.of(name, List.of(lines));
        }

        @Override
        public int status() {
            return status;
        }

        @Override
        public Map<String, List<String>> headers() {
            return headers;
        }
    }

    // B70
    @ParameterizedTest
    @ValueSource(strings = {"retry-after", "Retry-after", "RETRY-AFTER"})
    void theNameIsFoundInTheMapOfAnyOtherClient(String name) {
        Recipe.policy(time, "").run(context -> {
            assertThat(context.getBean(Subject.class).call(new Steps(new MapFailure(429, name, "2"), "fine")))
                    .isEqualTo("fine");
            assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L);
        });
    }

    // B71
    @ParameterizedTest
    @CsvSource({
        "'backoff: full-jitter, base: 400ms', 1000, 1400",
        "'backoff: equal-jitter, base: 400ms', 1000, 1400",
        "'backoff: decorrelated-jitter, base: 100ms', 1000, 1300",
        "'backoff: full-jitter, base: 400ms, retry-after.max: 1100ms', 1000, 1100",
        "'backoff: full-jitter, base: 400ms, retry-after.max: 1s', 1000, 1000",
        "'backoff: full-jitter, base: 400ms, deadline: 1200ms', 1000, 1199",
        "'backoff: full-jitter, base: 400ms, retry-after.spread: false', 1000, 1000",
        "'backoff: constant, base: 400ms, retry-after.spread: true', 1000, 1400"
    })
    void jitterNeverBringsACallerBackBeforeTheServerAskedForIt(String keys, long least, long most) {
        Recipe.policy(time, "attempts: 2, " + keys).run(context -> {
            Subject subject = context.getBean(Subject.class);
            for (int call = 0; call < 1_000; call++) {
                assertThat(subject.call(new Steps(new MapFailure(503, "Retry-After", "1"), "fine")))
                        .isEqualTo("fine");
            }
            List<Long> waits = time.sleeper().waitsInMillis();
            assertThat(waits).hasSize(1_000).allMatch(wait -> wait >= least && wait <= most);
            assertThat(new HashSet<>(waits)).hasSizeGreaterThan((int) Math.min(150, (most - least) / 2));
        });
    }

    // B73
    @ParameterizedTest
    @ValueSource(ints = {408, 429, 502, 503, 504})
    void theHintCountsOnEveryStatusThatIsRetried(int status) {
        assertThat(waitAfter("", Answer.of(status, "Retry-After: 2"))).isEqualTo(2_000);
    }

    // B73
    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 413, 425, 500, 501})
    void theHintChangesNothingOnAStatusThatIsNotRetried(int status) {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(status, "Retry-After: 2"), Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                assertThat(failureOf(context, server)).isNotNull().hasNoSuppressedExceptions();
                assertThat(server.requests()).isOne();
                assertThat(time.sleeper().waits()).isEmpty();
                assertThat(Recipe.counted(context, "retry.giveups", "reason", "not-retryable"))
                        .isOne();
            });
        }
    }

    // B73
    @ParameterizedTest
    @ValueSource(ints = {200, 202, 301, 307})
    void theHintChangesNothingOnAnAnswerThatStands(int status) {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(status, "Retry-After: 2"))) {
            Recipe.policy(time, "").run(context -> {
                Object result = context.getBean(Subject.class)
                        .call(() -> CLIENT.get().uri(server.uri()).retrieve().toBodilessEntity());
                assertThat(((ResponseEntity<?>) result).getStatusCode().value()).isEqualTo(status);
                assertThat(server.requests()).isOne();
                assertThat(time.sleeper().waits()).isEmpty();
            });
        }
    }

    // B74
    @ParameterizedTest
    @CsvSource({"10, 0", "2, 0", "1.999, 1", "1, 1"})
    void aHintThatDoesNotEndBeforeTheDeadlineIsNotWaitedFor(String value, int waits) {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(429, "Retry-After: " + value), Answer.ok())) {
            Recipe.policy(time, "deadline: 5s").run(context -> {
                long begin = time.ticker().nanos();
                Throwable failure =
                        catchThrowable(() -> context.getBean(Subject.class).call(() -> {
                            if (server.requests() == 0) {
                                time.ticker().advance(Duration.ofSeconds(3));
                            }
                            return get(server);
                        }));

                assertThat(time.sleeper().waits()).hasSize(waits);
                assertThat(server.requests()).isEqualTo(1 + waits);
                if (waits == 0) {
                    assertThat(Duration.ofNanos(time.ticker().nanos() - begin)).isEqualTo(Duration.ofSeconds(3));
                    assertThat(failure).isInstanceOf(HttpClientErrorException.TooManyRequests.class);
                    assertThat(Recipe.counted(context, "retry.giveups", "reason", "deadline"))
                            .isOne();
                } else {
                    assertThat(failure).isNull();
                }
            });
        }
    }

    static Stream<Arguments> companions() {
        Instant now = VirtualTime.NOW;
        String milliseconds = "retry-after.sources: [retry-after-ms, retry-after]";
        String reset = "retry-after.sources: [ratelimit-reset]";
        List<Arguments> rows = new ArrayList<>(List.of(
                arguments(milliseconds, 250, List.of("retry-after-ms: 250", "retry-after: 1")),
                arguments(milliseconds, 1_000, List.of("retry-after: 1")),
                arguments(milliseconds, 1_000, List.of("retry-after-ms: soon", "retry-after: 1")),
                arguments(
                        "retry-after.sources: [retry-after, retry-after-ms]",
                        1_000,
                        List.of("retry-after-ms: 250", "retry-after: 1")),
                arguments("", 1_000, List.of("retry-after-ms: 250", "retry-after: 1")),
                arguments("", OWN, List.of("retry-after-ms: 250")),
                arguments("retry-after.sources: []", OWN, List.of("retry-after: 1")),
                arguments("retry-after.enabled: false", OWN, List.of("retry-after: 1")),
                arguments("retry-after.sources: [x-ms-retry-after-ms]", 333, List.of("x-ms-retry-after-ms: 332.1")),
                arguments("retry-after.sources: [x-amz-retry-after]", 700, List.of("x-amz-retry-after: 700")),
                arguments(
                        "retry-after.sources: [ratelimit]", 9_000, List.of("RateLimit: \"a\";r=0;t=9, \"b\";r=4;t=20")),
                arguments("retry-after.sources: [ratelimit]", OWN, List.of("RateLimit: \"a\";r=1;t=9"))));
        for (String prefix : List.of("RateLimit-", "X-RateLimit-", "X-Rate-Limit-")) {
            String seven = prefix + "Reset: 7";
            rows.add(arguments(reset, 7_000, List.of(seven)));
            rows.add(arguments(reset, 7_000, List.of(seven, prefix + "Remaining: 0")));
            rows.add(arguments(reset, OWN, List.of(seven, prefix + "Remaining: 3")));
            rows.add(arguments(
                    reset,
                    7_000,
                    List.of(prefix + "Reset: " + now.plusSeconds(7).getEpochSecond(), prefix + "Remaining: 0")));
            rows.add(arguments(
                    reset,
                    7_250,
                    List.of(prefix + "Reset: " + now.plusMillis(7_250).toEpochMilli(), prefix + "Remaining: 0")));
        }
        return rows.stream();
    }

    // B76
    @ParameterizedTest
    @MethodSource("companions")
    void companionHeadersAreReadInTheOrderThatIsConfigured(String keys, long wait, List<String> lines) {
        assertThat(waitAfter(keys, Answer.of(429, lines.toArray(String[]::new))))
                .isEqualTo(wait);
    }

    // B76
    @Test
    void theServersWordOnWhetherToRetryIsHeardWhereItIsListed() {
        try (ScriptedServer no = ScriptedServer.answering(Answer.of(503, "x-should-retry: false"), Answer.ok());
                ScriptedServer yes = ScriptedServer.answering(Answer.of(409, "X-Should-Retry: true"), Answer.ok())) {
            Recipe.policy(time, "retry-after.sources: [should-retry, retry-after]")
                    .run(context -> {
                        assertThat(failureOf(context, no)).isNotNull();
                        assertThat(no.requests()).isOne();
                        assertThat(Recipe.counted(context, "retry.giveups", "reason", "server-said-no"))
                                .isOne();
                        assertThat(failureOf(context, yes)).isNull();
                        assertThat(yes.requests()).isEqualTo(2);
                    });
        }
        try (ScriptedServer no = ScriptedServer.answering(Answer.of(503, "x-should-retry: false"), Answer.ok());
                ScriptedServer yes = ScriptedServer.answering(Answer.of(409, "X-Should-Retry: true"), Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                assertThat(failureOf(context, no)).isNull();
                assertThat(failureOf(context, yes)).isNotNull();
                assertThat(yes.requests()).isOne();
            });
        }
    }

    // B77
    @Test
    void aDateIsMeasuredAgainstTheServersClockWhateverTheLocalOneSays() {
        assertThat(waitAfter(
                        "",
                        Answer.of(
                                503,
                                "Date: Mon, 01 Jun 2026 17:00:00 GMT",
                                "Retry-After: Mon, 01 Jun 2026 17:00:07 GMT")))
                .isEqualTo(7_000);
    }

    // B80
    @Test
    void aBrokenHeaderNeverReplacesTheFailure() {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(429, "Retry-After: 1m0s"))) {
            Recipe.policy(time, "").run(context -> {
                assertThatThrownBy(() -> context.getBean(Subject.class).call(() -> get(server)))
                        .isInstanceOf(HttpClientErrorException.TooManyRequests.class);
                assertThat(server.requests()).isEqualTo(3);
                assertThat(time.sleeper().waitsInMillis()).containsExactly(OWN, OWN);
            });
        }
    }
}
