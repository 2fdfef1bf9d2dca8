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

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Stream;

import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.client.support.RestTemplateAdapter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientAdapter;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.invoker.HttpExchangeAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.HttpFailureResolver;
import io.github.retrystarter.classify.HttpResultResolver;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.recipes.ScriptedServer.Answer;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.ConnectionProvider;

/** Retry-After as it really arrives: over a socket, through each client, in an annotated method, without code for it. */
class RealClientHintTests {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private static final String LONG_BODY = "busy ".repeat(20_000);

    private final VirtualTime time = new VirtualTime();

    private static RestClient onJdk() {
        return RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory())
                .build();
    }

    private static Object call(AssertableApplicationContext context, Work work) throws Throwable {
        return context.getBean(Subject.class).call(work);
    }

    // B79
    @ParameterizedTest
    @EnumSource
    void everyClientOfSpringIsHeardWithoutCodeForIt(SpringClient client) {
        try (ScriptedServer server = ScriptedServer.answering(
                Answer.of(429, "Retry-After: 2"), Answer.of(503, "Retry-After: 3"), Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                assertThat(call(context, () -> client.get(server.uri()))).isEqualTo("fine");

                assertThat(server.requests()).isEqualTo(3);
                assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 3_000L);
            });
        }
    }

    // B79
    @ParameterizedTest
    @EnumSource
    void aFailureInWrappersOfTheApplicationIsHeardToo(SpringClient client) {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(429, "Retry-After: 2"), Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                Work wrapping = () -> {
                    try {
                        return client.get(server.uri());
                    } catch (RuntimeException ex) {
                        throw new IllegalStateException("no prices", new CompletionException(ex));
                    }
                };
                assertThat(call(context, wrapping)).isEqualTo("fine");
                assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L);
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyLineOfARepeatedHeaderIsReadAndTheLongestWaitWins(SpringClient client) {
        try (ScriptedServer server = ScriptedServer.answering(
                Answer.of(503, "Retry-After: 4", "retry-after: 1"),
                Answer.of(503, "Retry-After: 1", "RETRY-AFTER: 5", "Retry-After: soon"),
                Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                assertThat(call(context, () -> client.get(server.uri()))).isEqualTo("fine");
                assertThat(time.sleeper().waitsInMillis()).containsExactly(4_000L, 5_000L);
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDateIsMeasuredAgainstTheDateOfTheAnswer(SpringClient client) {
        try (ScriptedServer server = ScriptedServer.answering(
                Answer.of(503, "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After: Sunday, 06-Nov-94 08:49:40 GMT"),
                Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                assertThat(call(context, () -> client.get(server.uri()))).isEqualTo("fine");
                assertThat(time.sleeper().waitsInMillis()).containsExactly(3_000L);
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHintAboveTheLimitEndsTheCall(SpringClient client) {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(429, "Retry-After: 31"), Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                assertThatThrownBy(() -> call(context, () -> client.get(server.uri())))
                        .isNotNull();
                assertThat(server.requests()).isOne();
                assertThat(Recipe.p(context).counts().giveUps(GiveUpReason.RETRY_AFTER_TOO_LONG))
                        .isOne();
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"403, false", "413, false", "403, true", "413, true"})
    void otherStatusesWithAHintAreRetriedWhereTheyAreListed(int status, boolean listed) {
        for (SpringClient client : SpringClient.values()) {
            VirtualTime time = new VirtualTime();
            try (ScriptedServer server = ScriptedServer.answering(Answer.of(status, "Retry-After: 2"), Answer.ok())) {
                Recipe.policy(time, listed ? "retry-on.statuses: [403, 413]" : "")
                        .run(context -> {
                            Throwable failure = catchThrowable(() -> call(context, () -> client.get(server.uri())));
                            if (listed) {
                                assertThat(failure).isNull();
                                assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L);
                            } else {
                                assertThat(failure).isNotNull();
                                assertThat(server.requests()).isOne();
                            }
                        });
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStatusThatIsTakenAwayIsNotRetriedWhateverItsHint(SpringClient client) {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(503, "Retry-After: 2"), Answer.ok())) {
            Recipe.policy(time, "never-on.statuses: [503]").run(context -> {
                assertThatThrownBy(() -> call(context, () -> client.get(server.uri())))
                        .isNotNull();
                assertThat(server.requests()).isOne();
                assertThat(time.sleeper().waits()).isEmpty();
            });
        }
    }

    @HttpExchange
    interface Prices {

        @GetExchange("/prices")
        @Retryable("p")
        String prices();

        @GetExchange("/prices")
        @Retryable("p")
        ResponseEntity<String> answer();
    }

    @Retryable("p")
    @HttpExchange
    interface Stock {

        @GetExchange("/stock")
        String stock();
    }

    static Stream<Function<URI, HttpExchangeAdapter>> adapters() {
        return Stream.of(
                server -> RestClientAdapter.create(RestClient.builder()
                        .baseUrl(server.toString())
                        .requestFactory(new JdkClientHttpRequestFactory())
                        .build()),
                server -> {
                    RestTemplate template = new RestTemplate(new SimpleClientHttpRequestFactory());
                    template.setUriTemplateHandler(
                            new org.springframework.web.util.DefaultUriBuilderFactory(server.toString()));
                    return RestTemplateAdapter.create(template);
                },
                server -> WebClientAdapter.create(
                        WebClient.builder().baseUrl(server.toString()).build()));
    }

    private static <T> T client(Class<T> type, HttpExchangeAdapter adapter) {
        return HttpServiceProxyFactory.builderFor(adapter).build().createClient(type);
    }

    // B79
    @ParameterizedTest
    @MethodSource("adapters")
    void anHttpInterfaceIsRetriedByTheAnnotationOnItsMethod(Function<URI, HttpExchangeAdapter> adapters) {
        try (ScriptedServer server = ScriptedServer.answering(
                Answer.of(429, "retry-after: 2"), Answer.of(503, "Retry-After: 3"), Answer.ok())) {
            HttpExchangeAdapter adapter = adapters.apply(server.uri());
            Recipe.policy(time, "")
                    .withBean(Prices.class, () -> client(Prices.class, adapter))
                    .run(context -> {
                        assertThat(context.getBean(Prices.class).prices()).isEqualTo("fine");
                        assertThat(server.requests()).isEqualTo(3);
                        assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 3_000L);
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("adapters")
    void anHttpInterfaceThatReturnsTheAnswerIsRetriedToo(Function<URI, HttpExchangeAdapter> adapters) {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(503, "Retry-After: 2"), Answer.ok())) {
            HttpExchangeAdapter adapter = adapters.apply(server.uri());
            Recipe.policy(time, "")
                    .withBean(Prices.class, () -> client(Prices.class, adapter))
                    .run(context -> {
                        assertThat(context.getBean(Prices.class).answer().getBody())
                                .isEqualTo("fine");
                        assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L);
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("adapters")
    void anHttpInterfaceIsRetriedByTheAnnotationOnItself(Function<URI, HttpExchangeAdapter> adapters) {
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(503, "Retry-After: 2"), Answer.ok())) {
            HttpExchangeAdapter adapter = adapters.apply(server.uri());
            Recipe.policy(time, "")
                    .withBean(Stock.class, () -> client(Stock.class, adapter))
                    .run(context -> {
                        assertThat(context.getBean(Stock.class).stock()).isEqualTo("fine");
                        assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L);
                    });
        }
    }

    /** An exception of an application that is an answer itself. */
    static final class PartnerFailure extends RuntimeException implements HttpFailure {

        private final int status;
        private final String retryAfter;

        PartnerFailure(int status, String retryAfter) {
            this.status = status;
            this.retryAfter = retryAfter;
        }

        @Override
        public int status() {
            return status;
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of("rEtry-aFter", List.of("1", retryAfter));
        }
    }

    // B79
    @Test
    void anExceptionOfTheApplicationThatIsAnAnswerIsHeard() {
        Recipe.policy(time, "").run(context -> {
            assertThat(call(
                            context,
                            new Steps(
                                    new PartnerFailure(429, "2"),
                                    new CompletionException(new PartnerFailure(503, "3")),
                                    "fine")))
                    .isEqualTo("fine");
            assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 3_000L);

            assertThatThrownBy(() -> call(context, new Steps(new PartnerFailure(422, "2"))))
                    .isInstanceOf(PartnerFailure.class);
            assertThat(time.sleeper().waits()).hasSize(2);
        });
    }

    /** An exception of a library that knows nothing of us. */
    static final class LibraryFailure extends Exception {

        final int code;

        LibraryFailure(int code) {
            this.code = code;
        }
    }

    private record Resolved(int status, Map<String, List<String>> headers) implements HttpFailure {}

    private static @Nullable HttpFailure resolve(Throwable failure) {
        return failure instanceof LibraryFailure library
                ? new Resolved(library.code, Map.of("RETRY-AFTER", List.of("2")))
                : null;
    }

    // B79
    @Test
    void anExceptionOfALibraryIsHeardThroughAResolver() {
        Recipe.policy(time, "")
                .withBean(HttpFailureResolver.class, () -> RealClientHintTests::resolve)
                .run(context -> {
                    Steps steps = new Steps(
                            new LibraryFailure(503), new RuntimeException("wrapped", new LibraryFailure(429)), "fine");
                    assertThat(call(context, steps)).isEqualTo("fine");
                    assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 2_000L);

                    assertThatThrownBy(() -> call(context, new Steps(new LibraryFailure(404))))
                            .isInstanceOf(LibraryFailure.class);
                    assertThat(time.sleeper().waits()).hasSize(2);
                });
    }

    @Test
    void aResolverThatBreaksLosesNoHintAndNoFailure() {
        Recipe.policy(time, "")
                .withBean("broken", HttpFailureResolver.class, () -> failure -> {
                    throw new IllegalArgumentException("cannot resolve");
                })
                .withBean("working", HttpFailureResolver.class, () -> RealClientHintTests::resolve)
                .run(context -> {
                    LibraryFailure last = new LibraryFailure(503);
                    Steps steps = new Steps(new LibraryFailure(503), new LibraryFailure(503), last);
                    assertThatThrownBy(() -> call(context, steps)).isSameAs(last);
                    assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 2_000L);
                });
    }

    @Test
    void anErrorResponseIsHeard() {
        ErrorResponseException busy = new ErrorResponseException(HttpStatus.SERVICE_UNAVAILABLE);
        busy.getHeaders().add("Retry-After", "1");
        busy.getHeaders().add("Retry-After", "2");
        ResponseStatusException slower = new ResponseStatusException(HttpStatus.TOO_MANY_REQUESTS) {
            @Override
            public HttpHeaders getHeaders() {
                HttpHeaders headers = new HttpHeaders();
                headers.add("retry-after", "3");
                return headers;
            }
        };
        Recipe.policy(time, "").run(context -> {
            assertThat(call(context, new Steps(busy, slower, "fine"))).isEqualTo("fine");
            assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 3_000L);

            assertThatThrownBy(() -> call(context, new Steps(new ErrorResponseException(HttpStatus.CONFLICT))))
                    .isInstanceOf(ErrorResponseException.class);
            assertThat(time.sleeper().waits()).hasSize(2);
        });
    }

    private static ResponseEntity<String> entity(RestClient client, URI uri) {
        return client.get()
                .uri(uri)
                .retrieve()
                .onStatus(HttpStatusCode::isError, (request, response) -> {})
                .toEntity(String.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void aReturnedEntityIsHeard(int status) {
        RestClient client = onJdk();
        try (ScriptedServer server = ScriptedServer.answering(
                Answer.of(status, "RETRY-AFTER: 2"),
                Answer.of(status, "Retry-After: 1", "retry-after: 3"),
                Answer.ok())) {
            Recipe.policy(time, "").run(context -> {
                Object result = call(context, () -> entity(client, server.uri()));
                assertThat(((ResponseEntity<?>) result).getBody()).isEqualTo("fine");
                assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 3_000L);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"403, ''", "413, ''", "403, 'retry-on.statuses: [403, 413]'", "413, 'retry-on.statuses: [403, 413]'"})
    void aReturnedEntityOfAnotherStatusIsRetriedWhereItIsListed(int status, String keys) {
        RestClient client = onJdk();
        try (ScriptedServer server = ScriptedServer.answering(Answer.of(status, "Retry-After: 2"), Answer.ok())) {
            Recipe.policy(time, keys).run(context -> {
                Object result = call(context, () -> entity(client, server.uri()));
                assertThat(((ResponseEntity<?>) result).getStatusCode().value())
                        .isEqualTo(keys.isEmpty() ? status : 200);
                assertThat(time.sleeper().waitsInMillis()).isEqualTo(keys.isEmpty() ? List.of() : List.of(2_000L));
            });
        }
    }

    @Test
    void theServersWordCountsForAReturnedEntityToo() {
        RestClient client = onJdk();
        try (ScriptedServer yes = ScriptedServer.answering(
                        Answer.of(409, "X-Should-Retry: true", "Retry-After: 2"), Answer.ok());
                ScriptedServer no = ScriptedServer.answering(Answer.of(503, "x-should-retry: false"), Answer.ok())) {
            Recipe.policy(time, "retry-after.sources: [should-retry, retry-after]")
                    .run(context -> {
                        assertThat(entityOf(call(context, () -> entity(client, yes.uri()))))
                                .isEqualTo("fine");
                        assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L);

                        assertThat(entityOf(call(context, () -> entity(client, no.uri()))))
                                .isEqualTo("answer 503");
                        assertThat(no.requests()).isOne();
                        assertThat(Recipe.p(context).counts().giveUps(GiveUpReason.SERVER_SAID_NO))
                                .isOne();
                    });
        }
    }

    private static HttpResponse<InputStream> send(HttpClient client, URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    @Test
    void aReturnedResponseOfTheJdkIsHeardAndDiscardedOnesAreClosed() {
        HttpClient client = HttpClient.newHttpClient();
        List<HttpResponse<InputStream>> all = new ArrayList<>();
        try (ScriptedServer server = ScriptedServer.keepingAlive(
                Answer.of(429, "retry-after: 2").withBody(LONG_BODY),
                Answer.of(503, "Retry-After: 1", "Retry-After: 3").withBody(LONG_BODY),
                Answer.of(503, "Retry-After: 1").withBody("the last"))) {
            Recipe.policy(time, "").run(context -> {
                Object last = call(context, () -> {
                    all.add(send(client, server.uri()));
                    return all.get(all.size() - 1);
                });

                assertThat(server.requests()).isEqualTo(3);
                assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 3_000L);
                assertThatThrownBy(() -> all.get(0).body().read()).isInstanceOf(IOException.class);
                assertThatThrownBy(() -> all.get(1).body().read()).isInstanceOf(IOException.class);
                assertThat(last).isSameAs(all.get(2));
                assertThat(text(all.get(2).body())).isEqualTo("the last");
            });
        }
    }

    private static String text(InputStream body) throws IOException {
        try (body) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Apache's client with one connection and no patience: an answer that keeps it stops the next request. */
    private static CloseableHttpClient onlyOneConnection() {
        return HttpClients.custom()
                .disableAutomaticRetries()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(1)
                        .setMaxConnPerRoute(1)
                        .build())
                .build();
    }

    private static RestClient over(CloseableHttpClient apache) {
        HttpComponentsClientHttpRequestFactory factory = new HttpComponentsClientHttpRequestFactory(apache);
        factory.setConnectionRequestTimeout(200);
        return RestClient.builder().requestFactory(factory).build();
    }

    private static ResponseEntity<InputStream> stream(RestClient client, URI uri) {
        return client.get()
                .uri(uri)
                .exchange(
                        (request, response) -> ResponseEntity.status(response.getStatusCode())
                                .headers(response.getHeaders())
                                .body(response.getBody()),
                        false);
    }

    private static ResponseEntity<InputStreamResource> resource(RestClient client, URI uri) {
        ResponseEntity<InputStream> entity = stream(client, uri);
        return ResponseEntity.status(entity.getStatusCode())
                .headers(entity.getHeaders())
                .body(new InputStreamResource(entity.getBody()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPoolOfOneConnectionServesThreeAttemptsWithAStreamingBody(boolean asResource) throws IOException {
        try (CloseableHttpClient apache = onlyOneConnection();
                ScriptedServer server = ScriptedServer.keepingAlive(
                        Answer.of(503, "Retry-After: 2").withBody(LONG_BODY),
                        Answer.of(429, "Retry-After: 3").withBody(LONG_BODY),
                        Answer.ok().withBody(LONG_BODY))) {
            RestClient client = over(apache);
            Recipe.policy(time, "").run(context -> {
                Object result =
                        call(context, () -> asResource ? resource(client, server.uri()) : stream(client, server.uri()));

                assertThat(server.requests()).isEqualTo(3);
                assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 3_000L);
                Object body = ((ResponseEntity<?>) result).getBody();
                assertThat(text(
                                body instanceof InputStreamResource streaming
                                        ? streaming.getInputStream()
                                        : (InputStream) body))
                        .isEqualTo(LONG_BODY);
            });
        }
    }

    @Test
    void theLastAnswerIsLeftUntouchedWhenThePoolOfOneConnectionGivesUp() throws IOException {
        try (CloseableHttpClient apache = onlyOneConnection();
                ScriptedServer server = ScriptedServer.keepingAlive(
                        Answer.of(503, "Retry-After: 2").withBody(LONG_BODY),
                        Answer.of(503, "Retry-After: 2").withBody(LONG_BODY),
                        Answer.of(503, "Retry-After: 7").withBody(LONG_BODY + "the last"))) {
            RestClient client = over(apache);
            Recipe.policy(time, "").run(context -> {
                ResponseEntity<?> last = (ResponseEntity<?>) call(context, () -> stream(client, server.uri()));

                assertThat(server.requests()).isEqualTo(3);
                assertThat(last.getStatusCode().value()).isEqualTo(503);
                assertThat(last.getHeaders().getFirst("Retry-After")).isEqualTo("7");
                assertThat(text((InputStream) last.getBody())).isEqualTo(LONG_BODY + "the last");
                assertThat(Recipe.p(context).counts().giveUps(GiveUpReason.ATTEMPTS_EXHAUSTED))
                        .isOne();
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"31, retry-after-too-long", "6, deadline"})
    void anAnswerThatIsGivenUpBecauseOfItsHintIsLeftUntouchedToo(String hint, String reason) throws IOException {
        try (CloseableHttpClient apache = onlyOneConnection();
                ScriptedServer server = ScriptedServer.keepingAlive(
                        Answer.of(503, "Retry-After: " + hint).withBody(LONG_BODY))) {
            RestClient client = over(apache);
            Recipe.policy(time, "deadline: 5s").run(context -> {
                ResponseEntity<?> last = (ResponseEntity<?>) call(context, () -> stream(client, server.uri()));

                assertThat(server.requests()).isOne();
                assertThat(text((InputStream) last.getBody())).isEqualTo(LONG_BODY);
                assertThat(Recipe.counted(context, "retry.giveups", "reason", reason))
                        .isOne();
            });
        }
    }

    @Test
    void aReactivePoolOfOneConnectionServesThreeAttemptsWithABodyThatNobodyReads() {
        ConnectionProvider onlyOne = ConnectionProvider.builder("only-one")
                .maxConnections(1)
                .pendingAcquireTimeout(Duration.ofSeconds(5))
                .build();
        WebClient client = WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(reactor.netty.http.client.HttpClient.create(onlyOne)))
                .build();
        try (ScriptedServer server = ScriptedServer.keepingAlive(
                Answer.of(503, "Retry-After: 2").withBody(LONG_BODY),
                Answer.of(429, "Retry-After: 3").withBody(LONG_BODY),
                Answer.of(503).withBody("the last"))) {
            Recipe.policy(time, "").run(context -> {
                ResponseEntity<?> last = (ResponseEntity<?>) call(
                        context,
                        () -> client.get()
                                .uri(server.uri())
                                .retrieve()
                                .onStatus(HttpStatusCode::isError, response -> Mono.empty())
                                .toEntityFlux(String.class)
                                .block(LONG_ENOUGH));

                assertThat(server.requests()).isEqualTo(3);
                assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 3_000L);
                assertThat(((Flux<?>) last.getBody()).collectList().block(LONG_ENOUGH))
                        .hasToString("[the last]");
            });
        } finally {
            onlyOne.dispose();
        }
    }

    @Test
    void anAnswerIsLeftUntouchedWhereTheWaitAfterItIsInterrupted() throws IOException {
        TimeAndChance interrupting = new TimeAndChance(
                time.timeAndChance().clock(),
                time.ticker(),
                duration -> {
                    throw new InterruptedException();
                },
                RetryTimer.through(duration -> {
                    throw new InterruptedException();
                }),
                time.timeAndChance().random());
        try (CloseableHttpClient apache = onlyOneConnection();
                ScriptedServer server = ScriptedServer.keepingAlive(
                        Answer.of(503, "Retry-After: 2").withBody(LONG_BODY))) {
            RestClient client = over(apache);
            Recipe.policy(time, "")
                    .withBean("interrupting", TimeAndChance.class, () -> interrupting, d -> d.setPrimary(true))
                    .run(context -> {
                        ResponseEntity<?> last;
                        boolean flagged;
                        try {
                            last = (ResponseEntity<?>) call(context, () -> stream(client, server.uri()));
                        } finally {
                            flagged = Thread.interrupted();
                        }
                        assertThat(flagged).isTrue();
                        assertThat(server.requests()).isOne();
                        assertThat(text((InputStream) last.getBody())).isEqualTo(LONG_BODY);
                        assertThat(Recipe.p(context).counts().giveUps(GiveUpReason.INTERRUPTED))
                                .isOne();
                    });
        }
    }

    /** Reads Apache's own responses, which Spring does not know. */
    static final class ApacheAnswers implements HttpResultResolver {

        @Override
        public Class<?> resultType() {
            return ClassicHttpResponse.class;
        }

        @Override
        public HttpFailure resolve(Object result) {
            ClassicHttpResponse response = (ClassicHttpResponse) result;
            Map<String, List<String>> headers = new TreeMap<>();
            for (Header header : response.getHeaders()) {
                headers.computeIfAbsent(header.getName(), name -> new ArrayList<>())
                        .add(header.getValue());
            }
            return new Resolved(response.getCode(), headers);
        }
    }

    @Test
    void aCloseableResponseOfAnotherClientIsHeardThroughAResolverAndClosed() throws IOException {
        try (CloseableHttpClient apache = onlyOneConnection();
                ScriptedServer server = ScriptedServer.keepingAlive(
                        Answer.of(503, "Retry-After: 2").withBody(LONG_BODY),
                        Answer.of(429, "Retry-After: 3").withBody(LONG_BODY),
                        Answer.of(503).withBody("the last"))) {
            Recipe.policy(time, "").withBean(ApacheAnswers.class).run(context -> {
                HttpGet get = new HttpGet(server.uri());
                get.setConfig(org.apache.hc.client5.http.config.RequestConfig.custom()
                        .setConnectionRequestTimeout(org.apache.hc.core5.util.Timeout.ofMilliseconds(200))
                        .build());
                Object last = call(context, () -> apache.executeOpen(RoutingSupport.determineHost(get), get, null));

                assertThat(server.requests()).isEqualTo(3);
                assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 3_000L);
                try (ClassicHttpResponse response = (ClassicHttpResponse) last) {
                    assertThat(response.getCode()).isEqualTo(503);
                    assertThat(text(response.getEntity().getContent())).isEqualTo("the last");
                }
            });
        }
    }

    @Test
    void aClockThatIsWrongByHoursDoesNotMatterToAnEpochEither() {
        Instant serversReset = VirtualTime.NOW.plusSeconds(36_000).plusSeconds(4);
        RestClient client = onJdk();
        try (ScriptedServer server = ScriptedServer.answering(
                Answer.of(
                        429,
                        "Date: Mon, 01 Jun 2026 22:00:00 GMT",
                        "X-RateLimit-Remaining: 0",
                        "X-RateLimit-Reset: " + serversReset.getEpochSecond()),
                Answer.ok())) {
            Recipe.policy(time, "retry-after.sources: [ratelimit-reset]").run(context -> {
                assertThat(entityOf(call(context, () -> entity(client, server.uri()))))
                        .isEqualTo("fine");
                assertThat(time.sleeper().waitsInMillis()).containsExactly(4_000L);
            });
        }
    }

    private static Object entityOf(Object result) {
        return ((ResponseEntity<?>) result).getBody();
    }
}
