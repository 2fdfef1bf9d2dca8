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
import java.util.stream.Stream;

import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.recipes.ScriptedServer.Answer;
import io.github.retrystarter.testing.RetryContexts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** B122: clients of Apache repeat requests below the policies. */
@ExtendWith(OutputCaptureExtension.class)
class RepeatingClientTests {

    private static final String WARNING = "sends requests with Apache HttpClient, which repeats them by itself";

    private final ApplicationContextRunner contexts = RetryContexts.runner()
            .withPropertyValues(
                    "retry.defaults.base=1ms", "retry.policies.once.attempts=1", "retry.policies.p.attempts=3");

    /** As Spring Boot builds clients: from its builder of factories, which is a bean. */
    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        ClientHttpRequestFactoryBuilder<?> requestFactoryBuilder() {
            return ClientHttpRequestFactoryBuilder.httpComponents();
        }

        @Bean
        RestClient restClient(ClientHttpRequestFactoryBuilder<?> factories) {
            return RestClient.builder().requestFactory(factories.build()).build();
        }

        @Bean
        Orders orders(RestClient client) {
            return new Orders(client);
        }
    }

    /** Asks a server under a policy. */
    static class Orders {

        private final RestClient client;

        Orders(RestClient client) {
            this.client = client;
        }

        @Retryable("once")
        public String once(URI uri) {
            return client.get().uri(uri).retrieve().body(String.class);
        }

        @Retryable("p")
        public String thrice(URI uri) {
            return client.get().uri(uri).retrieve().body(String.class);
        }
    }

    @Test
    void repeatsAreTakenAwayFromTheClientsThatSpringBootBuilds(CapturedOutput output) {
        contexts.withPropertyValues("retry.http.client-retries=false")
                .withUserConfiguration(Shop.class)
                .run(context -> {
                    Orders orders = context.getBean(Orders.class);
                    try (ScriptedServer server = ScriptedServer.answering(Answer.of(503), Answer.ok())) {
                        assertThatThrownBy(() -> orders.once(server.uri()))
                                .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
                        assertThat(server.requests()).isOne();
                    }
                    try (ScriptedServer server = ScriptedServer.answering(Answer.of(503))) {
                        assertThatThrownBy(() -> orders.thrice(server.uri()))
                                .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
                        assertThat(server.requests()).isEqualTo(3);
                    }
                    assertThat(output).doesNotContain(WARNING);
                });
    }

    @Test
    void anApplicationThatDoesNotSayIsWarnedOfEachBean(CapturedOutput output) {
        contexts.withUserConfiguration(Shop.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output)
                    .containsOnlyOnce("'restClient' " + WARNING)
                    .containsOnlyOnce("'requestFactoryBuilder' " + WARNING)
                    .contains("retry.http.client-retries");
        });
    }

    @Test
    void aBuilderOfSpringBootThatRepeatsNothingIsNotNamed(CapturedOutput output) {
        contexts.withBean(
                        "mine",
                        ClientHttpRequestFactoryBuilder.class,
                        () -> ClientHttpRequestFactoryBuilder.httpComponents()
                                .withHttpClientCustomizer(client -> client.disableAutomaticRetries()))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).doesNotContain(WARNING);
                });
    }

    @Test
    void aBuilderOfSpringBootThatIsBrokenDoesNotStopTheStart(CapturedOutput output) {
        contexts.withBean(
                        "mine",
                        ClientHttpRequestFactoryBuilder.class,
                        () -> ClientHttpRequestFactoryBuilder.httpComponents().withHttpClientCustomizer(client -> {
                            throw new IllegalStateException("broken");
                        }))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).doesNotContain(WARNING);
                });
    }

    @Test
    void anApplicationThatWantsThemIsNotWarned(CapturedOutput output) {
        contexts.withPropertyValues("retry.http.client-retries=true")
                .withUserConfiguration(Shop.class)
                .run(context -> {
                    try (ScriptedServer server =
                            ScriptedServer.answering(Answer.of(503, "Retry-After: 0"), Answer.ok())) {
                        assertThat(context.getBean(Orders.class).once(server.uri()))
                                .isEqualTo("fine");
                        assertThat(server.requests()).isEqualTo(2);
                    }
                    assertThat(output).doesNotContain(WARNING);
                });
    }

    @Test
    void aClientThatIsNotBuiltBySpringBootIsNamedThoughItIsSwitchedOff(CapturedOutput output) {
        contexts.withPropertyValues("retry.http.client-retries=off")
                .withBean(
                        "mine",
                        RestTemplate.class,
                        () -> new RestTemplate(new HttpComponentsClientHttpRequestFactory()))
                .run(context -> assertThat(output).contains("'mine' " + WARNING));
    }

    @Test
    void anythingButAYesOrANoStopsTheStart() {
        contexts.withPropertyValues("retry.http.client-retries=twice")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("retry.http.client-retries")
                        .hasStackTraceContaining("twice")
                        .hasStackTraceContaining("must be true or false"));
    }

    static Stream<Object> repeatingClients() {
        HttpComponentsClientHttpRequestFactory factory = new HttpComponentsClientHttpRequestFactory();
        return Stream.of(
                HttpClients.createDefault(),
                factory,
                new BufferingClientHttpRequestFactory(factory),
                new RestTemplate(factory),
                new RestTemplate(new BufferingClientHttpRequestFactory(factory)),
                RestClient.builder().requestFactory(factory),
                RestClient.builder().requestFactory(factory).build(),
                RestClient.create());
    }

    @ParameterizedTest
    @MethodSource("repeatingClients")
    void areSeenThroughWhateverIsAroundThem(Object client, CapturedOutput output) {
        contexts.withBean("client", Object.class, () -> client)
                .run(context -> assertThat(output).containsOnlyOnce("'client' " + WARNING));
    }

    static Stream<Object> otherClients() {
        HttpClient once = HttpClients.custom().disableAutomaticRetries().build();
        ClientHttpRequestFactory factory = new HttpComponentsClientHttpRequestFactory(once);
        return Stream.of(
                once,
                factory,
                new RestTemplate(factory),
                new RestTemplate(new SimpleClientHttpRequestFactory()),
                RestClient.builder().requestFactory(factory).build(),
                RestClient.builder().requestFactory(new JdkClientHttpRequestFactory()),
                "no client at all");
    }

    @ParameterizedTest
    @MethodSource("otherClients")
    void othersAreNotSuspected(Object client, CapturedOutput output) {
        contexts.withBean("client", Object.class, () -> client).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).doesNotContain(WARNING);
        });
    }
}
