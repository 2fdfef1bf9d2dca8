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
package io.github.retrystarter.feign;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.feign.ScriptedPeer.Answer;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import feign.Feign;
import feign.FeignException;
import feign.Headers;
import feign.Param;
import feign.RequestInterceptor;
import feign.RequestLine;
import feign.Retryer;

/** The key and the number of the attempt in the requests of a Feign client that takes interceptors from the context. */
class FeignRetryHeadersTests {

    private static final String KEY = "Idempotency-Key";
    private static final String NUMBER = "Retry-Attempt";
    private static final String WITH_KEY = "retry.policies.orders.idempotency-key=Idempotency-Key";
    private static final String WITH_NUMBER = "retry.http.attempt-header=Retry-Attempt";
    private static final String NOT_IDEMPOTENT = "retry.policies.orders.idempotent=false";

    private final ApplicationContextRunner contexts =
            RetryContexts.runner(new VirtualTime()).withUserConfiguration(OrdersClient.class);

    interface Orders {

        @RequestLine("POST /orders")
        @Retryable("orders")
        String place(String order);

        @RequestLine("POST /orders")
        @Headers({"idempotency-key: {key}", "retry-attempt: 7"})
        @Retryable("orders")
        String place(@Param("key") String key, String order);

        @RequestLine("POST /orders")
        String placeOnce(String order);
    }

    /** A client as Spring Cloud OpenFeign makes them: with the interceptors of the context. */
    @Configuration(proxyBeanMethods = false)
    static class OrdersClient {

        @Bean
        Orders orders(
                ObjectProvider<RequestInterceptor> interceptors, ObjectProvider<Retryer> retryer, Environment env) {
            Feign.Builder builder = FeignTransport.JDK.builder().requestInterceptors(interceptors);
            retryer.ifAvailable(builder::retryer);
            return builder.target(Orders.class, env.getRequiredProperty("orders-url"));
        }
    }

    private ApplicationContextRunner contexts(ScriptedPeer peer, String... properties) {
        return contexts.withPropertyValues("orders-url=" + peer.url(), "retry.policies.orders.attempts=3")
                .withPropertyValues(properties);
    }

    @Test
    void allAttemptsOfACallHaveOneKeyAndTheNextCallHasAnother() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(503), Answer.of(503), Answer.ok())) {
            contexts(peer, WITH_KEY).run(context -> {
                context.getBean(Orders.class).place("one");
                context.getBean(Orders.class).place("another");
            });

            List<List<String>> keys = peer.header(KEY);
            assertThat(keys).hasSize(4).allSatisfy(lines -> assertThat(lines).hasSize(1));
            assertThat(keys.subList(0, 3)).containsOnly(keys.get(0));
            assertThat(keys.get(3)).isNotEqualTo(keys.get(0));
        }
    }

    @Test
    void aKeyOfTheApplicationIsKeptAndTheNumberReplacesAnyOther() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(504), Answer.of(503), Answer.ok())) {
            contexts(peer, WITH_KEY, WITH_NUMBER, NOT_IDEMPOTENT)
                    .run(context -> context.getBean(Orders.class).place("mine", "one"));

            assertThat(peer.header(KEY)).containsExactly(List.of("mine"), List.of("mine"), List.of("mine"));
            assertThat(peer.header(NUMBER)).containsExactly(List.of("1"), List.of("2"), List.of("3"));
        }
    }

    @Test
    void outsideOfARetriedCallNothingIsAdded() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.ok())) {
            contexts(peer, WITH_KEY, WITH_NUMBER).run(context -> {
                context.getBean(Orders.class).place("one");
                context.getBean(Orders.class).placeOnce("another");
            });

            assertThat(peer.header(KEY).get(0)).hasSize(1);
            assertThat(peer.header(KEY).get(1)).isEmpty();
            assertThat(peer.header(NUMBER)).containsExactly(List.of("1"), List.of());
        }
    }

    @Test
    void anOrderThatMayHaveBeenTakenIsRepeatedWithItsKeyOnly() {
        try (ScriptedPeer withKey = new ScriptedPeer(Answer.of(504), Answer.ok());
                ScriptedPeer withoutKey = new ScriptedPeer(Answer.of(504), Answer.ok())) {
            contexts(withKey, WITH_KEY, NOT_IDEMPOTENT)
                    .run(context -> context.getBean(Orders.class).place("one"));
            contexts(withoutKey, NOT_IDEMPOTENT).run(context -> {
                assertThatExceptionOfType(FeignException.GatewayTimeout.class)
                        .isThrownBy(() -> context.getBean(Orders.class).place("one"));
                assertThat(context.getBean(RetryPolicies.class)
                                .get("orders")
                                .counts()
                                .giveUps(GiveUpReason.NOT_IDEMPOTENT))
                        .isOne();
            });

            assertThat(withKey.requests()).isEqualTo(2);
            assertThat(withoutKey.requests()).isOne();
        }
    }

    @Test
    void feignsOwnRetriesRepeatTheHeadersWithoutAddingToThem() {
        try (ScriptedPeer peer =
                new ScriptedPeer(Answer.of(503, "Retry-After: 0"), Answer.of(503, "Retry-After: 0"), Answer.ok())) {
            contexts(peer, WITH_KEY, WITH_NUMBER)
                    .withBean(Retryer.class, RepeatingOnce::new)
                    .run(context -> context.getBean(Orders.class).place("one"));

            assertThat(peer.header(NUMBER)).containsExactly(List.of("1"), List.of("1"), List.of("2"));
            assertThat(peer.header(KEY)).containsOnly(peer.header(KEY).get(0));
            assertThat(peer.header(KEY).get(0)).hasSize(1);
        }
    }

    @Test
    void thereIsNoInterceptorWhereNothingIsToBeSent() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.ok())) {
            contexts(peer)
                    .run(context ->
                            assertThat(context).hasNotFailed().doesNotHaveBean(RetryHeadersRequestInterceptor.class));
        }
    }

    @Test
    void anInterceptorOfTheApplicationReplacesOurs() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.ok())) {
            contexts(peer, WITH_NUMBER)
                    .withBean(
                            "own", RetryHeadersRequestInterceptor.class, () -> new RetryHeadersRequestInterceptor("N"))
                    .run(context -> context.getBean(Orders.class).place("one"));

            assertThat(peer.header("N")).containsExactly(List.of("1"));
            assertThat(peer.header(NUMBER)).containsExactly(List.of());
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "X")
    void theHeaderOfTheNumberHasANameOrIsNotSent(String name) {
        assertThat(new RetryHeadersRequestInterceptor(name)).isNotNull();
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryHeadersRequestInterceptor(" "));
    }
}
