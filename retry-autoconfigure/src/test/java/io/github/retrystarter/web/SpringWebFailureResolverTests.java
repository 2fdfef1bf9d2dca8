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

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import org.springframework.web.server.ResponseStatusException;

import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.classify.Classification.Kind;
import io.github.retrystarter.classify.ClassificationRules;
import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.HttpFailureResolver;
import io.github.retrystarter.classify.PolicyClassifier;
import io.github.retrystarter.classify.StandardFailureClassifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

class SpringWebFailureResolverTests {

    private static final String DATE = "Sun, 06 Nov 1994 08:49:37 GMT";

    private final HttpFailureResolver resolver = new SpringWebFailureResolver();

    private final PolicyClassifier classifier = new PolicyClassifier(
            ClassificationRules.DEFAULT, List.of(), List.of(new StandardFailureClassifier()), List.of(resolver));

    @ParameterizedTest
    @EnumSource
    void everyLineOfARepeatedHeaderSurvives(HttpClientKind client) throws Exception {
        try (AnsweringServer server = new AnsweringServer(503, "text/plain", "busy")) {
            Classification classification =
                    classifier.classify(new IllegalStateException(catchThrowable(() -> client.get(server.uri()))));

            assertThat(classification.kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(classification.neverRan()).isFalse();
            assertThat(classification.http()).satisfies(http -> {
                assertThat(http.status()).isEqualTo(503);
                assertThat(http.headers().get("retry-after")).containsExactlyInAnyOrder("2", DATE);
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherErrorStatusIsNotRetried(HttpClientKind client) throws Exception {
        try (AnsweringServer server = new AnsweringServer(404, "text/plain", "gone")) {
            assertThat(classifier.classify(catchThrowable(() -> client.get(server.uri()))))
                    .satisfies(classification -> {
                        assertThat(classification.kind()).isEqualTo(Kind.NOT_RETRYABLE);
                        assertThat(classification.http())
                                .extracting(HttpFailure::status)
                                .isEqualTo(404);
                    });
        }
    }

    @Test
    void anUnreadableContentTypeIsJudgedByItsStatus() throws Exception {
        try (AnsweringServer busy = new AnsweringServer(503, "application/x-unheard-of", "busy");
                AnsweringServer fine = new AnsweringServer(200, "application/x-unheard-of", "fine")) {
            assertThat(classifier.classify(unreadable(busy)).kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(classifier.classify(unreadable(fine)).kind()).isEqualTo(Kind.NOT_RETRYABLE);
        }
    }

    @Test
    void aBodyThatDoesNotParseIsNotRetried() throws Exception {
        try (AnsweringServer server = new AnsweringServer(200, "application/json", "{ not json")) {
            Throwable failure = catchThrowable(
                    () -> onJdk().get().uri(server.uri()).retrieve().body(Answer.class));

            assertThat(classifier.classify(failure).kind()).as("%s", failure).isEqualTo(Kind.NOT_RETRYABLE);
        }
    }

    @Test
    void readsErrorResponses() {
        ErrorResponseException failure = new ErrorResponseException(HttpStatus.TOO_MANY_REQUESTS);
        failure.getHeaders().add("Retry-After", "4");

        assertThat(resolver.resolve(failure)).satisfies(http -> {
            assertThat(http.status()).isEqualTo(429);
            assertThat(http.headers()).containsEntry("Retry-After", List.of("4"));
        });
        assertThat(classifier
                        .classify(new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE))
                        .kind())
                .isEqualTo(Kind.RETRYABLE);
        assertThat(classifier
                        .classify(new ResponseStatusException(HttpStatusCode.valueOf(409)))
                        .kind())
                .isEqualTo(Kind.NOT_RETRYABLE);
    }

    @Test
    void toleratesMissingHeaders() {
        assertThat(resolver.resolve(new RestClientResponseException("busy", 503, "busy", null, null, null)))
                .satisfies(http -> assertThat(http.headers()).isEmpty());
        assertThat(resolver.resolve(new HttpServerErrorException(HttpStatus.BAD_GATEWAY)))
                .satisfies(http -> assertThat(http.headers()).isEmpty());
        assertThat(resolver.resolve(WebClientResponseException.create(
                        503, "busy", new HttpHeaders(), new byte[0], StandardCharsets.UTF_8)))
                .satisfies(http -> assertThat(http.headers()).isEmpty());
    }

    /** Spring Framework 6.2 copies such lines twice on Netty, which says the same thing. */
    @ParameterizedTest
    @EnumSource
    void linesUnderNamesThatDifferInCaseAreLinesOfOneHeader(HttpClientKind client) throws Exception {
        try (FaultyServer server = FaultyServer.busyInTwoCases()) {
            assertThat(classifier
                            .classify(catchThrowable(() -> client.get(server.uri())))
                            .http())
                    .satisfies(http ->
                            assertThat(http.headers().get("RETRY-AFTER")).containsOnly("2", "3"));
        }
    }

    @Test
    void aFailureWithoutAnAnswerIsNotOne() {
        assertThat(resolver.resolve(new ResourceAccessException("no route"))).isNull();
        assertThat(resolver.resolve(new IOException())).isNull();
    }

    @Test
    void linksWithoutWebFlux() throws Exception {
        ClassLoader withoutWebFlux = new WithoutWebFlux();
        HttpFailureResolver resolver = (HttpFailureResolver) withoutWebFlux
                .loadClass(SpringWebFailureResolver.class.getName())
                .getDeclaredConstructor()
                .newInstance();

        assertThat(resolver.getClass()).isNotEqualTo(SpringWebFailureResolver.class);
        assertThat(resolver.resolve(new IOException())).isNull();
        assertThat(resolver.resolve(new HttpServerErrorException(HttpStatus.BAD_GATEWAY)))
                .extracting(HttpFailure::status)
                .isEqualTo(502);
    }

    private static RestClient onJdk() {
        return RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory())
                .build();
    }

    private static Throwable unreadable(AnsweringServer server) {
        return catchThrowable(() -> onJdk().get()
                .uri(server.uri())
                .retrieve()
                .onStatus(HttpStatusCode::isError, (request, response) -> {})
                .body(Answer.class));
    }

    record Answer(String text) {}

    /** Loads this package anew, in a world that has no WebFlux. */
    private static final class WithoutWebFlux extends ClassLoader {

        WithoutWebFlux() {
            super(SpringWebFailureResolverTests.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.springframework.web.reactive.") || name.startsWith("org.reactivestreams.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.github.retrystarter.web.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException failure) {
                throw new ClassNotFoundException(name, failure);
            }
        }
    }
}
