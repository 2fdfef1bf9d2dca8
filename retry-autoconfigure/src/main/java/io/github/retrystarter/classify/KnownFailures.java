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

import java.io.InterruptedIOException;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The built-in list: the nature of failures by class name, the nearest superclass first, and of the few whose class
 * alone does not tell. Total. What it has found out about a class is kept with that class itself, as a string, so that it
 * holds on to nobody's class loader.
 */
final class KnownFailures {

    private static final Map<String, FailureNature> BY_NAME = table();

    /** The name by which a class of failures is on the list: its own, or that of a superclass; empty where none is. */
    private static final ClassValue<String> KNOWN_AS = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> failureType) {
            for (Class<?> type = failureType; type != null; type = type.getSuperclass()) {
                if (BY_NAME.containsKey(type.getName())) {
                    return type.getName();
                }
            }
            return "";
        }
    };

    private KnownFailures() {}

    /** Tells the nature of one failure, without regard to its causes. Never throws. */
    static FailureNature natureOf(Throwable failure) {
        String knownAs = KNOWN_AS.get(failure.getClass());
        FailureNature nature = knownAs.isEmpty() ? null : BY_NAME.get(knownAs);
        return nature == null ? FailureNature.UNKNOWN : refine(nature, knownAs, failure);
    }

    static Map<String, FailureNature> byName() {
        return BY_NAME;
    }

    private static FailureNature refine(FailureNature byClass, String knownAs, Throwable failure) {
        return switch (knownAs) {
            case "java.net.SocketTimeoutException" ->
                saysConnect(message(failure)) ? FailureNature.CONNECT_TIME_OUT : byClass;
            case "java.io.InterruptedIOException" -> isTimeOut(failure) ? FailureNature.TIME_OUT : byClass;
            case "java.io.IOException" -> isInterruptedSocket(failure) ? FailureNature.INTERRUPTION : byClass;
            case "java.sql.SQLException" -> SqlFailures.natureOf(failure);
            default -> byClass;
        };
    }

    /** "Connect timed out" of the JDK, "Connect Timeout" of Jetty; "Read timed out" is the other one. */
    private static boolean saysConnect(String message) {
        return message.startsWith("connect timed out") || message.startsWith("connect timeout");
    }

    /** Several clients report time-outs as interrupted I/O, some in a type of their own, OkHttp in words. */
    private static boolean isTimeOut(Throwable failure) {
        for (Class<?> type = failure.getClass(); type != InterruptedIOException.class; type = type.getSuperclass()) {
            if (type.getName().contains("Timeout")) {
                return true;
            }
        }
        String message = message(failure);
        return message.contains("timeout") || message.contains("timed out") || message.contains("deadline reached");
    }

    /** What a virtual thread gets that is interrupted on a socket. */
    private static boolean isInterruptedSocket(Throwable failure) {
        return failure instanceof SocketException && message(failure).equals("closed by interrupt");
    }

    /** The message in lower case, empty when there is none. */
    static String message(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? "" : message.toLowerCase(Locale.ROOT);
        } catch (RuntimeException | Error brokenGetter) {
            return "";
        }
    }

    private static Map<String, FailureNature> table() {
        Map<String, FailureNature> table = new HashMap<>();
        stops(table);
        network(table);
        timeOuts(table);
        inputAndOutput(table);
        tls(table);
        conversion(table);
        clients(table);
        databases(table);
        mistakes(table);
        return Map.copyOf(table);
    }

    private static void stops(Map<String, FailureNature> table) {
        put(
                table,
                FailureNature.INTERRUPTION,
                "java.lang.InterruptedException",
                "java.io.InterruptedIOException",
                "java.nio.channels.ClosedByInterruptException",
                "java.nio.channels.FileLockInterruptionException");
        put(table, FailureNature.CANCELLATION, "java.util.concurrent.CancellationException");
        put(table, FailureNature.NOT_PERMITTED, "io.github.resilience4j.circuitbreaker.CallNotPermittedException");
    }

    private static void network(Map<String, FailureNature> table) {
        put(
                table,
                FailureNature.UNREACHED,
                "java.net.ConnectException",
                "java.net.NoRouteToHostException",
                "java.net.UnknownHostException",
                "java.nio.channels.UnresolvedAddressException",
                "io.netty.resolver.dns.DnsNameResolverException",
                "io.netty.channel.pool.SimpleChannelPool$ChannelPoolFullException",
                "reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException",
                "org.apache.hc.core5.http.RequestNotExecutedException");
        put(
                table,
                FailureNature.TRANSIENT,
                "io.netty.handler.codec.PrematureChannelClosureException",
                "reactor.netty.channel.AbortedException",
                "reactor.netty.http.client.PrematureCloseException",
                "org.apache.hc.core5.http.NoHttpResponseException",
                "org.apache.http.NoHttpResponseException");
        put(
                table,
                FailureNature.PERMANENT,
                "java.net.MalformedURLException",
                "java.net.URISyntaxException",
                "java.net.UnknownServiceException",
                "java.net.HttpRetryException",
                "org.apache.hc.client5.http.UnsupportedSchemeException",
                // The other side of a request that we serve is gone; no attempt of ours brings it back.
                "org.apache.catalina.connector.ClientAbortException",
                "org.springframework.web.context.request.async.AsyncRequestNotUsableException");
    }

    private static void timeOuts(Map<String, FailureNature> table) {
        put(
                table,
                FailureNature.CONNECT_TIME_OUT,
                "java.net.http.HttpConnectTimeoutException",
                "io.netty.channel.ConnectTimeoutException",
                "io.netty.channel.pool.FixedChannelPool$AcquireTimeoutException",
                "io.netty.resolver.dns.DnsNameResolverTimeoutException",
                "reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException",
                "org.apache.hc.client5.http.ConnectTimeoutException",
                "org.apache.hc.core5.http.ConnectionRequestTimeoutException",
                "org.apache.http.conn.ConnectTimeoutException");
        put(
                table,
                FailureNature.TIME_OUT,
                "java.net.SocketTimeoutException",
                "java.net.http.HttpTimeoutException",
                "java.nio.channels.InterruptedByTimeoutException",
                "java.util.concurrent.TimeoutException",
                "io.netty.handler.timeout.TimeoutException",
                "io.netty.handler.ssl.SslHandshakeTimeoutException");
    }

    private static void inputAndOutput(Map<String, FailureNature> table) {
        put(table, FailureNature.LIKELY_TRANSIENT, "java.io.IOException", "java.io.UncheckedIOException");
        put(
                table,
                FailureNature.PERMANENT,
                "java.io.FileNotFoundException",
                "java.nio.file.AccessDeniedException",
                "java.nio.file.AtomicMoveNotSupportedException",
                "java.nio.file.DirectoryNotEmptyException",
                "java.nio.file.FileAlreadyExistsException",
                "java.nio.file.FileSystemLoopException",
                "java.nio.file.NoSuchFileException",
                "java.nio.file.NotDirectoryException",
                "java.nio.file.NotLinkException");
    }

    private static void tls(Map<String, FailureNature> table) {
        put(
                table,
                FailureNature.PERMANENT,
                "java.security.GeneralSecurityException",
                "javax.net.ssl.SSLKeyException",
                "javax.net.ssl.SSLPeerUnverifiedException",
                "javax.security.sasl.SaslException",
                "io.netty.handler.ssl.NotSslRecordException");
        // A refused handshake stays refused; one that the network cut carries the cut as its cause.
        put(table, FailureNature.LIKELY_PERMANENT, "javax.net.ssl.SSLHandshakeException");
        put(table, FailureNature.TRANSIENT, "io.netty.handler.ssl.StacklessSSLHandshakeException");
        // A garbled record: the exception around it tells more.
        put(table, FailureNature.UNKNOWN, "javax.crypto.BadPaddingException");
    }

    private static void conversion(Map<String, FailureNature> table) {
        put(
                table,
                FailureNature.PERMANENT,
                "java.io.ObjectStreamException",
                "java.io.UTFDataFormatException",
                "java.io.UnsupportedEncodingException",
                "java.nio.charset.CharacterCodingException",
                "java.util.InvalidPropertiesFormatException",
                "java.util.zip.DataFormatException",
                "java.util.zip.ZipException",
                "javax.imageio.IIOException",
                "com.google.protobuf.InvalidProtocolBufferException",
                "org.springframework.web.client.UnknownContentTypeException",
                "org.springframework.web.reactive.function.UnsupportedMediaTypeException");
        // These wrap what happened while they read or wrote, a broken connection too.
        put(
                table,
                FailureNature.LIKELY_PERMANENT,
                "com.fasterxml.jackson.core.JacksonException",
                "com.fasterxml.jackson.core.JsonProcessingException",
                "tools.jackson.core.JacksonException",
                "com.google.gson.JsonParseException",
                "jakarta.json.JsonException",
                "jakarta.json.bind.JsonbException",
                "jakarta.xml.bind.JAXBException",
                "javax.xml.stream.XMLStreamException",
                "org.xml.sax.SAXException",
                "org.springframework.core.codec.CodecException",
                "org.springframework.http.converter.HttpMessageConversionException",
                "feign.codec.DecodeException",
                "feign.codec.EncodeException");
        put(
                table,
                FailureNature.LIKELY_TRANSIENT,
                "tools.jackson.core.exc.JacksonIOException",
                "com.google.gson.JsonIOException");
    }

    private static void clients(Map<String, FailureNature> table) {
        put(
                table,
                FailureNature.LIKELY_TRANSIENT,
                "org.springframework.web.client.ResourceAccessException",
                "org.springframework.web.reactive.function.client.WebClientRequestException",
                "feign.RetryableException");
        put(
                table,
                FailureNature.LIKELY_PERMANENT,
                "org.springframework.web.client.RestClientException",
                "org.springframework.web.reactive.function.client.WebClientException",
                "feign.FeignException");
    }

    private static void databases(Map<String, FailureNature> table) {
        // Looked at more closely, by SQL state and type.
        put(table, FailureNature.UNKNOWN, "java.sql.SQLException");
        put(table, FailureNature.LIKELY_UNREACHED, "org.springframework.jdbc.CannotGetJdbcConnectionException");
        put(
                table,
                FailureNature.TRANSIENT,
                "jakarta.persistence.LockTimeoutException",
                "jakarta.persistence.OptimisticLockException",
                "jakarta.persistence.PessimisticLockException",
                "jakarta.persistence.QueryTimeoutException",
                "org.hibernate.PessimisticLockException",
                "org.hibernate.QueryTimeoutException",
                "org.hibernate.StaleStateException",
                "org.hibernate.exception.LockAcquisitionException",
                "io.r2dbc.spi.R2dbcTransientException");
        put(
                table,
                FailureNature.LIKELY_TRANSIENT,
                "org.hibernate.exception.JDBCConnectionException",
                "io.r2dbc.spi.R2dbcNonTransientResourceException");
        put(table, FailureNature.PERMANENT, "io.r2dbc.spi.R2dbcNonTransientException");
    }

    private static void mistakes(Map<String, FailureNature> table) {
        put(
                table,
                FailureNature.PERMANENT,
                "java.lang.Error",
                "java.lang.ArithmeticException",
                "java.lang.ArrayStoreException",
                "java.lang.ClassCastException",
                "java.lang.IndexOutOfBoundsException",
                "java.lang.NegativeArraySizeException",
                "java.lang.NullPointerException",
                "java.lang.SecurityException",
                "java.lang.UnsupportedOperationException",
                "jakarta.validation.ValidationException",
                "org.springframework.validation.BindException",
                "org.springframework.validation.method.MethodValidationException");
        put(
                table,
                FailureNature.LIKELY_PERMANENT,
                "java.lang.IllegalArgumentException",
                "java.lang.IllegalStateException");
    }

    private static void put(Map<String, FailureNature> table, FailureNature nature, String... names) {
        for (String name : names) {
            if (table.put(name, nature) != null) {
                throw new IllegalStateException("Listed twice: " + name);
            }
        }
    }
}
