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

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import javax.net.ServerSocketFactory;

import io.github.retrystarter.testing.LoopbackServer;
import io.github.retrystarter.testing.LoopbackServer.Conversation;

/** A server on a loopback port that goes wrong in one way, every time. */
final class FaultyServer implements AutoCloseable {

    private final LoopbackServer server;
    private final String scheme;

    private FaultyServer(ServerSocketFactory sockets, String scheme, Conversation fault) {
        this.server = new LoopbackServer(sockets, fault);
        this.scheme = scheme;
    }

    /** A port that nobody listens on. */
    static URI closedPort() {
        return uri("http", LoopbackServer.closedPort());
    }

    /** Accepts connections, reads the request and never answers. */
    static FaultyServer silent() {
        return plain(socket -> readRequest(socket));
    }

    /** Resets the connection once the request is there. */
    static FaultyServer resetting() {
        return plain(socket -> {
            readRequest(socket);
            LoopbackServer.reset(socket);
        });
    }

    /** Closes the connection in good order instead of answering. */
    static FaultyServer closing() {
        return plain(socket -> {
            readRequest(socket);
            socket.close();
        });
    }

    /** Answers with something that is no HTTP. */
    static FaultyServer babbling() {
        return plain(socket -> {
            readRequest(socket);
            send(socket, "%$&! not a status line\r\n\r\n");
            socket.close();
        });
    }

    /** Closes the connection in the middle of a body. */
    static FaultyServer truncating() {
        return plain(socket -> {
            readRequest(socket);
            send(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n");
            send(socket, "ff\r\nhalf of it");
            socket.close();
        });
    }

    /** Answers with 503 and the lines of one header under names that differ in case. */
    static FaultyServer busyInTwoCases() {
        return plain(socket -> {
            readRequest(socket);
            send(socket, "HTTP/1.1 503 Busy\r\nRetry-After: 2\r\nretry-after: 3\r\nContent-Length: 0\r\n\r\n");
            socket.close();
        });
    }

    /** Resets the connection in the middle of the TLS handshake. */
    static FaultyServer resettingHandshake() {
        return new FaultyServer(ServerSocketFactory.getDefault(), "https", socket -> {
            if (socket.getInputStream().read() >= 0) {
                LoopbackServer.reset(socket);
            }
        });
    }

    /** Talks TLS with the certificate of the given sockets, and answers with 200. */
    static FaultyServer tls(ServerSocketFactory sockets) {
        return new FaultyServer(sockets, "https", socket -> {
            readRequest(socket);
            send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket.close();
        });
    }

    private static FaultyServer plain(Conversation fault) {
        return new FaultyServer(ServerSocketFactory.getDefault(), "http", fault);
    }

    URI uri() {
        return uri(scheme, server.port());
    }

    private static URI uri(String scheme, int port) {
        return URI.create(scheme + "://localhost:" + port + "/");
    }

    @Override
    public void close() {
        server.close();
    }

    private static void readRequest(Socket socket) throws IOException {
        var unused = LoopbackServer.readHead(socket.getInputStream());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }
}
