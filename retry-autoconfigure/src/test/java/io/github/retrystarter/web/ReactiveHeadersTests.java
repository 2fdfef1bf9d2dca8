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
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.web.reactive.function.client.WebClient;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What attempts of publishers tell a server, on whatever threads they run. */
class ReactiveHeadersTests {

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withInitializer(Yaml.file("""
                            retry:
                              http.attempt-header: Retry-Attempt
                              policies.orders: {attempts: 4, idempotent: false, idempotency-key: Idempotency-Key}
                            """))
            .withBean(WebClient.Builder.class, WebClient::builder)
            .withBean(Orders.class);

    static class Orders {

        private final WebClient client;

        Orders(WebClient.Builder builder) {
            this.client = builder.build();
        }

        @Retryable("orders")
        public Mono<Void> place(URI uri) {
            return Mono.just("an order")
                    .publishOn(Schedulers.boundedElastic())
                    .flatMap(order -> client.post()
                            .uri(uri)
                            .bodyValue(order)
                            .retrieve()
                            .toBodilessEntity()
                            .then());
        }
    }

    @Test
    void theKeyAndTheNumberAreThoseOfTheCallAfterAChangeOfThreads() throws Exception {
        try (OrderServer server = new OrderServer(503, 503, 200)) {
            contexts.run(context -> {
                Mono<Void> placing = context.getBean(Orders.class).place(server.uri());

                placing.block(Duration.ofSeconds(20));
                placing.block(Duration.ofSeconds(20));
            });

            List<List<String>> keys = server.header("Idempotency-Key");
            assertThat(keys).hasSize(4).allSatisfy(lines -> assertThat(lines).hasSize(1));
            assertThat(keys.subList(0, 3)).containsOnly(keys.get(0)).doesNotContain(keys.get(3));
            assertThat(server.header("Retry-Attempt"))
                    .containsExactly(List.of("1"), List.of("2"), List.of("3"), List.of("1"));
        }
    }
}
