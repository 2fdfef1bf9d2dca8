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
package io.github.retrystarter.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import javax.net.ssl.SSLContext;

import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.classify.Classification.Kind;
import io.github.retrystarter.classify.ClassificationRules;
import io.github.retrystarter.classify.PolicyClassifier;
import io.github.retrystarter.classify.StandardFailureClassifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import reactor.core.Disposable;
import reactor.netty.resources.ConnectionProvider;

/** What really comes out of Spring's clients when the network misbehaves. */
class SpringClientFailureTests {

    private static SSLContext selfSigned;

    private final PolicyClassifier classifier = new PolicyClassifier(
            ClassificationRules.DEFAULT,
            List.of(),
            List.of(new StandardFailureClassifier()),
            List.of(new SpringWebFailureResolver()));

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) throws Exception {
        selfSigned = SelfSigned.context(folder, "elsewhere.example");
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedConnectionIsRetriedAndNeverRan(HttpClientKind client) throws Exception {
        Classification classification = failureOf(client, FaultyServer.closedPort());

        assertKind(classification, Kind.RETRYABLE);
        assertThat(classification.neverRan()).isTrue();
    }

    /** Netty has a resolver of its own, which would ask the network. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "WEB_CLIENT_ON_NETTY")
    void anUnknownHostIsRetriedAndNeverRan(HttpClientKind client) {
        String tooLongToExist = "a".repeat(70);

        Classification classification = failureOf(client, URI.create("http://" + tooLongToExist + "/"));

        assertKind(classification, Kind.RETRYABLE);
        assertThat(classification.neverRan()).isTrue();
    }

    @Test
    void aPoolWithoutAFreeConnectionIsRetriedAndNeverRan() throws Exception {
        HttpComponentsClientHttpRequestFactory factory = new HttpComponentsClientHttpRequestFactory(HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(1)
                        .build())
                .build());
        factory.setConnectionRequestTimeout(50);
        RestClient client = RestClient.builder().requestFactory(factory).build();
        try (FaultyServer server = FaultyServer.truncating();
                ClientHttpResponse held =
                        client.get().uri(server.uri()).exchange((request, response) -> response, false)) {
            assertThat(held).isNotNull();
            Throwable failure = catchThrowable(
                    () -> client.get().uri(server.uri()).retrieve().toBodilessEntity());

            assertKind(classifier.classify(failure), Kind.RETRYABLE);
            assertThat(classifier.classify(failure).neverRan()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"50, -1", "30000, 0"})
    void aReactivePoolWithoutAFreeConnectionIsRetriedAndNeverRan(long timeOutMillis, int queue) throws Exception {
        ConnectionProvider onlyOne = ConnectionProvider.builder("only-one")
                .maxConnections(1)
                .pendingAcquireTimeout(Duration.ofMillis(timeOutMillis))
                .pendingAcquireMaxCount(queue)
                .build();
        WebClient client = WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(reactor.netty.http.client.HttpClient.create(onlyOne)))
                .build();
        try (FaultyServer server = FaultyServer.silent()) {
            Disposable held =
                    client.get().uri(server.uri()).retrieve().toBodilessEntity().subscribe();

            Throwable failure = catchThrowable(() ->
                    client.get().uri(server.uri()).retrieve().toBodilessEntity().block(Duration.ofSeconds(30)));

            assertKind(classifier.classify(failure), Kind.RETRYABLE);
            assertThat(classifier.classify(failure).neverRan()).isTrue();
            held.dispose();
        } finally {
            onlyOne.dispose();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aResetConnectionIsRetried(HttpClientKind client) throws Exception {
        try (FaultyServer server = FaultyServer.resetting()) {
            assertMayHaveRun(failureOf(client, server.uri()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReadTimeOutIsRetried(HttpClientKind client) throws Exception {
        try (FaultyServer server = FaultyServer.silent()) {
            Throwable failure = catchThrowable(() -> client.get(server.uri(), Duration.ofMillis(100)));

            assertMayHaveRun(classifier.classify(failure));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatEndsWithoutAnAnswerIsRetried(HttpClientKind client) throws Exception {
        try (FaultyServer server = FaultyServer.closing()) {
            assertMayHaveRun(failureOf(client, server.uri()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyThatEndsTooEarlyIsRetried(HttpClientKind client) throws Exception {
        try (FaultyServer server = FaultyServer.truncating()) {
            assertMayHaveRun(failureOf(client, server.uri()));
        }
    }

    @ParameterizedTest
    @EnumSource(names = ".*_(JDK|APACHE)", mode = Mode.MATCH_ALL)
    void anAnswerThatIsNoHttpIsRetriedWhereTheClientTakesItForBrokenInput(HttpClientKind client) throws Exception {
        try (FaultyServer server = FaultyServer.babbling()) {
            assertMayHaveRun(failureOf(client, server.uri()));
        }
    }

    @ParameterizedTest
    @EnumSource(names = ".*_(URL_CONNECTION|NETTY)", mode = Mode.MATCH_ALL)
    void anAnswerThatIsNoHttpIsNotRetriedWhereTheClientTakesItForAnIllegalArgument(HttpClientKind client)
            throws Exception {
        try (FaultyServer server = FaultyServer.babbling()) {
            assertKind(failureOf(client, server.uri()), Kind.NOT_RETRYABLE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCertificateThatNobodyTrustsIsNotRetried(HttpClientKind client) throws Exception {
        try (FaultyServer server = FaultyServer.tls(selfSigned.getServerSocketFactory())) {
            assertKind(failureOf(client, server.uri()), Kind.NOT_RETRYABLE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHandshakeThatIsCutByAResetIsRetried(HttpClientKind client) throws Exception {
        try (FaultyServer server = FaultyServer.resettingHandshake()) {
            assertMayHaveRun(failureOf(client, server.uri()));
        }
    }

    @Test
    void aTrustedCertificateForAnotherHostIsNotRetried() throws Exception {
        try (FaultyServer server = FaultyServer.tls(selfSigned.getServerSocketFactory())) {
            RestClient client = RestClient.builder()
                    .requestFactory(new JdkClientHttpRequestFactory(
                            HttpClient.newBuilder().sslContext(selfSigned).build()))
                    .build();

            Throwable failure = catchThrowable(
                    () -> client.get().uri(server.uri()).retrieve().toBodilessEntity());

            assertKind(classifier.classify(failure), Kind.NOT_RETRYABLE);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"REST_CLIENT_ON_JDK", "REST_TEMPLATE_ON_JDK", "WEB_CLIENT_ON_NETTY", "WEB_CLIENT_ON_JDK"})
    void anInterruptedCallIsAnInterruption(HttpClientKind client) throws Exception {
        try (FaultyServer server = FaultyServer.silent()) {
            Thread.currentThread().interrupt();
            Classification classification;
            try {
                classification = failureOf(client, server.uri());
            } finally {
                assertThat(Thread.interrupted()).as("flag").isTrue();
            }

            assertKind(classification, Kind.INTERRUPTED);
        }
    }

    private Classification failureOf(HttpClientKind client, URI uri) {
        Throwable failure = catchThrowable(() -> client.get(uri));
        assertThat(failure).as("%s at %s", client, uri).isNotNull();
        return classifier.classify(failure);
    }

    private static void assertMayHaveRun(Classification classification) {
        assertKind(classification, Kind.RETRYABLE);
        assertThat(classification.neverRan()).isFalse();
    }

    private static void assertKind(Classification classification, Kind expected) {
        assertThat(classification.kind())
                .as(() -> describe(classification.failure()))
                .isEqualTo(expected);
    }

    private static String describe(Throwable failure) {
        StringBuilder chain = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            chain.append("\n  ").append(cause);
        }
        return chain.toString();
    }
}
