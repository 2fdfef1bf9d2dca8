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

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ClientResponse;

import io.github.retrystarter.classify.ClassificationRules;
import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.PolicyResultClassifier;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.publisher.Flux;

class SpringResultResolverTests {

    private final List<String> events = new ArrayList<>();

    private final PolicyResultClassifier results = new PolicyResultClassifier(
            ClassificationRules.DEFAULT,
            List.of(),
            List.of(new ResponseEntityResultResolver(), new ClientResponseResultResolver()));

    @Test
    void concernMethodsThatReturnAnAnswer() {
        assertThat(results.concerns(ResponseEntity.class)).isTrue();
        assertThat(results.concerns(HttpEntity.class)).isTrue();
        assertThat(results.concerns(ClientResponse.class)).isTrue();
        assertThat(results.concerns(Object.class)).isTrue();
        assertThat(results.concerns(String.class)).isFalse();
        assertThat(results.concerns(List.class)).isFalse();
    }

    @Test
    void readStatusAndEveryLineOfAHeader() {
        ResponseEntity<String> busy =
                ResponseEntity.status(503).header("Retry-After", "2", "3").body("busy");

        assertThat(results.classify(busy).failed()).isTrue();
        assertThat(results.classify(busy).http()).satisfies(http -> {
            assertThat(http.status()).isEqualTo(503);
            assertThat(http.headers().get("retry-after")).containsExactly("2", "3");
        });
        assertThat(results.classify(ResponseEntity.ok().build()).failed()).isFalse();
        assertThat(results.classify(ResponseEntity.notFound().build()).failed()).isFalse();
    }

    @Test
    void readAnAnswerThatRestClientReturnsAsItIs() throws Exception {
        try (AnsweringServer server = new AnsweringServer(429, "text/plain", "slower")) {
            ResponseEntity<Void> entity = RestClient.builder()
                    .requestFactory(new JdkClientHttpRequestFactory())
                    .build()
                    .get()
                    .uri(server.uri())
                    .retrieve()
                    .onStatus(status -> true, (request, response) -> {})
                    .toBodilessEntity();

            assertThat(results.classify(entity).failed()).isTrue();
            assertThat(results.classify(entity).http())
                    .extracting(http -> http.headers().get("Retry-After").size())
                    .isEqualTo(2);
        }
    }

    @Test
    void readAClientResponse() {
        ClientResponse response = ClientResponse.create(HttpStatus.SERVICE_UNAVAILABLE)
                .header("Retry-After", "2", "3")
                .build();

        assertThat(results.classify(response).failed()).isTrue();
        assertThat(results.classify(response).http())
                .extracting(HttpFailure::headers)
                .satisfies(headers -> assertThat(headers.get("retry-after")).containsExactly("2", "3"));
    }

    @Test
    void closeAndCancelWhatADiscardedAnswerHolds() {
        results.discard(ResponseEntity.status(503).body(stream("stream")));
        results.discard(ResponseEntity.status(503).body(new InputStreamResource(stream("resource"))));
        results.discard(ResponseEntity.status(503)
                .body(Flux.never()
                        .doOnSubscribe(subscription -> events.add("publisher subscribed"))
                        .doOnCancel(() -> events.add("publisher cancelled"))));
        results.discard(ClientResponse.create(HttpStatus.SERVICE_UNAVAILABLE)
                .body(Flux.<DataBuffer>just(DefaultDataBufferFactory.sharedInstance.wrap(new byte[1]))
                        .doOnComplete(() -> events.add("response read")))
                .build());

        assertThat(events)
                .containsExactly(
                        "stream closed",
                        "resource closed",
                        "publisher subscribed",
                        "publisher cancelled",
                        "response read");
    }

    @Test
    void leaveOtherBodiesAlone() {
        results.discard(ResponseEntity.status(503).build());
        results.discard(ResponseEntity.status(503).body("text"));
        results.discard(ResponseEntity.status(503).body(new ByteArrayResource(new byte[0])));

        assertThat(events).isEmpty();
    }

    private InputStream stream(String name) {
        return new ByteArrayInputStream(new byte[0]) {
            @Override
            public void close() {
                events.add(name + " closed");
            }
        };
    }
}
