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
package io.github.retrystarter.observation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import com.sun.net.httpserver.HttpServer;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Tracing;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.publisher.Mono;

/** The request that an attempt sends hangs below that attempt, in the trace here and for the server. */
class DownstreamTraceTests {

    private final VirtualTime time = new VirtualTime();
    private final Tracing tracing = new Tracing(time.ticker());
    private final List<List<String>> traceparents = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private ApplicationContextRunner contexts;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            traceparents.add(exchange.getRequestHeaders().getOrDefault("traceparent", List.of()));
            exchange.sendResponseHeaders(traceparents.size() % 3 == 0 ? 200 : 503, -1);
            exchange.close();
        });
        server.start();
        String uri = "http://localhost:" + server.getAddress().getPort() + "/";
        contexts = RetryContexts.runner(time)
                .withBean(ObservationRegistry.class, tracing::registry)
                .withBean("client", Client.class, () -> new Client(uri, tracing.registry()))
                .withInitializer(Yaml.file("""
                        retry.policies.p: {backoff: constant, base: 100ms, budget.enabled: false}
                        """));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    static class Client {

        private final RestClient rest;
        private final WebClient web;

        Client(String uri, ObservationRegistry registry) {
            rest = RestClient.builder()
                    .requestFactory(new JdkClientHttpRequestFactory())
                    .baseUrl(uri)
                    .observationRegistry(registry)
                    .build();
            web = WebClient.builder()
                    .clientConnector(new JdkClientHttpConnector())
                    .baseUrl(uri)
                    .observationRegistry(registry)
                    .build();
        }

        @Retryable("p")
        public Object blocking() {
            return rest.get().retrieve().toBodilessEntity().getStatusCode();
        }

        @Retryable("p")
        public CompletableFuture<Object> future() {
            return CompletableFuture.completedFuture(blocking0());
        }

        @Retryable("p")
        public CompletableFuture<Object> futureOfMono() {
            return web.get()
                    .retrieve()
                    .toBodilessEntity()
                    .<Object>map(answer -> answer)
                    .toFuture();
        }

        @Retryable("p")
        public Mono<Object> mono() {
            return web.get().retrieve().toBodilessEntity().map(answer -> answer);
        }

        private Object blocking0() {
            return rest.get().retrieve().toBodilessEntity().getStatusCode();
        }
    }

    @Test
    void aRequestOfABlockingAttempt() {
        contexts.run(context -> {
            context.getBean(Client.class).blocking();
            assertRequestsBelowAttempts();
        });
    }

    @Test
    void aRequestOfAFuturesAttempt() {
        contexts.run(context -> {
            context.getBean(Client.class).future().join();
            assertRequestsBelowAttempts();
        });
    }

    @Test
    void aRequestThatAnAttemptOnlyStarts() {
        contexts.run(context -> {
            context.getBean(Client.class).futureOfMono().join();
            assertRequestsBelowAttempts();
        });
    }

    @Test
    void aRequestOfAReactiveAttempt() {
        contexts.run(context -> {
            context.getBean(Client.class).mono().block();
            assertRequestsBelowAttempts();
        });
    }

    private List<SpanData> requests() {
        return tracing.spans().stream()
                .filter(span -> span.getKind() == SpanKind.CLIENT)
                .toList();
    }

    private void assertRequestsBelowAttempts() {
        // A reactive client's span ends after its caller has got the answer.
        Eventually.until("all requests have ended", () -> requests().size() == 3);
        List<SpanData> requests = requests();
        List<SpanData> attempts = tracing.spans("retry p attempt");
        assertThat(attempts).hasSize(3);
        assertThat(requests.stream().map(SpanData::getParentSpanId))
                .containsExactlyElementsOf(
                        attempts.stream().map(SpanData::getSpanId).toList());
        assertThat(requests.stream().map(SpanData::getSpanId).distinct()).hasSize(3);
        assertThat(tracing.spans().stream().map(SpanData::getTraceId).distinct())
                .hasSize(1);
        assertThat(traceparents)
                .as("what the server got, once for each request")
                .containsExactlyElementsOf(requests.stream()
                        .map(span -> List.of("00-" + span.getTraceId() + "-" + span.getSpanId() + "-" + flags(span)))
                        .toList());
    }

    private static String flags(SpanData span) {
        return span.getSpanContext().getTraceFlags().asHex();
    }
}
