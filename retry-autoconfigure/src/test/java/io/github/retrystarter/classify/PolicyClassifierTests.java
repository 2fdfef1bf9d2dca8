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

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import javax.crypto.AEADBadTagException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.retrystarter.classify.Classification.Kind;

import static org.assertj.core.api.Assertions.assertThat;

class PolicyClassifierTests {

    private final PolicyClassifier classifier = policy(ClassificationRules.DEFAULT);

    @Nested
    class Wrappers {

        static Stream<Throwable> ioFailures() {
            IOException failure = new IOException("down");
            return Stream.of(
                    failure,
                    new CompletionException(failure),
                    new ExecutionException(new CompletionException(failure)),
                    new UndeclaredThrowableException(new CompletionException(new ExecutionException(failure))));
        }

        @ParameterizedTest
        @MethodSource("ioFailures")
        void arePeeledBeforeTheBuiltInListIsAsked(Throwable failure) {
            Classification classification = classifier.classify(failure);

            assertThat(classification.kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(classification.retryable()).isTrue();
            assertThat(classification.failure()).isExactlyInstanceOf(IOException.class);
        }

        @ParameterizedTest
        @MethodSource("ioFailures")
        void arePeeledBeforeTheRulesAreAsked(Throwable failure) {
            assertThat(policy(never(IOException.class)).classify(failure).kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(policy(rules(Set.of(), Set.of(RuntimeException.class, ExecutionException.class), false))
                            .classify(failure)
                            .kind())
                    .isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void withoutACauseAreClassifiedThemselves() {
            ExecutionException failure = new ExecutionException("no cause", null);

            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.UNCLASSIFIED);
            assertThat(classifier.classify(failure).failure()).isSameAs(failure);
            assertThat(policy(retry(ExecutionException.class)).classify(failure).kind())
                    .isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void doNotHideAnError() {
            Throwable failure = new CompletionException(new OutOfMemoryError());

            assertThat(policy(retry(Throwable.class)).classify(failure).kind()).isEqualTo(Kind.NOT_RETRYABLE);
        }
    }

    @Nested
    class UsersWord {

        @Test
        void ofTheMostSpecificRuleDecides() {
            ClassificationRules rules = rules(Set.of(ApiDown.class), Set.of(RuntimeException.class), false);

            assertThat(policy(rules).classify(new ApiDown(null)).kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(policy(rules).classify(new RuntimeException()).kind()).isEqualTo(Kind.NOT_RETRYABLE);
        }

        @Test
        void ofTheOuterFailureDecidesBeforeThatOfItsCause() {
            Throwable failure = new ApiDown(new IOException());

            assertThat(policy(rules(Set.of(ApiDown.class), Set.of(IOException.class), false))
                            .classify(failure)
                            .kind())
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(policy(rules(Set.of(IOException.class), Set.of(ApiDown.class), false))
                            .classify(failure)
                            .kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
        }

        @Test
        void reachesCauses() {
            assertThat(policy(retry(ApiDown.class))
                            .classify(new Exception(new Exception(new ApiDown(null))))
                            .kind())
                    .isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void onACauseBeatsStatusAndBuiltInList() {
            assertThat(policy(never(ApiDown.class))
                            .classify(new HttpException(503, new ApiDown(new ConnectException())))
                            .kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(policy(retry(ApiDown.class))
                            .classify(new HttpException(404, new ApiDown(null)))
                            .kind())
                    .isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void inRulesComesBeforeThatOfClassifiersOfTheSameFailureOnly() {
            PolicyClassifier classifier = policy(
                    retry(IOException.class),
                    List.of(failure -> failure instanceof ApiDown ? Retryability.NOT_RETRYABLE : Retryability.UNKNOWN),
                    List.of());

            assertThat(classifier.classify(new ApiDown(new IOException())).kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(classifier.classify(new IOException(new ApiDown(null))).kind())
                    .isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void ofTheFirstClassifierThatKnowsDecides() {
            List<String> asked = new ArrayList<>();
            PolicyClassifier classifier = policy(
                    ClassificationRules.DEFAULT,
                    List.of(
                            failure -> answer(asked, "first", Retryability.UNKNOWN),
                            failure -> answer(asked, "second", Retryability.RETRYABLE),
                            failure -> answer(asked, "third", Retryability.NOT_RETRYABLE)),
                    List.of());

            assertThat(classifier.classify(new NullPointerException()).kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(asked).containsExactly("first", "second");
        }

        @Test
        void seesEveryFailureOfTheChainOnItsOwn() {
            List<Throwable> seen = new ArrayList<>();
            IOException inner = new IOException();
            Exception outer = new Exception(new CompletionException(inner));
            policy(
                            ClassificationRules.DEFAULT,
                            List.of(failure -> {
                                seen.add(failure);
                                return Retryability.UNKNOWN;
                            }),
                            List.of())
                    .classify(new ExecutionException(outer));

            assertThat(seen).containsExactly(outer, inner);
        }

        private static Retryability answer(List<String> asked, String name, Retryability answer) {
            asked.add(name);
            return answer;
        }
    }

    @Nested
    class Statuses {

        @ParameterizedTest
        @ValueSource(ints = {408, 429, 502, 503, 504})
        void thatAreTransientAreRetried(int status) {
            assertThat(classifier.classify(new HttpException(status, null)).kind())
                    .isEqualTo(Kind.RETRYABLE);
        }

        @ParameterizedTest
        @ValueSource(ints = {200, 301, 400, 401, 403, 404, 409, 422, 500, 501, 505, 599, 600, 999})
        void ofEveryOtherKindAreNot(int status) {
            assertThat(classifier.classify(new HttpException(status, null)).kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
        }

        @Test
        void comeBeforeTheBuiltInList() {
            assertThat(classifier
                            .classify(new HttpException(404, new ConnectException()))
                            .kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(classifier
                            .classify(new UncheckedIOException(new IOException(new HttpException(404, null))))
                            .kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(classifier
                            .classify(new NullPointerException().initCause(new HttpException(503, null)))
                            .kind())
                    .isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void belowFourHundredLeaveABrokenAnswerToItsCause() {
            assertThat(classifier
                            .classify(new HttpException(200, new EOFException()))
                            .kind())
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(classifier
                            .classify(new HttpException(200, new FileNotFoundException()))
                            .kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
        }

        @Test
        void thatAreListedDecideWhateverTheyAre() {
            ClassificationRules rules =
                    new ClassificationRules(Set.of(), Set.of(), Set.of(202, 500), Set.of(304, 503), false);

            assertThat(policy(rules).classify(new HttpException(202, null)).kind())
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(policy(rules).classify(new HttpException(500, null)).kind())
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(policy(rules)
                            .classify(new HttpException(304, new EOFException()))
                            .kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(policy(rules).classify(new HttpException(503, null)).kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
        }

        @ParameterizedTest
        @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 99, 1_000})
        void outsideTheRangeAreNoAnswer(int status) {
            Classification classification = classifier.classify(new HttpException(status, new ConnectException()));

            assertThat(classification.http()).isNull();
            assertThat(classification.kind()).isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void ofTheOutermostAnswerCount() {
            Classification classification =
                    classifier.classify(new Exception(new HttpException(404, new HttpException(503, null))));

            assertThat(classification.kind()).isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(classification.http()).extracting(HttpFailure::status).isEqualTo(404);
        }

        @Test
        void comeFromTheFirstResolverThatKnows() {
            PolicyClassifier classifier = policy(
                    ClassificationRules.DEFAULT,
                    List.of(),
                    List.of(
                            failure -> null,
                            failure -> failure instanceof ApiDown ? new HttpException(429, null) : null,
                            failure -> new HttpException(404, null)));

            assertThat(classifier.classify(new ApiDown(null)).kind()).isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void andHeadersAreGivenWhateverDecided() {
            HttpException answer = new HttpException(503, null);

            assertThat(policy(never(ApiDown.class))
                            .classify(new ApiDown(answer))
                            .http())
                    .satisfies(http -> {
                        assertThat(http.status()).isEqualTo(503);
                        assertThat(http.headers()).isEqualTo(answer.headers());
                    });
            assertThat(classifier.classify(new AssertionError(answer)).http()).isNotNull();
            assertThat(classifier.classify(new IOException()).http()).isNull();
        }
    }

    @Nested
    class BuiltInList {

        static Stream<Throwable> retried() {
            return Stream.of(
                    new ConnectException(),
                    new SocketTimeoutException(),
                    new HttpTimeoutException("late"),
                    new TimeoutException(),
                    new SocketException("Connection reset"),
                    new IOException(),
                    new UncheckedIOException(new IOException()),
                    new ApiDown(new ConnectException()),
                    new IllegalStateException(new SocketTimeoutException()),
                    new IllegalArgumentException(new RuntimeException(new IOException())),
                    sslHandshake(new EOFException("SSL peer shut down incorrectly")),
                    sslHandshake(new SocketException("Connection reset")),
                    new SSLException("garbled", new AEADBadTagException()),
                    named("org.springframework.web.client.ResourceAccessException", new ConnectException()),
                    named("org.springframework.web.client.ResourceAccessException", null),
                    named("org.springframework.web.client.RestClientException", new EOFException()),
                    named(
                            "org.springframework.http.converter.HttpMessageConversionException",
                            new SocketException("Connection reset")),
                    named("tools.jackson.core.exc.JacksonIOException", new SocketException()),
                    named("feign.RetryableException", new SocketTimeoutException()),
                    new RuntimeException(new SQLException("deadlock", "40P01")),
                    new RuntimeException(new SQLException("lost", "08006", new EOFException())),
                    new RuntimeException(new SQLNonTransientConnectionException("broken", "90067")));
        }

        static Stream<Throwable> notRetried() {
            return Stream.of(
                    new FileNotFoundException(),
                    new UncheckedIOException(new FileNotFoundException()),
                    new IOException(new FileNotFoundException()),
                    new IOException(new IllegalArgumentException("unknown scheme")),
                    new IllegalStateException(),
                    new IllegalArgumentException(new IllegalStateException()),
                    new NullPointerException(),
                    new ApiDown(new NullPointerException()),
                    new NullPointerException().initCause(new IOException()),
                    new ApiDown(new StackOverflowError()),
                    sslHandshake(null),
                    sslHandshake(new CertificateException()),
                    new SSLException(sslHandshake(new Exception(new CertificateException()))),
                    named("org.springframework.web.client.ResourceAccessException", sslHandshake(null)),
                    named(
                            "org.springframework.web.reactive.function.client.WebClientRequestException",
                            new UnsupportedOperationException()),
                    named("org.springframework.web.client.RestClientException", null),
                    named("org.springframework.http.converter.HttpMessageConversionException", null),
                    new UncheckedIOException((IOException)
                            NamedException.of("com.fasterxml.jackson.core.JsonProcessingException", IOException.class)),
                    new RuntimeException(new SQLException("lost", "08006", new CertificateException())),
                    new RuntimeException(new SQLException("duplicate", "23505")));
        }

        @ParameterizedTest
        @MethodSource
        void retried(Throwable failure) {
            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.RETRYABLE);
        }

        @ParameterizedTest
        @MethodSource
        void notRetried(Throwable failure) {
            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.NOT_RETRYABLE);
        }

        @Test
        void aFirmAnswerBeatsALikelyOneOfAnEarlierClassifier() {
            PolicyClassifier classifier = new PolicyClassifier(
                    ClassificationRules.DEFAULT,
                    List.of(),
                    List.of(new StandardFailureClassifier(), failure -> Retryability.NOT_RETRYABLE),
                    List.of());

            assertThat(classifier.classify(new IOException()).kind()).isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(classifier.classify(new ConnectException()).kind()).isEqualTo(Kind.RETRYABLE);
        }
    }

    @Nested
    class FailuresThatNothingClassifies {

        private final PolicyClassifier retrying = policy(rules(Set.of(), Set.of(), true));

        @Test
        void areNotRetried() {
            assertThat(classifier.classify(new ApiDown(null)).kind()).isEqualTo(Kind.UNCLASSIFIED);
            assertThat(classifier.classify(new RuntimeException()).retryable()).isFalse();
            assertThat(classifier.classify(new Exception(new Exception())).kind())
                    .isEqualTo(Kind.UNCLASSIFIED);
        }

        @Test
        void areRetriedWhereTheRulesSaySo() {
            assertThat(retrying.classify(new ApiDown(null)).kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(retrying.classify(new Exception(new Exception())).kind()).isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void areNeitherProgrammingErrorsNorErrorStatuses() {
            for (Throwable failure : List.of(
                    new NullPointerException(),
                    new NumberFormatException(),
                    new IllegalStateException(),
                    new ClassCastException(),
                    new UnsupportedOperationException(),
                    new IndexOutOfBoundsException(),
                    new ArithmeticException(),
                    new ApiDown(new AssertionError()),
                    new HttpException(404, null),
                    new HttpException(302, null))) {
                assertThat(retrying.classify(failure).kind()).as("%s", failure).isEqualTo(Kind.NOT_RETRYABLE);
                assertThat(classifier.classify(failure).kind())
                        .as("%s", failure)
                        .isEqualTo(Kind.NOT_RETRYABLE);
            }
        }

        @Test
        void programmingErrorsAreRetriedWhenListed() {
            assertThat(policy(retry(IllegalStateException.class))
                            .classify(new IllegalStateException())
                            .kind())
                    .isEqualTo(Kind.RETRYABLE);
        }
    }

    @Nested
    class Stops {

        static Stream<Throwable> interruptions() {
            return Stream.of(
                    new InterruptedException(),
                    new ClosedByInterruptException(),
                    new InterruptedIOException(),
                    new SocketException("Closed by interrupt"),
                    new CompletionException(new InterruptedException()),
                    new ApiDown(new InterruptedException()),
                    named(
                            "org.springframework.web.client.ResourceAccessException",
                            new IOException(new InterruptedException())));
        }

        @ParameterizedTest
        @MethodSource("interruptions")
        void byInterruptionAreNeverRetried(Throwable failure) {
            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.INTERRUPTED);
            assertThat(eager().classify(failure).kind()).isEqualTo(Kind.INTERRUPTED);
            assertThat(PolicyClassifier.isStop(failure)).isTrue();
        }

        static Stream<Throwable> cancellations() {
            return Stream.of(
                    new CancellationException(),
                    new ExecutionException(new CancellationException()),
                    new ApiDown(new CancellationException()));
        }

        @ParameterizedTest
        @MethodSource("cancellations")
        void byCancellationAreNeverRetried(Throwable failure) {
            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.CANCELLED);
            assertThat(eager().classify(failure).kind()).isEqualTo(Kind.CANCELLED);
            assertThat(PolicyClassifier.isStop(failure)).isTrue();
        }

        static Stream<Throwable> timeOuts() {
            return Stream.of(
                    new SocketTimeoutException("Read timed out"),
                    new InterruptedIOException("timeout").initCause(new IOException("Canceled")),
                    new HttpTimeoutException("late").initCause(new CancellationException()),
                    new TimeoutException().initCause(new InterruptedException()));
        }

        @ParameterizedTest
        @MethodSource("timeOuts")
        void byATimeOutAreTimeOuts(Throwable failure) {
            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(PolicyClassifier.isStop(failure)).isFalse();
        }

        static Stream<Throwable> refusals() {
            CallNotPermittedException refusal =
                    CallNotPermittedException.createCallNotPermittedException(CircuitBreaker.ofDefaults("orders"));
            return Stream.of(refusal, new ExecutionException(refusal), new ApiDown(refusal));
        }

        @ParameterizedTest
        @MethodSource("refusals")
        void byACircuitBreakerAreNeverRetriedWhateverLayerThrowsThem(Throwable failure) {
            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(eager().classify(failure).kind()).isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(PolicyClassifier.isStop(failure)).isFalse();
        }

        static Stream<Throwable> errors() {
            return Stream.of(
                    new OutOfMemoryError(),
                    new AssertionError(),
                    new ExecutionException(new LinkageError()),
                    new ExceptionInInitializerError(new ConnectException()));
        }

        @ParameterizedTest
        @MethodSource("errors")
        void byAnErrorAreNeverRetried(Throwable failure) {
            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(eager().classify(failure).kind()).isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(PolicyClassifier.isStop(failure)).isFalse();
        }

        @Test
        void byAnErrorDeepInsideCountOnlyWithTheBuiltInList() {
            Throwable failure = new ApiDown(new LinkageError());

            assertThat(policy(retry(LinkageError.class)).classify(failure).kind())
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(policy(retry(ApiDown.class)).classify(failure).kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(classifier
                            .classify(new HttpException(503, new LinkageError()))
                            .kind())
                    .isEqualTo(Kind.RETRYABLE);
        }

        /** Retries whatever the rules can be made to retry. */
        private PolicyClassifier eager() {
            return policy(
                    rules(
                            Set.of(Throwable.class, InterruptedException.class, CancellationException.class),
                            Set.of(),
                            true),
                    List.of(failure -> Retryability.RETRYABLE),
                    List.of());
        }
    }

    @Nested
    class NeverRan {

        @Test
        void isTakenFromAnywhereInTheChain() {
            Throwable refused = connectException(new ClosedChannelException());

            assertThat(classifier.classify(refused).neverRan()).isTrue();
            assertThat(classifier
                            .classify(new ApiDown(new CompletionException(new Exception(refused))))
                            .neverRan())
                    .isTrue();
            assertThat(policy(never(Throwable.class)).classify(refused).neverRan())
                    .isTrue();
        }

        @Test
        void isFalseWhereTheServerMayHaveSeenTheRequest() {
            for (Throwable failure : List.of(
                    new SocketTimeoutException("Read timed out"),
                    new SocketException("Connection reset"),
                    new HttpException(503, null),
                    new HttpTimeoutException("late"),
                    new IOException())) {
                assertThat(classifier.classify(failure).neverRan())
                        .as("%s", failure)
                        .isFalse();
            }
        }

        private static Throwable connectException(Throwable cause) {
            return new ConnectException().initCause(cause);
        }
    }

    @Nested
    class BrokenExtensions {

        private final List<Object> reported = new ArrayList<>();

        private final List<RuntimeException> causes = new ArrayList<>();

        @Test
        void haveNoAnswerAndAreReportedOnce() {
            FailureClassifier broken = failure -> {
                throw new IllegalStateException("bug");
            };
            HttpFailureResolver alsoBroken = failure -> {
                throw new StackOverflowError("bug");
            };
            PolicyClassifier classifier = reporting(List.of(broken), List.of(alsoBroken));

            for (int i = 0; i < 3; i++) {
                assertThat(classifier
                                .classify(new ApiDown(new ConnectException()))
                                .kind())
                        .isEqualTo(Kind.RETRYABLE);
            }

            assertThat(reported).containsExactlyInAnyOrder(broken, alsoBroken);
            assertThat(causes)
                    .anySatisfy(cause -> assertThat(cause).hasMessage("bug").hasNoCause())
                    .anySatisfy(cause -> assertThat(cause).hasCauseInstanceOf(StackOverflowError.class));
        }

        @Test
        void mayAlsoReturnNull() {
            PolicyClassifier classifier = reporting(List.of(failure -> null), List.of());

            assertThat(classifier.classify(new ConnectException()).kind()).isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void mayBeTheFailureItself() {
            Exception broken = new BrokenAnswer();

            Classification classification = reporting(List.of(), List.of()).classify(broken);
            assertThat(classification.http()).isNull();
            assertThat(classification.kind()).isEqualTo(Kind.UNCLASSIFIED);
            assertThat(reported).containsExactly(broken);
        }

        @Test
        void doNotBreakTheHeadersOfAnAnswer() {
            HttpFailure broken = new HttpFailure() {
                @Override
                public int status() {
                    return 503;
                }

                @Override
                public Map<String, List<String>> headers() {
                    throw new IllegalStateException("bug");
                }
            };

            Classification classification =
                    reporting(List.of(), List.of(failure -> broken)).classify(new ApiDown(null));

            assertThat(classification.kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(classification.http()).extracting(HttpFailure::headers).isEqualTo(Map.of());
            assertThat(reported).containsExactly(broken);
        }

        @Test
        void mayMeetABrokenReporter() {
            PolicyClassifier classifier = new PolicyClassifier(
                    ClassificationRules.DEFAULT,
                    List.of(failure -> {
                        throw new IllegalStateException("bug");
                    }),
                    List.of(new StandardFailureClassifier()),
                    List.of(),
                    (extension, failure) -> {
                        throw new IllegalStateException("bug in the reporter");
                    });

            assertThat(classifier.classify(new ConnectException()).kind()).isEqualTo(Kind.RETRYABLE);
        }

        private PolicyClassifier reporting(List<FailureClassifier> classifiers, List<HttpFailureResolver> resolvers) {
            return new PolicyClassifier(
                    ClassificationRules.DEFAULT,
                    classifiers,
                    List.of(new StandardFailureClassifier()),
                    resolvers,
                    (extension, failure) -> {
                        reported.add(extension);
                        causes.add(failure);
                    });
        }
    }

    @Test
    void namesTheVeryFailureThatWasThrown() {
        AppChecked failure = new AppChecked();

        assertThat(policy(never(AppChecked.class)).classify(failure).failure()).isSameAs(failure);
        assertThat(classifier.classify(new CompletionException(failure)).failure())
                .isSameAs(failure);
    }

    @Test
    void endsOnACyclicChain() {
        Exception first = new Exception("first");
        first.initCause(new Exception("second", first));

        assertThat(classifier.classify(first).kind()).isEqualTo(Kind.UNCLASSIFIED);
    }

    @Nested
    class AFailureThatIsMetAgain {

        @Test
        void isJudgedByTheCauseThatItHasNow() {
            Exception failure = new AppChecked();
            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.UNCLASSIFIED);

            failure.initCause(new ConnectException("refused"));

            assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(classifier.classify(new AppChecked()).kind()).isEqualTo(Kind.UNCLASSIFIED);
        }

        @Test
        void isJudgedByTheRulesOfEachPolicy() {
            AppChecked failure = new AppChecked();

            for (int time = 0; time < 2; time++) {
                assertThat(classifier.classify(failure).kind()).isEqualTo(Kind.UNCLASSIFIED);
                assertThat(policy(retry(AppChecked.class)).classify(failure).kind())
                        .isEqualTo(Kind.RETRYABLE);
                assertThat(policy(never(AppChecked.class)).classify(failure).kind())
                        .isEqualTo(Kind.NOT_RETRYABLE);
            }
        }

        @Test
        void isJudgedByItsOwnMessage() {
            for (int time = 0; time < 2; time++) {
                assertThat(classifier
                                .classify(new SocketTimeoutException("Connect timed out"))
                                .neverRan())
                        .isTrue();
                assertThat(classifier
                                .classify(new SocketTimeoutException("Read timed out"))
                                .neverRan())
                        .isFalse();
            }
        }
    }

    private static PolicyClassifier policy(ClassificationRules rules) {
        return policy(rules, List.of(), List.of());
    }

    private static PolicyClassifier policy(
            ClassificationRules rules, List<FailureClassifier> classifiers, List<HttpFailureResolver> resolvers) {
        return new PolicyClassifier(rules, classifiers, List.of(new StandardFailureClassifier()), resolvers);
    }

    private static ClassificationRules retry(Class<? extends Throwable> type) {
        return rules(Set.of(type), Set.of(), false);
    }

    private static ClassificationRules never(Class<? extends Throwable> type) {
        return rules(Set.of(), Set.of(type), false);
    }

    private static ClassificationRules rules(
            Set<Class<? extends Throwable>> retryOn, Set<Class<? extends Throwable>> neverOn, boolean unclassified) {
        return new ClassificationRules(retryOn, neverOn, Set.of(), Set.of(), unclassified);
    }

    private static SSLHandshakeException sslHandshake(Throwable cause) {
        SSLHandshakeException failure = new SSLHandshakeException("handshake");
        if (cause != null) {
            failure.initCause(cause);
        }
        return failure;
    }

    private static Throwable named(String className, Throwable cause) {
        Throwable failure = NamedException.of(className, RuntimeException.class);
        return cause == null ? failure : failure.initCause(cause);
    }

    private static final class ApiDown extends RuntimeException {

        ApiDown(Throwable cause) {
            super(cause);
        }
    }

    private static final class AppChecked extends Exception {}

    private static final class HttpException extends Exception implements HttpFailure {

        private final int status;

        HttpException(int status, Throwable cause) {
            super("HTTP " + status, cause);
            this.status = status;
        }

        @Override
        public int status() {
            return status;
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of("Retry-After", List.of("2", "3"));
        }
    }

    private static final class BrokenAnswer extends Exception implements HttpFailure {

        @Override
        public int status() {
            throw new IllegalStateException("bug");
        }
    }
}
