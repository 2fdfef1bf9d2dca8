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

import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.HttpFailureResolver;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.feign.ScriptedPeer.Answer;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import feign.Feign;
import feign.FeignException;
import feign.Request;
import feign.RequestLine;
import feign.Response;
import feign.RetryableException;
import feign.codec.DecodeException;
import feign.codec.EncodeException;
import feign.codec.ErrorDecoder;

/** Annotated Feign interfaces as beans, over a socket. */
class FeignClientTests {

    private static final String LONG_BODY = "busy ".repeat(4_000);

    private final VirtualTime time = new VirtualTime();

    private final ApplicationContextRunner contexts = RetryContexts.runner(time)
            .withPropertyValues(
                    "retry.policies.p.attempts=3",
                    "retry.policies.p.backoff=constant",
                    "retry.policies.p.base=10ms",
                    "retry.policies.p.retry-after.spread=false");

    interface Prices {

        @RequestLine("GET /prices")
        @Retryable("p")
        String prices();

        @RequestLine("POST /prices")
        @Retryable("p")
        String publish(String price);

        @RequestLine("POST /prices")
        @Retryable("p")
        void publishAll(List<String> prices);

        @RequestLine("GET /prices")
        @Retryable("p")
        Response answer();

        @RequestLine("GET /prices")
        String once();
    }

    @Retryable("p")
    interface Stock {

        @RequestLine("GET /stock")
        String stock();
    }

    private ApplicationContextRunner prices(FeignTransport transport, String url) {
        return prices(transport.builder(), url);
    }

    private ApplicationContextRunner prices(Feign.Builder builder, String url) {
        return contexts.withBean(Prices.class, () -> builder.target(Prices.class, url));
    }

    private static Prices prices(AssertableApplicationContext context) {
        return context.getBean(Prices.class);
    }

    private static RetryPolicy p(AssertableApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("p");
    }

    private static long giveUps(AssertableApplicationContext context, GiveUpReason reason) {
        return p(context).counts().giveUps(reason);
    }

    private static long failedAttempts(AssertableApplicationContext context) {
        return p(context).counts().attempts(AttemptOutcome.FAILURE);
    }

    @ParameterizedTest
    @EnumSource
    void aBusyServerIsAskedAgainUntilItAnswers(FeignTransport transport) {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(503), Answer.of(503), Answer.ok())) {
            prices(transport, peer.url()).run(context -> {
                assertThat(prices(context).prices()).isEqualTo("fine");
                assertThat(peer.requests()).isEqualTo(3);
                assertThat(time.sleeper().waitsInMillis()).containsExactly(10L, 10L);
            });
        }
    }

    @Test
    void aMethodWithoutTheAnnotationIsCalledOnce() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(503), Answer.ok())) {
            prices(FeignTransport.URL_CONNECTION, peer.url()).run(context -> {
                assertThat(AopUtils.isAopProxy(prices(context))).isTrue();
                assertThatExceptionOfType(FeignException.ServiceUnavailable.class)
                        .isThrownBy(() -> prices(context).once());
                assertThat(peer.requests()).isOne();
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class StockClient {

        @Bean
        Stock stock(Environment environment) {
            return FeignTransport.JDK.builder().target(Stock.class, environment.getRequiredProperty("stock"));
        }
    }

    @Test
    void theAnnotationMayStandOnTheInterface() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(503, "Retry-After: 2"), Answer.ok())) {
            contexts.withUserConfiguration(StockClient.class)
                    .withPropertyValues("stock=" + peer.url())
                    .run(context -> {
                        assertThat(context.getBean(Stock.class).stock()).isEqualTo("fine");
                        assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L);
                    });
        }
    }

    static Stream<Arguments> hints() {
        return Stream.of(FeignTransport.values())
                .flatMap(transport -> Stream.of(
                        Arguments.of(transport, 2_000, List.of("Retry-After: 2")),
                        Arguments.of(transport, 2_500, List.of("retry-after: 2.5")),
                        Arguments.of(transport, 7_000, List.of("RETRY-AFTER: Mon, 01 Jun 2026 12:00:07 GMT")),
                        Arguments.of(
                                transport,
                                3_000,
                                List.of(
                                        "Date: Sun, 06 Nov 1994 08:49:37 GMT",
                                        "Retry-After: Sunday, 06-Nov-94 08:49:40 GMT")),
                        Arguments.of(
                                transport, 5_000, List.of("Retry-After: 1", "Retry-After: 5", "Retry-After: soon")),
                        Arguments.of(transport, 4_000, List.of("Retry-After: soon", "Retry-After: 4")),
                        Arguments.of(transport, 10, List.of("Retry-After: soon")),
                        Arguments.of(transport, 10, List.of("Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"))));
    }

    @ParameterizedTest
    @MethodSource("hints")
    void theHeaderOfTheAnswerIsHeardAndNotWhatFeignMakesOfIt(
            FeignTransport transport, long waitMillis, List<String> headerLines) {
        String[] lines = headerLines.toArray(String[]::new);
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(429, lines), Answer.of(503, lines), Answer.ok())) {
            prices(transport, peer.url()).run(context -> {
                assertThat(prices(context).prices()).isEqualTo("fine");
                assertThat(time.sleeper().waitsInMillis()).containsExactly(waitMillis, waitMillis);
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHintAboveTheLimitEndsTheCall(FeignTransport transport) {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(429, "Retry-After: 31"), Answer.ok())) {
            prices(transport, peer.url()).run(context -> {
                assertThatExceptionOfType(RetryableException.class)
                        .isThrownBy(() -> prices(context).prices())
                        .withCauseInstanceOf(FeignException.TooManyRequests.class);
                assertThat(peer.requests()).isOne();
                assertThat(giveUps(context, GiveUpReason.RETRY_AFTER_TOO_LONG)).isOne();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 409, 422, 500, 501})
    void anotherStatusIsNotRetriedThoughFeignCallsItRetryableForItsHeader(int status) {
        for (FeignTransport transport : FeignTransport.values()) {
            try (ScriptedPeer peer = new ScriptedPeer(Answer.of(status, "Retry-After: 1"), Answer.ok())) {
                prices(transport, peer.url()).run(context -> {
                    assertThatExceptionOfType(RetryableException.class)
                            .isThrownBy(() -> prices(context).publish("7"));
                    assertThat(peer.requests()).isOne();
                    assertThat(giveUps(context, GiveUpReason.NOT_RETRYABLE)).isOne();
                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedConnectionIsRetriedEvenWhereNothingMayRunTwice(FeignTransport transport) {
        prices(transport, ScriptedPeer.closedPort())
                .withPropertyValues("retry.policies.p.idempotent=false")
                .run(context -> {
                    assertThatExceptionOfType(RetryableException.class)
                            .isThrownBy(() -> prices(context).publish("7"))
                            .withCauseInstanceOf(ConnectException.class);
                    assertThat(failedAttempts(context)).isEqualTo(3);
                    assertThat(giveUps(context, GiveUpReason.ATTEMPTS_EXHAUSTED))
                            .isOne();
                });
    }

    @ParameterizedTest
    @EnumSource
    void aResetConnectionIsRetried(FeignTransport transport) {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.reset())) {
            prices(transport, peer.url()).run(context -> {
                assertThatExceptionOfType(RetryableException.class)
                        .isThrownBy(() -> prices(context).prices());
                assertThat(failedAttempts(context)).isEqualTo(3);
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReadTimeOutIsRetriedUnlessNothingMayRunTwice(FeignTransport transport) {
        Request.Options impatient = new Request.Options(10, TimeUnit.SECONDS, 500, TimeUnit.MILLISECONDS, true);
        try (ScriptedPeer peer = new ScriptedPeer(Answer.silence())) {
            ApplicationContextRunner runner = prices(transport.builder().options(impatient), peer.url());
            runner.run(context -> {
                assertThatExceptionOfType(RetryableException.class)
                        .isThrownBy(() -> prices(context).prices());
                assertThat(failedAttempts(context)).isEqualTo(3);
            });
            runner.withPropertyValues("retry.policies.p.idempotent=false").run(context -> {
                assertThatExceptionOfType(RetryableException.class)
                        .isThrownBy(() -> prices(context).prices());
                assertThat(failedAttempts(context)).isOne();
                assertThat(giveUps(context, GiveUpReason.NOT_IDEMPOTENT)).isOne();
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBodyThatEndsTooEarlyIsRetried(FeignTransport transport) {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.cutOff(200), Answer.ok())) {
            prices(transport, peer.url()).run(context -> {
                assertThat(prices(context).prices()).isEqualTo("fine");
                assertThat(failedAttempts(context)).isOne();
            });
        }
    }

    @Test
    void aBodyThatCannotBeDecodedIsNotRetried() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.ok())) {
            Feign.Builder builder = FeignTransport.JDK.builder().decoder((response, type) -> {
                throw new IllegalStateException("no price");
            });
            prices(builder, peer.url()).run(context -> {
                assertThatExceptionOfType(DecodeException.class)
                        .isThrownBy(() -> prices(context).prices());
                assertThat(peer.requests()).isOne();
                assertThat(giveUps(context, GiveUpReason.NOT_RETRYABLE)).isOne();
            });
        }
    }

    @Test
    void aBodyThatCannotBeEncodedIsNotRetried() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.ok())) {
            prices(FeignTransport.JDK, peer.url()).run(context -> {
                assertThatExceptionOfType(EncodeException.class)
                        .isThrownBy(() -> prices(context).publishAll(List.of("7")));
                assertThat(peer.requests()).isZero();
                assertThat(giveUps(context, GiveUpReason.NOT_RETRYABLE)).isOne();
            });
        }
    }

    @Test
    void anInterruptedCallEndsAsInterrupted() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.silence())) {
            prices(FeignTransport.JDK, peer.url()).run(context -> {
                Thread.currentThread().interrupt();
                try {
                    assertThatThrownBy(() -> prices(context).prices()).isNotNull();
                } finally {
                    assertThat(Thread.interrupted()).as("flag").isTrue();
                }
                assertThat(failedAttempts(context)).isOne();
                assertThat(giveUps(context, GiveUpReason.INTERRUPTED)).isOne();
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReturnedResponseWithARetryableStatusIsAFailure(FeignTransport transport) {
        try (ScriptedPeer peer =
                new ScriptedPeer(Answer.of(503, "Retry-After: 2", "Retry-After: 3"), Answer.of(429), Answer.ok())) {
            prices(transport, peer.url()).run(context -> {
                try (Response answer = prices(context).answer()) {
                    assertThat(answer.status()).isEqualTo(200);
                }
                assertThat(time.sleeper().waitsInMillis()).containsExactly(3_000L, 10L);
            });
        }
    }

    @Test
    void aReturnedResponseWithAnotherStatusIsAResult() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(404, "Retry-After: 1"), Answer.ok())) {
            prices(FeignTransport.JDK, peer.url()).run(context -> {
                try (Response answer = prices(context).answer()) {
                    assertThat(answer.status()).isEqualTo(404);
                }
                assertThat(peer.requests()).isOne();
            });
        }
    }

    @Test
    void theLastResponseIsHandedOverUntouchedAndThoseBeforeGiveTheirConnectionBack() throws Exception {
        Answer busy = Answer.withBody(503, LONG_BODY);
        try (ScriptedPeer peer = new ScriptedPeer(busy);
                CloseableHttpClient pool = FeignTransport.poolOfOne()) {
            prices(FeignTransport.onOneConnection(pool), peer.url()).run(context -> {
                try (Response last = prices(context).answer()) {
                    assertThat(last.status()).isEqualTo(503);
                    assertThat(last.body().asInputStream().readAllBytes())
                            .asString(StandardCharsets.US_ASCII)
                            .isEqualTo(LONG_BODY);
                }
                assertThat(peer.requests()).isEqualTo(3);
                assertThat(giveUps(context, GiveUpReason.ATTEMPTS_EXHAUSTED)).isOne();
            });
        }
    }

    /** Without a close this pool runs dry: the ground that the test above stands on. */
    @Test
    void aResponseThatNobodyClosesHoldsItsConnection() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.withBody(503, LONG_BODY));
                CloseableHttpClient pool = FeignTransport.poolOfOne()) {
            Prices prices = FeignTransport.onOneConnection(pool).target(Prices.class, peer.url());

            try (Response held = prices.answer()) {
                assertThat(held.status()).isEqualTo(503);
                assertThatExceptionOfType(RetryableException.class).isThrownBy(prices::answer);
            }
        }
    }

    /** An exception of an application that knows nothing of us. */
    static final class PartnerFailure extends RuntimeException {

        final int code;

        PartnerFailure(int code) {
            this.code = code;
        }
    }

    private record Resolved(int status, Map<String, List<String>> headers) implements HttpFailure {}

    @Test
    void anExceptionOfTheApplicationsErrorDecoderIsHeardThroughItsResolver() {
        Feign.Builder builder =
                FeignTransport.JDK.builder().errorDecoder((method, response) -> new PartnerFailure(response.status()));
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(503), Answer.of(404))) {
            prices(builder, peer.url())
                    .withBean(
                            HttpFailureResolver.class,
                            () -> failure -> failure instanceof PartnerFailure partner
                                    ? new Resolved(partner.code, Map.of("retry-after", List.of("2")))
                                    : null)
                    .run(context -> {
                        assertThatExceptionOfType(PartnerFailure.class)
                                .isThrownBy(() -> prices(context).prices());
                        assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L);
                        assertThat(peer.requests()).isEqualTo(2);
                    });
        }
    }

    /** Feign wraps it, and gives the wrapper the headers of the request. */
    @Test
    void headersOfTheRequestAreNotTakenForThoseOfAnAnswerThatCouldNotBeRead() {
        Feign.Builder builder = FeignTransport.JDK
                .builder()
                .requestInterceptor(template -> template.header("Retry-After", "9"))
                .errorDecoder((method, response) -> new IOException("cannot read"));
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(503, "Retry-After: 3"), Answer.of(400))) {
            prices(builder, peer.url()).run(context -> {
                assertThatExceptionOfType(FeignException.class)
                        .isThrownBy(() -> prices(context).prices())
                        .withCauseInstanceOf(IOException.class);
                assertThat(time.sleeper().waitsInMillis()).containsExactly(10L);
                assertThat(peer.requests()).isEqualTo(2);
            });
        }
    }

    @Test
    void aTimeThatTheApplicationsErrorDecoderFoundIsAHint() {
        ErrorDecoder decoder = (method, response) -> new RetryableException(
                response.status(),
                "until",
                response.request().httpMethod(),
                VirtualTime.NOW.plusMillis(4_001).toEpochMilli(),
                response.request());
        try (ScriptedPeer peer =
                new ScriptedPeer(Answer.of(503, "Date: Sun, 06 Nov 1994 08:49:37 GMT"), Answer.of(400))) {
            prices(FeignTransport.JDK.builder().errorDecoder(decoder), peer.url())
                    .run(context -> {
                        assertThatExceptionOfType(RetryableException.class)
                                .isThrownBy(() -> prices(context).prices());
                        assertThat(time.sleeper().waitsInMillis()).containsExactly(5_000L);
                        assertThat(peer.requests()).isEqualTo(2);
                    });
        }
    }

    @Test
    void feignsOwnRetriesAreLeftAloneAndMultiply() {
        try (ScriptedPeer peer = new ScriptedPeer(Answer.of(503, "Retry-After: 2"))) {
            prices(FeignTransport.JDK.builder().retryer(new RepeatingOnce()), peer.url())
                    .run(context -> {
                        assertThatExceptionOfType(RetryableException.class)
                                .isThrownBy(() -> prices(context).prices());
                        assertThat(failedAttempts(context)).isEqualTo(3);
                        assertThat(peer.requests()).isEqualTo(6);
                        assertThat(time.sleeper().waitsInMillis()).containsExactly(2_000L, 2_000L);
                    });
        }
    }
}
