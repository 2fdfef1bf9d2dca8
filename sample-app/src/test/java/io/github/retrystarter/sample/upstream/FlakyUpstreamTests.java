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
package io.github.retrystarter.sample.upstream;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

class FlakyUpstreamTests {

    private final FlakyUpstream upstream = new FlakyUpstream();

    @BeforeEach
    void start() {
        upstream.start();
    }

    @AfterEach
    void stop() {
        upstream.stop();
    }

    @Test
    void listensOnLoopbackOnly() {
        assertThat(upstream.address().getHost()).isIn("127.0.0.1", "[0:0:0:0:0:0:0:1]");
        assertThat(upstream.address().getPort()).isPositive();
    }

    @Test
    void answersInHttp() throws IOException {
        assertThat(ask("/rate-limit?seconds=7"))
                .startsWith("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nDate: ")
                .contains("\r\nConnection: close\r\n")
                .endsWith("\r\n\r\nToo Many Requests");
    }

    /** A connection that is merely closed would end the stream; only RST makes reading fail. */
    @Test
    void resetsTheConnection() {
        assertThatExceptionOfType(SocketException.class)
                .isThrownBy(() -> ask("/reset"))
                .withMessageContaining("reset");
    }

    @Test
    void refusesWhatItCannotRead() throws IOException {
        assertThat(ask("/flaky?failures=many")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("/earthquake")).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void logsEachRequestUnderItsKey() throws IOException {
        ask("/flaky?failures=1&key=a%20b");
        ask("/flaky?failures=1&key=other");
        ask("/flaky?failures=1&key=a%20b");

        assertThat(upstream.requests("a b"))
                .extracting(LoggedRequest::path, LoggedRequest::answer)
                .containsExactly(tuple("/flaky", "503"), tuple("/flaky", "200"));
        assertThat(upstream.requests("nobody")).isEmpty();
    }

    @Test
    void understandsTheAddressOfAScript() throws IOException {
        Script script = Script.of("flaky", Map.of("failures", "0", "key", "ä & {b}+?"));
        URI uri = script.uri(upstream.address());

        assertThat(ask(uri.getRawPath() + "?" + uri.getRawQuery())).startsWith("HTTP/1.1 200 ");
        assertThat(upstream.requests("ä & {b}+?")).hasSize(1);
    }

    private String ask(String target) throws IOException {
        try (Socket socket =
                new Socket(upstream.address().getHost(), upstream.address().getPort())) {
            socket.getOutputStream()
                    .write(("GET " + target + " HTTP/1.1\r\nHost: upstream\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
