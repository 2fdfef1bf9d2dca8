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

import java.io.CharConversionException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.io.UnsupportedEncodingException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.MalformedURLException;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.net.UnknownServiceException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.InterruptedByTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.security.cert.CertificateException;
import java.sql.BatchUpdateException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.ConcurrentModificationException;
import java.util.MissingResourceException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.zip.ZipException;

import javax.crypto.AEADBadTagException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLKeyException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLProtocolException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class StandardFailureClassifierTests {

    private final StandardFailureClassifier classifier = new StandardFailureClassifier();

    static Stream<Arguments> failures() {
        return Stream.of(network(), timeOuts(), inputAndOutput(), tls(), conversion(), mistakes(), stops(), databases())
                .flatMap(family -> family);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("failures")
    void knowsTheFailuresOfTheJdk(Throwable failure, Verdict expected, boolean neverRan) {
        assertThat(classifier.judge(failure)).isEqualTo(expected);
        assertThat(classifier.classify(failure)).isEqualTo(expected.retryability());
        assertThat(KnownFailures.natureOf(failure).neverRan()).isEqualTo(neverRan);
    }

    private static Stream<Arguments> network() {
        return Stream.of(
                unreached(new ConnectException("Connection refused")),
                unreached(new NoRouteToHostException("No route to host")),
                unreached(new UnknownHostException("nowhere.example")),
                unreached(new UnresolvedAddressException()),
                likely(new SocketException("Connection reset")),
                likely(new SocketException("Broken pipe")),
                likely(new SocketException("Network is unreachable")),
                likely(new BindException("Cannot assign requested address")),
                likely(new PortUnreachableException()),
                likely(new ProtocolException("Invalid status line")),
                likely(new EOFException()),
                likely(new ClosedChannelException()),
                likely(new AsynchronousCloseException()),
                never(new MalformedURLException("no protocol")),
                never(new URISyntaxException("%", "malformed")),
                never(new UnknownServiceException()),
                never(new HttpRetryException("cannot retry in streaming mode", 401)));
    }

    private static Stream<Arguments> timeOuts() {
        return Stream.of(
                unreached(new SocketTimeoutException("Connect timed out")),
                unreached(new SocketTimeoutException("connect timed out")),
                unreached(new SocketTimeoutException("Connect Timeout")),
                unreached(new HttpConnectTimeoutException("HTTP connect timed out")),
                retryable(new SocketTimeoutException("Read timed out")),
                retryable(new SocketTimeoutException()),
                retryable(new HttpTimeoutException("request timed out")),
                retryable(new TimeoutException()),
                retryable(new InterruptedByTimeoutException()),
                retryable(new InterruptedIOException("timeout")),
                retryable(new InterruptedIOException("Read timed out")),
                retryable(new InterruptedIOException("deadline reached")),
                retryable(new PeerTimeoutException()));
    }

    private static Stream<Arguments> inputAndOutput() {
        return Stream.of(
                likely(new IOException("whatever")),
                likely(new AppIoException()),
                likely(new UncheckedIOException(new IOException("inner"))),
                likely(new FileSystemException("file", null, "Too many open files")),
                never(new FileNotFoundException("file")),
                never(new NoSuchFileException("file")),
                never(new AccessDeniedException("file")),
                never(new FileAlreadyExistsException("file")),
                never(new DirectoryNotEmptyException("folder")));
    }

    private static Stream<Arguments> tls() {
        return Stream.of(
                likely(new SSLException("Connection reset")),
                likely(new SSLProtocolException("unexpected message")),
                unlikely(new SSLHandshakeException("handshake_failure")),
                never(new SSLPeerUnverifiedException("Certificate does not match")),
                never(new SSLKeyException("bad key")),
                never(new CertificateException("no name matching localhost")),
                unknown(new AEADBadTagException("Tag mismatch")));
    }

    private static Stream<Arguments> conversion() {
        return Stream.of(
                never(new MalformedInputException(1)),
                never(new UnsupportedEncodingException("UTF-9")),
                never(new InvalidClassException("incompatible")),
                never(new NotSerializableException("java.lang.Object")),
                never(new StreamCorruptedException()),
                never(new ZipException("Not in GZIP format")),
                likely(new CharConversionException()));
    }

    private static Stream<Arguments> mistakes() {
        return Stream.of(
                never(new NullPointerException()),
                never(new ClassCastException()),
                never(new UnsupportedOperationException()),
                never(new StringIndexOutOfBoundsException()),
                never(new ArithmeticException()),
                never(new NegativeArraySizeException()),
                never(new ArrayStoreException()),
                never(new SecurityException()),
                unlikely(new IllegalArgumentException()),
                unlikely(new NumberFormatException()),
                unlikely(new IllegalStateException()),
                unlikely(new OwnStateException()),
                never(new OutOfMemoryError()),
                never(new StackOverflowError()),
                never(new NoClassDefFoundError()),
                never(new AssertionError()),
                unknown(new RuntimeException()),
                unknown(new Exception()),
                unknown(new Throwable()),
                unknown(new ConcurrentModificationException()),
                unknown(new RejectedExecutionException()),
                unknown(new MissingResourceException("none", "bundle", "key")));
    }

    private static Stream<Arguments> stops() {
        return Stream.of(
                never(new InterruptedException()),
                never(new InterruptedIOException()),
                never(new InterruptedIOException("interrupted")),
                never(new ClosedByInterruptException()),
                never(new FileLockInterruptionException()),
                never(new SocketException("Closed by interrupt")),
                never(new CancellationException()));
    }

    private static Stream<Arguments> databases() {
        return Stream.of(
                retryable(new SQLException("serialization failure", "40001")),
                retryable(new SQLException("deadlock detected", "40P01")),
                retryable(new BatchUpdateException("deadlock detected", "40P01", new int[0])),
                arguments(new SQLException("unable to connect", "08001"), Verdict.LIKELY_RETRYABLE, true),
                likely(new SQLException("connection lost", "08006")),
                likely(new SQLException("link failure", "08S01")),
                likely(new SQLException("rejected", "08004")),
                retryable(new SQLTransientException()),
                retryable(new SQLTimeoutException()),
                retryable(new SQLTransactionRollbackException()),
                likely(new SQLTransientConnectionException()),
                arguments(
                        new SQLTransientConnectionException(
                                "pool - Connection is not available, request timed out after 30000ms"),
                        Verdict.LIKELY_RETRYABLE,
                        true),
                likely(new SQLRecoverableException()),
                likely(new SQLNonTransientConnectionException("no connection", "08003")),
                likely(new SQLNonTransientConnectionException("broken", "90067")),
                never(new SQLNonTransientException()),
                never(new SQLIntegrityConstraintViolationException("duplicate key", "23505")),
                never(new SQLIntegrityConstraintViolationException()),
                never(new SQLSyntaxErrorException()),
                never(new SQLDataException()),
                never(new SQLFeatureNotSupportedException()),
                never(new SQLInvalidAuthorizationSpecException()),
                never(new SQLException("duplicate key", "23505")),
                never(new SQLException("syntax", "42601")),
                never(new SQLException("password", "28P01")),
                never(new SQLException("overflow", "22003")),
                unknown(new SQLException("too many connections", "53300")),
                unknown(new SQLException("short", "4")),
                unknown(new SQLException("no state")));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            io.netty.channel.ConnectTimeoutException,                                     java.net.ConnectException,           RETRYABLE, true
            io.netty.channel.pool.FixedChannelPool$AcquireTimeoutException,               java.util.concurrent.TimeoutException, RETRYABLE, true
            io.netty.channel.pool.SimpleChannelPool$ChannelPoolFullException,             java.lang.IllegalStateException,     RETRYABLE, true
            io.netty.handler.codec.PrematureChannelClosureException,                      java.lang.RuntimeException,          RETRYABLE, false
            io.netty.handler.ssl.NotSslRecordException,                                   javax.net.ssl.SSLException,          NOT_RETRYABLE, false
            io.netty.handler.ssl.SslHandshakeTimeoutException,                            javax.net.ssl.SSLHandshakeException, RETRYABLE, false
            io.netty.handler.ssl.StacklessSSLHandshakeException,                          javax.net.ssl.SSLHandshakeException, RETRYABLE, false
            io.netty.handler.timeout.TimeoutException,                                    java.lang.RuntimeException,          RETRYABLE, false
            io.netty.resolver.dns.DnsNameResolverException,                               java.lang.RuntimeException,          RETRYABLE, true
            io.netty.resolver.dns.DnsNameResolverTimeoutException,                        java.lang.RuntimeException,          RETRYABLE, true
            reactor.netty.channel.AbortedException,                                       java.lang.RuntimeException,          RETRYABLE, false
            reactor.netty.http.client.PrematureCloseException,                            java.io.IOException,                 RETRYABLE, false
            reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException,  java.lang.RuntimeException,          RETRYABLE, true
            reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException,       java.util.concurrent.TimeoutException, RETRYABLE, true
            org.apache.hc.client5.http.ConnectTimeoutException,                           java.net.SocketTimeoutException,     RETRYABLE, true
            org.apache.hc.client5.http.HttpHostConnectException,                          java.net.ConnectException,           RETRYABLE, true
            org.apache.hc.client5.http.UnsupportedSchemeException,                        java.io.IOException,                 NOT_RETRYABLE, false
            org.apache.hc.core5.http.ConnectionClosedException,                           java.io.IOException,                 LIKELY_RETRYABLE, false
            org.apache.hc.core5.http.ConnectionRequestTimeoutException,                   java.io.InterruptedIOException,      RETRYABLE, true
            org.apache.hc.core5.http.NoHttpResponseException,                             java.io.IOException,                 RETRYABLE, false
            org.apache.hc.core5.http.RequestNotExecutedException,                         java.io.IOException,                 RETRYABLE, true
            org.apache.http.NoHttpResponseException,                                      java.io.IOException,                 RETRYABLE, false
            org.apache.http.conn.ConnectTimeoutException,                                 java.io.InterruptedIOException,      RETRYABLE, true
            okhttp3.internal.http2.StreamResetException,                                  java.io.IOException,                 LIKELY_RETRYABLE, false
            org.eclipse.jetty.io.EofException,                                            java.io.EOFException,                LIKELY_RETRYABLE, false
            org.apache.catalina.connector.ClientAbortException,                           java.io.IOException,                 NOT_RETRYABLE, false
            org.springframework.web.context.request.async.AsyncRequestNotUsableException, java.io.IOException,                 NOT_RETRYABLE, false
            org.springframework.web.client.ResourceAccessException,                       java.lang.RuntimeException,          LIKELY_RETRYABLE, false
            org.springframework.web.client.RestClientException,                           java.lang.RuntimeException,          LIKELY_NOT_RETRYABLE, false
            org.springframework.web.client.UnknownContentTypeException,                   java.lang.RuntimeException,          NOT_RETRYABLE, false
            org.springframework.web.reactive.function.client.WebClientRequestException,   java.lang.RuntimeException,          LIKELY_RETRYABLE, false
            org.springframework.web.reactive.function.client.WebClientException,          java.lang.RuntimeException,          LIKELY_NOT_RETRYABLE, false
            org.springframework.web.reactive.function.UnsupportedMediaTypeException,      java.lang.RuntimeException,          NOT_RETRYABLE, false
            org.springframework.http.converter.HttpMessageConversionException,            java.lang.RuntimeException,          LIKELY_NOT_RETRYABLE, false
            org.springframework.core.codec.CodecException,                                java.lang.RuntimeException,          LIKELY_NOT_RETRYABLE, false
            feign.FeignException,                                                         java.lang.RuntimeException,          LIKELY_NOT_RETRYABLE, false
            feign.RetryableException,                                                     java.lang.RuntimeException,          LIKELY_RETRYABLE, false
            feign.codec.DecodeException,                                                  java.lang.RuntimeException,          LIKELY_NOT_RETRYABLE, false
            com.fasterxml.jackson.core.JacksonException,                                  java.io.IOException,                 LIKELY_NOT_RETRYABLE, false
            com.fasterxml.jackson.core.JsonProcessingException,                           java.io.IOException,                 LIKELY_NOT_RETRYABLE, false
            tools.jackson.core.JacksonException,                                          java.lang.RuntimeException,          LIKELY_NOT_RETRYABLE, false
            tools.jackson.core.exc.JacksonIOException,                                    java.lang.RuntimeException,          LIKELY_RETRYABLE, false
            com.google.gson.JsonParseException,                                           java.lang.RuntimeException,          LIKELY_NOT_RETRYABLE, false
            com.google.gson.JsonIOException,                                              java.lang.RuntimeException,          LIKELY_RETRYABLE, false
            com.google.protobuf.InvalidProtocolBufferException,                           java.io.IOException,                 NOT_RETRYABLE, false
            jakarta.validation.ConstraintViolationException,                              jakarta.validation.ValidationException, NOT_RETRYABLE, false
            org.springframework.validation.BindException,                                 java.lang.Exception,                 NOT_RETRYABLE, false
            io.github.resilience4j.circuitbreaker.CallNotPermittedException,              java.lang.RuntimeException,          NOT_RETRYABLE, false
            org.springframework.jdbc.CannotGetJdbcConnectionException,                    java.lang.RuntimeException,          LIKELY_RETRYABLE, true
            jakarta.persistence.OptimisticLockException,                                  java.lang.RuntimeException,          RETRYABLE, false
            jakarta.persistence.PessimisticLockException,                                 java.lang.RuntimeException,          RETRYABLE, false
            jakarta.persistence.LockTimeoutException,                                     java.lang.RuntimeException,          RETRYABLE, false
            org.hibernate.StaleStateException,                                            java.lang.RuntimeException,          RETRYABLE, false
            org.hibernate.exception.JDBCConnectionException,                              java.lang.RuntimeException,          LIKELY_RETRYABLE, false
            io.r2dbc.spi.R2dbcTransientException,                                         java.lang.RuntimeException,          RETRYABLE, false
            io.r2dbc.spi.R2dbcNonTransientException,                                      java.lang.RuntimeException,          NOT_RETRYABLE, false
            io.r2dbc.spi.R2dbcNonTransientResourceException,                              java.lang.RuntimeException,          LIKELY_RETRYABLE, false
            com.acme.ApplicationException,                                                java.lang.RuntimeException,          UNKNOWN, false
            """)
    void knowsTheFailuresOfLibrariesByName(
            String name, Class<? extends Throwable> superclass, Verdict expected, boolean neverRan) {
        Class<? extends Throwable> type = NamedException.type(name, superclass);
        Class<? extends Throwable> subtype = NamedException.type("com.acme.Subtype", type);

        for (Throwable failure : new Throwable[] {NamedException.instance(type), NamedException.instance(subtype)}) {
            assertThat(classifier.judge(failure)).isEqualTo(expected);
            assertThat(KnownFailures.natureOf(failure).neverRan()).isEqualTo(neverRan);
        }
    }

    @Test
    void listsNoClassOfTheJdkThatDoesNotExist() {
        assertThat(KnownFailures.byName().keySet().stream()
                        .filter(name -> name.startsWith("java.") || name.startsWith("javax.")))
                .isNotEmpty()
                .allSatisfy(name -> assertThatCode(() -> Class.forName(name)).doesNotThrowAnyException());
    }

    @ParameterizedTest
    @CsvSource({
        "org.springframework., 9",
        "io.netty., 7",
        "org.apache.hc., 4",
        "reactor., 4",
        "com.fasterxml.jackson., 2",
        "jakarta.validation., 1"
    })
    void namesOfLibrariesOnTheClassPathAreRight(String prefix, int atLeast) {
        assertThat(KnownFailures.byName().keySet().stream()
                        .filter(name -> name.startsWith(prefix))
                        .filter(StandardFailureClassifierTests::exists))
                .hasSizeGreaterThanOrEqualTo(atLeast);
    }

    @Test
    void survivesAMessageThatCannotBeRead() {
        assertThat(classifier.judge(new SocketTimeoutException() {
                    @Override
                    public String getMessage() {
                        throw new IllegalStateException("no");
                    }
                }))
                .isEqualTo(Verdict.RETRYABLE);
        assertThat(classifier.judge(new SQLException() {
                    @Override
                    public String getSQLState() {
                        throw new IllegalStateException("no");
                    }
                }))
                .isEqualTo(Verdict.UNKNOWN);
    }

    private static boolean exists(String name) {
        try {
            Class.forName(name, false, StandardFailureClassifierTests.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException failure) {
            return false;
        }
    }

    private static Arguments unreached(Throwable failure) {
        return arguments(failure, Verdict.RETRYABLE, true);
    }

    private static Arguments retryable(Throwable failure) {
        return arguments(failure, Verdict.RETRYABLE, false);
    }

    private static Arguments likely(Throwable failure) {
        return arguments(failure, Verdict.LIKELY_RETRYABLE, false);
    }

    private static Arguments unlikely(Throwable failure) {
        return arguments(failure, Verdict.LIKELY_NOT_RETRYABLE, false);
    }

    private static Arguments never(Throwable failure) {
        return arguments(failure, Verdict.NOT_RETRYABLE, false);
    }

    private static Arguments unknown(Throwable failure) {
        return arguments(failure, Verdict.UNKNOWN, false);
    }

    private static final class PeerTimeoutException extends InterruptedIOException {}

    private static final class AppIoException extends IOException {}

    private static final class OwnStateException extends IllegalStateException {}
}
