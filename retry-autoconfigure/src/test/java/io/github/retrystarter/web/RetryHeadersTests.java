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
import java.util.Map;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetryPolicyCustomizer;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

class RetryHeadersTests {

    private static final String KEY = "Idempotency-Key";
    private static final String NUMBER = "Retry-Attempt";

    private static final String[] WITH_KEY = {
        "retry.policies.orders.idempotent=false", "retry.policies.orders.idempotency-key=Idempotency-Key"
    };
    private static final String[] WITHOUT_KEY = {"retry.policies.orders.idempotent=false"};
    /** A busy machine may make an answer late that was meant to come, so there are attempts to spare. */
    private static final String[] IMPATIENT = {"read-timeout-millis=200", "retry.policies.orders.attempts=10"};

    private static final String[] WITH_NUMBER = {
        "retry.policies.orders.attempts=3", "retry.http.attempt-header=Retry-Attempt"
    };

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withUserConfiguration(Clients.class)
            .withBean(Orders.class);

    /** Clients as an application has them; patient ones, unless an answer is never to come. */
    @Configuration(proxyBeanMethods = false)
    static class Clients {

        private final Duration readTimeout;

        Clients(@Value("${read-timeout-millis:30000}") long readTimeoutMillis) {
            this.readTimeout = Duration.ofMillis(readTimeoutMillis);
        }

        @Bean
        @Scope("prototype")
        RestClient.Builder restClientBuilder() {
            return RestClient.builder().requestFactory(requestFactory());
        }

        @Bean
        RestTemplate restTemplate() {
            return new RestTemplate(requestFactory());
        }

        @Bean
        @Scope("prototype")
        WebClient.Builder webClientBuilder() {
            JdkClientHttpConnector connector = new JdkClientHttpConnector(java.net.http.HttpClient.newHttpClient());
            connector.setReadTimeout(readTimeout);
            return WebClient.builder().clientConnector(connector);
        }

        /** The JDK's client: others repeat a request by themselves. */
        private ClientHttpRequestFactory requestFactory() {
            JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory();
            factory.setReadTimeout(readTimeout);
            return factory;
        }
    }

    enum Client {
        REST_CLIENT {
            @Override
            void post(BeanFactory beans, URI uri, Map<String, String> headers) {
                beans.getBean(RestClient.Builder.class)
                        .build()
                        .post()
                        .uri(uri)
                        .headers(present -> headers.forEach(present::set))
                        .body("an order")
                        .retrieve()
                        .toBodilessEntity();
            }
        },
        REST_TEMPLATE {
            @Override
            void post(BeanFactory beans, URI uri, Map<String, String> headers) {
                HttpHeaders all = new HttpHeaders();
                headers.forEach(all::set);
                beans.getBean(RestTemplate.class).postForEntity(uri, new HttpEntity<>("an order", all), Void.class);
            }
        },
        WEB_CLIENT {
            @Override
            void post(BeanFactory beans, URI uri, Map<String, String> headers) {
                beans.getBean(WebClient.Builder.class)
                        .build()
                        .post()
                        .uri(uri)
                        .headers(present -> headers.forEach(present::set))
                        .bodyValue("an order")
                        .retrieve()
                        .toBodilessEntity()
                        .block();
            }
        };

        abstract void post(BeanFactory beans, URI uri, Map<String, String> headers);
    }

    static class Orders {

        private final BeanFactory beans;
        private final ObjectProvider<Payments> payments;

        Orders(BeanFactory beans, ObjectProvider<Payments> payments) {
            this.beans = beans;
            this.payments = payments;
        }

        @Retryable("orders")
        public void place(Client client, URI uri) {
            client.post(beans, uri, Map.of());
        }

        @Retryable("orders")
        public void place(Client client, URI uri, Map<String, String> headers) {
            client.post(beans, uri, headers);
        }

        @Retryable("orders")
        public void placeAndPay(Client client, URI orders, URI payment) {
            payments.getObject().pay(client, payment);
            client.post(beans, orders, Map.of());
        }
    }

    static class Payments {

        private final BeanFactory beans;

        Payments(BeanFactory beans) {
            this.beans = beans;
        }

        @Retryable("payments")
        public void pay(Client client, URI uri) {
            client.post(beans, uri, Map.of());
        }
    }

    @ParameterizedTest
    @EnumSource
    void allAttemptsOfACallHaveOneKeyAndTheNextCallHasAnother(Client client) throws Exception {
        try (OrderServer server = new OrderServer(503, 503, 200, 503)) {
            contexts.withPropertyValues("retry.policies.orders.idempotency-key=" + KEY)
                    .run(context -> {
                        Orders orders = context.getBean(Orders.class);
                        orders.place(client, server.uri());
                        orders.place(client, server.uri());
                    });

            List<List<String>> keys = server.header(KEY);
            assertThat(keys).hasSize(5).allSatisfy(lines -> assertThat(lines).hasSize(1));
            assertThat(keys.subList(0, 3)).containsOnly(keys.get(0));
            assertThat(keys.subList(3, 5)).containsOnly(keys.get(3)).doesNotContain(keys.get(0));
            assertThat(server.orders()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyOfTheApplicationIsKeptAndCountsAsSent(Client client) throws Exception {
        try (OrderServer server = new OrderServer(OrderServer.SILENCE)) {
            contexts.withPropertyValues(WITH_KEY)
                    .withPropertyValues(IMPATIENT)
                    .run(context -> context.getBean(Orders.class)
                            .place(client, server.uri(), Map.of("idempotency-key", "mine")));

            assertThat(server.requests()).isGreaterThan(1);
            assertThat(server.header(KEY)).containsOnly(List.of("mine"));
            assertThat(server.orders()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nestedCallsHaveKeysOfTheirOwn(Client client) throws Exception {
        try (OrderServer orders = new OrderServer(503);
                OrderServer payments = new OrderServer(503)) {
            contexts.withBean(Payments.class)
                    .withPropertyValues(WITH_KEY)
                    .withPropertyValues("retry.policies.orders.retry-on.statuses=503")
                    .withPropertyValues("retry.policies.payments.idempotency-key=" + KEY)
                    .run(context -> context.getBean(Orders.class).placeAndPay(client, orders.uri(), payments.uri()));

            assertThat(orders.requests()).isEqualTo(2);
            assertThat(orders.header(KEY)).containsOnly(orders.header(KEY).get(0));
            assertThat(payments.requests()).isEqualTo(3);
            List<List<String>> paid = payments.header(KEY);
            assertThat(paid.get(0)).isEqualTo(paid.get(1)).isNotEqualTo(paid.get(2));
            assertThat(paid).doesNotContain(orders.header(KEY).get(0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void outsideOfARetriedCallNothingIsAdded(Client client) throws Exception {
        try (OrderServer server = new OrderServer()) {
            contexts.withPropertyValues(WITH_KEY)
                    .withPropertyValues(WITH_NUMBER)
                    .run(context -> {
                        context.getBean(Orders.class).place(client, server.uri());
                        client.post(context, server.uri(), Map.of());
                    });

            assertThat(server.header(KEY).get(0)).hasSize(1);
            assertThat(server.header(KEY).get(1)).isEmpty();
            assertThat(server.header(NUMBER)).containsExactly(List.of("1"), List.of());
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOrderWhoseAnswerNeverCameIsRepeatedWithItsKeyAndPlacedOnce(Client client) throws Exception {
        try (OrderServer server = new OrderServer(OrderServer.SILENCE, OrderServer.SILENCE)) {
            contexts.withPropertyValues(WITH_KEY)
                    .withPropertyValues(IMPATIENT)
                    .run(context -> context.getBean(Orders.class).place(client, server.uri()));

            assertThat(server.requests()).isGreaterThan(2);
            assertThat(server.header(KEY)).containsOnly(server.header(KEY).get(0));
            assertThat(server.orders()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOrderWhoseAnswerNeverCameIsNotRepeatedWithoutAKey(Client client) throws Exception {
        try (OrderServer server = new OrderServer(OrderServer.SILENCE)) {
            contexts.withPropertyValues(WITHOUT_KEY)
                    .withPropertyValues(IMPATIENT)
                    .run(context -> {
                        assertThatException()
                                .isThrownBy(() -> context.getBean(Orders.class).place(client, server.uri()));
                        assertThat(giveUps(context, GiveUpReason.NOT_IDEMPOTENT))
                                .isOne();
                    });

            assertThat(server.requests()).isOne();
            assertThat(server.orders()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatDoesNotSayWhetherTheOrderWasTakenIsRepeatedWithAKeyOnly(Client client) throws Exception {
        try (OrderServer withKey = new OrderServer(504);
                OrderServer withoutKey = new OrderServer(504)) {
            contexts.withPropertyValues(WITH_KEY)
                    .run(context -> context.getBean(Orders.class).place(client, withKey.uri()));
            contexts.withPropertyValues(WITHOUT_KEY).run(context -> {
                assertThatException()
                        .isThrownBy(() -> context.getBean(Orders.class).place(client, withoutKey.uri()));
                assertThat(giveUps(context, GiveUpReason.NOT_IDEMPOTENT)).isOne();
            });

            assertThat(withKey.requests()).isEqualTo(2);
            assertThat(withoutKey.requests()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedConnectionIsTriedAgainWithOrWithoutAKey(Client client) throws Exception {
        URI nobody = FaultyServer.closedPort();
        for (String[] properties : new String[][] {WITH_KEY, WITHOUT_KEY}) {
            contexts.withPropertyValues(properties).run(context -> {
                assertThatException()
                        .isThrownBy(() -> context.getBean(Orders.class).place(client, nobody));
                assertThat(giveUps(context, GiveUpReason.ATTEMPTS_EXHAUSTED)).isOne();
                assertThat(orders(context).counts().attempts(AttemptOutcome.FAILURE))
                        .isEqualTo(3);
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void theNumberOfTheAttemptIsSentAndReplacesAnyOther(Client client) throws Exception {
        try (OrderServer server = new OrderServer(503, 503)) {
            contexts.withPropertyValues(WITH_NUMBER)
                    .run(context ->
                            context.getBean(Orders.class).place(client, server.uri(), Map.of("retry-attempt", "7")));

            assertThat(server.header(NUMBER)).containsExactly(List.of("1"), List.of("2"), List.of("3"));
            assertThat(server.header(KEY)).containsOnly(List.of());
        }
    }

    @Test
    void aKeyThatALaterInterceptorTakesOffDoesNotCountAsSent() throws Exception {
        try (OrderServer server = new OrderServer(504)) {
            contexts.withPropertyValues(WITH_KEY).run(context -> {
                context.getBean(RestTemplate.class).getInterceptors().add((request, body, execution) -> {
                    request.getHeaders().remove(KEY);
                    return execution.execute(request, body);
                });
                assertThatException()
                        .isThrownBy(() -> context.getBean(Orders.class).place(Client.REST_TEMPLATE, server.uri()));
                assertThat(giveUps(context, GiveUpReason.NOT_IDEMPOTENT)).isOne();
            });

            assertThat(server.header(KEY)).containsExactly(List.of());
        }
    }

    @Test
    void aClientByHandSendsTheKeyWithTheInterceptor() throws Exception {
        try (OrderServer server = new OrderServer(503)) {
            RestClient client = RestClient.builder()
                    .requestFactory(new JdkClientHttpRequestFactory())
                    .requestInterceptor(new RetryHeadersInterceptor())
                    .build();

            contexts.withPropertyValues(WITH_KEY)
                    .withPropertyValues("retry.policies.orders.idempotent=true")
                    .run(context -> orders(context)
                            .run(attempt ->
                                    client.post().uri(server.uri()).retrieve().toBodilessEntity()));

            assertThat(server.requests()).isEqualTo(2);
            assertThat(server.header(KEY)).containsOnly(server.header(KEY).get(0));
            assertThat(server.header(KEY).get(0)).hasSize(1);
        }
    }

    @Test
    void clientsThatHaveOneAlreadyStayAsTheyAre() {
        RetryHeadersInterceptor own = new RetryHeadersInterceptor("My-Attempt");
        RetryHeadersFilter ownFilter = new RetryHeadersFilter("My-Attempt");
        contexts.withPropertyValues(WITH_KEY)
                .withBean(
                        "ownBuilder",
                        RestClient.Builder.class,
                        () -> RestClient.builder().requestInterceptor(own))
                .withBean(
                        "ownWebBuilder",
                        WebClient.Builder.class,
                        () -> WebClient.builder().filter(ownFilter))
                .withBean("ownTemplate", RestTemplate.class, () -> {
                    RestTemplate template = new RestTemplate();
                    template.getInterceptors().add(own);
                    return template;
                })
                .run(context -> {
                    context.getBean("ownBuilder", RestClient.Builder.class)
                            .requestInterceptors(present -> assertThat(present).containsExactly(own));
                    context.getBean("ownWebBuilder", WebClient.Builder.class)
                            .filters(present -> assertThat(present).containsExactly(ownFilter));
                    assertThat(context.getBean("ownTemplate", RestTemplate.class)
                                    .getInterceptors())
                            .containsExactly(own);
                });
    }

    @Test
    void clientsAreLeftAloneWhereNothingIsToBeSent() {
        contexts.withPropertyValues("retry.policies.orders.attempts=3")
                .run(context -> assertThat(touched(context)).isFalse());
    }

    @Test
    void codeOfTheApplicationMayAddTheKey() {
        Function<ApplicationContextRunner, ApplicationContextRunner> customizer = runner -> runner.withPropertyValues(
                        "retry.policies.orders.attempts=3")
                .withBean(RetryPolicyCustomizer.class, () -> (policy, settings) -> settings.idempotencyKey(KEY));
        Function<ApplicationContextRunner, ApplicationContextRunner> ownPolicy = runner -> runner.withBean(
                "own",
                RetryPolicy.class,
                () -> RetryPolicy.of(
                        "orders", RetrySettings.builder().idempotencyKey(KEY).build()));

        customizer.apply(contexts).run(context -> assertThat(touched(context)).isTrue());
        ownPolicy.apply(contexts).run(context -> assertThat(touched(context)).isTrue());
    }

    private static boolean touched(ApplicationContext context) {
        return !context.getBean(RestTemplate.class).getInterceptors().isEmpty();
    }

    private static long giveUps(ApplicationContext context, GiveUpReason reason) {
        return orders(context).counts().giveUps(reason);
    }

    private static RetryPolicy orders(ApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("orders");
    }
}
