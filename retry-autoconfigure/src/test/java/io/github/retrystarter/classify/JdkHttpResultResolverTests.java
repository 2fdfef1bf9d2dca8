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
package io.github.retrystarter.classify;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.sun.net.httpserver.HttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

class JdkHttpResultResolverTests {

    private final JdkHttpResultResolver resolver = new JdkHttpResultResolver();

    private final PolicyResultClassifier results =
            new PolicyResultClassifier(ClassificationRules.DEFAULT, List.of(), List.of(resolver));

    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = "busy\nbusy\n".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Retry-After", "2");
            exchange.getResponseHeaders().add("Retry-After", "3");
            exchange.sendResponseHeaders(503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    @Test
    void readsStatusAndEveryLineOfAHeader() throws Exception {
        HttpResponse<String> response = get(BodyHandlers.ofString());

        ResultClassification classification = results.classify(response);

        assertThat(classification.failed()).isTrue();
        assertThat(classification.http()).satisfies(http -> {
            assertThat(http.status()).isEqualTo(503);
            assertThat(http.headers().get("RETRY-AFTER")).containsExactly("2", "3");
        });
        assertThat(resolver.resolve("text")).isNull();
    }

    @Test
    void concernsMethodsThatReturnAResponse() {
        assertThat(results.concerns(HttpResponse.class)).isTrue();
        assertThat(results.concerns(String.class)).isFalse();
    }

    @Test
    void closesAStreamOfADiscardedResponse() throws Exception {
        HttpResponse<InputStream> response = get(BodyHandlers.ofInputStream());

        results.discard(response);

        assertThatException().isThrownBy(() -> response.body().read()).isInstanceOf(IOException.class);
    }

    @Test
    void closesTheLinesOfADiscardedResponse() throws Exception {
        HttpResponse<Stream<String>> response = get(BodyHandlers.ofLines());
        CountDownLatch closed = new CountDownLatch(1);
        response.body().onClose(closed::countDown);

        results.discard(response);

        assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void cancelsThePublisherOfADiscardedResponse() throws Exception {
        HttpResponse<Flow.Publisher<List<ByteBuffer>>> response = get(BodyHandlers.ofPublisher());

        results.discard(response);

        CountDownLatch refused = new CountDownLatch(1);
        response.body().subscribe(new Refused(refused));
        assertThat(refused.await(10, TimeUnit.SECONDS))
                .as("a body can be subscribed to once")
                .isTrue();
    }

    @Test
    void leavesAReadBodyAlone() throws Exception {
        HttpResponse<String> response = get(BodyHandlers.ofString());

        results.discard(response);

        assertThat(response.body()).isEqualTo("busy\nbusy\n");
    }

    private <T> HttpResponse<T> get(BodyHandler<T> handler) throws Exception {
        URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), handler);
    }

    private record Refused(CountDownLatch refused) implements Flow.Subscriber<List<ByteBuffer>> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {}

        @Override
        public void onNext(List<ByteBuffer> item) {}

        @Override
        public void onError(Throwable failure) {
            refused.countDown();
        }

        @Override
        public void onComplete() {}
    }
}
