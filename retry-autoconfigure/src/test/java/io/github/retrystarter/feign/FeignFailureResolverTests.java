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
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import javax.net.ssl.SSLPeerUnverifiedException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.retrystarter.classify.Classification.Kind;
import io.github.retrystarter.classify.ClassificationRules;
import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.HttpFailureResolver;
import io.github.retrystarter.classify.PolicyClassifier;
import io.github.retrystarter.classify.StandardFailureClassifier;
import io.github.retrystarter.retryafter.HintSource;
import io.github.retrystarter.retryafter.RetryHintReader;

import static org.assertj.core.api.Assertions.assertThat;

import feign.FeignException;
import feign.Request;
import feign.Request.HttpMethod;
import feign.Response;
import feign.RetryableException;
import feign.codec.DecodeException;
import feign.codec.EncodeException;
import feign.codec.ErrorDecoder;

class FeignFailureResolverTests {

    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private static final Request REQUEST =
            Request.create(HttpMethod.POST, "/prices", Map.of("Retry-After", List.of("9")), null, null, null);

    private final HttpFailureResolver resolver = new FeignFailureResolver();

    private final RetryHintReader hints =
            new RetryHintReader(List.of(HintSource.RETRY_AFTER), Clock.fixed(NOW, ZoneOffset.UTC));

    private final PolicyClassifier classifier = new PolicyClassifier(
            ClassificationRules.DEFAULT, List.of(), List.of(new StandardFailureClassifier()), List.of(resolver));

    private static Response response(int status, Map<String, Collection<String>> headers) {
        return Response.builder()
                .status(status)
                .headers(headers)
                .request(REQUEST)
                .build();
    }

    private static FeignException errorStatus(int status, Map<String, Collection<String>> headers) {
        return FeignException.errorStatus("Prices#prices()", response(status, headers));
    }

    private static RetryableException retryable(int status, @Nullable Throwable cause, @Nullable Long retryAfter) {
        return new RetryableException(status, "later", HttpMethod.POST, cause, retryAfter, REQUEST);
    }

    private @Nullable Duration hintOf(Throwable failure) {
        HttpFailure answer = resolver.resolve(failure);
        assertThat(answer).isNotNull();
        return hints.read(answer.headers()).delay();
    }

    @Test
    void readsStatusAndEveryLineOfAHeaderWhateverTheCaseOfItsName() {
        HttpFailure answer = resolver.resolve(errorStatus(503, Map.of("rEtry-aFter", List.of("2", "3"))));

        assertThat(answer).isNotNull();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.headers().get("Retry-After")).containsExactly("2", "3");
        assertThat(answer.headers().get("RETRY-AFTER")).containsExactly("2", "3");
    }

    @Test
    void toleratesMissingHeaders() {
        assertThat(resolver.resolve(new DecodeException(200, "no price", REQUEST)))
                .satisfies(answer -> assertThat(answer.headers()).isEmpty());
        assertThat(resolver.resolve(retryable(503, null, null)))
                .satisfies(answer -> assertThat(answer.headers()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0})
    void anExceptionWithoutAStatusIsNoAnswer(int status) {
        assertThat(resolver.resolve(retryable(status, new ConnectException(), null)))
                .isNull();
        assertThat(resolver.resolve(new EncodeException("no text"))).isNull();
        assertThat(resolver.resolve(new IOException())).isNull();
    }

    /** By the name that old and new releases of Feign have. */
    @SuppressWarnings("deprecation")
    private static Exception decoded(Response response) {
        return new ErrorDecoder.Default().decode("Prices#prices()", response);
    }

    @Test
    void theExceptionThatFeignMakesOfAHeaderHasTheHeadersOfTheOneItWraps() {
        Map<String, Collection<String>> headers = Map.of("Retry-After", List.of("2", "3"), "Date", List.of("today"));
        Exception failure = decoded(response(503, headers));

        assertThat(failure).isInstanceOf(RetryableException.class);
        assertThat(resolver.resolve(failure))
                .satisfies(answer -> assertThat(answer.headers())
                        .containsEntry("Retry-After", List.of("2", "3"))
                        .containsEntry("Date", List.of("today")));
        assertThat(resolver.resolve(retryable(503, failure, null)))
                .satisfies(answer ->
                        assertThat(answer.headers().get("Retry-After")).containsExactly("2", "3"));
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "2, 3", "60000, 3"})
    void aTimeNeverTakesThePlaceOfTheHeader(long millisFromNow, long seconds) {
        Long time = NOW.plusMillis(millisFromNow).toEpochMilli();
        FeignException answer = errorStatus(503, Map.of("Retry-After", List.of("3")));

        assertThat(hintOf(retryable(503, answer, time))).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"5000, 5000", "5001, 6000", "4999, 5000", "0, 0", "-1, 0"})
    void aTimeWithoutAHeaderIsAHintByTheLocalClockAndNeverTooEarly(long millisFromNow, long waitMillis) {
        Long time = NOW.plusMillis(millisFromNow).toEpochMilli();
        FeignException ofAServerInThePast =
                errorStatus(503, Map.of("Date", List.of("Sun, 06 Nov 1994 08:49:37 GMT"), "Server", List.of("old")));

        assertThat(hintOf(retryable(503, null, time))).isEqualTo(Duration.ofMillis(waitMillis));
        assertThat(hintOf(retryable(503, ofAServerInThePast, time))).isEqualTo(Duration.ofMillis(waitMillis));
        assertThat(resolver.resolve(retryable(503, ofAServerInThePast, time)))
                .satisfies(answer -> assertThat(answer.headers()).containsEntry("server", List.of("old")));
    }

    @Test
    void aTimeBeyondTheCalendarIsStillATime() {
        assertThat(hintOf(retryable(503, null, Long.MIN_VALUE))).isZero();
        assertThat(hintOf(retryable(503, null, Long.MAX_VALUE))).isGreaterThan(Duration.ofDays(365_000));
    }

    @Test
    void aFailedConnectionIsJudgedByItsCause() {
        assertThat(classifier.classify(retryable(-1, new ConnectException("refused"), null)))
                .satisfies(refused -> {
                    assertThat(refused.kind()).isEqualTo(Kind.RETRYABLE);
                    assertThat(refused.neverRan()).isTrue();
                    assertThat(refused.http()).isNull();
                });
        assertThat(classifier
                        .classify(retryable(-1, new SocketTimeoutException("Read timed out"), null))
                        .neverRan())
                .isFalse();
        assertThat(kindOf(retryable(-1, new SSLPeerUnverifiedException("elsewhere"), null)))
                .isEqualTo(Kind.NOT_RETRYABLE);
    }

    @Test
    void anAnswerIsJudgedByItsStatusWhateverFeignMakesOfIt() {
        assertThat(kindOf(retryable(503, errorStatus(503, Map.of()), null))).isEqualTo(Kind.RETRYABLE);
        assertThat(kindOf(retryable(400, errorStatus(400, Map.of()), 1L))).isEqualTo(Kind.NOT_RETRYABLE);
        assertThat(kindOf(retryable(500, null, 1L))).isEqualTo(Kind.NOT_RETRYABLE);
        assertThat(kindOf(retryable(304, errorStatus(304, Map.of()), 1L))).isEqualTo(Kind.NOT_RETRYABLE);
    }

    @Test
    void aBodyThatDoesNotFitIsRetriedOnlyWhereReadingItWasCutOff() {
        assertThat(kindOf(new DecodeException(200, "no price", REQUEST))).isEqualTo(Kind.NOT_RETRYABLE);
        assertThat(kindOf(new DecodeException(200, "no price", REQUEST, new IllegalStateException())))
                .isEqualTo(Kind.NOT_RETRYABLE);
        assertThat(kindOf(new DecodeException(
                        200, "no price", REQUEST, new IllegalStateException(new SocketTimeoutException()))))
                .isEqualTo(Kind.RETRYABLE);
        assertThat(kindOf(new DecodeException(200, "no price", REQUEST, new IOException("cut off"))))
                .isEqualTo(Kind.RETRYABLE);
        assertThat(kindOf(new EncodeException("no text"))).isEqualTo(Kind.NOT_RETRYABLE);
    }

    private Kind kindOf(Throwable failure) {
        return classifier.classify(failure).kind();
    }
}
