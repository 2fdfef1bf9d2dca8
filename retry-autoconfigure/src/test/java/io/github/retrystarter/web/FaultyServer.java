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
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ServerSocketFactory;

/** A server on a loopback port that goes wrong in one way, every time. */
final class FaultyServer implements AutoCloseable {

    private final ServerSocket listening;

    private final String scheme;

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private final Thread thread;

    private FaultyServer(ServerSocketFactory sockets, String scheme, Fault fault) throws IOException {
        this.listening = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.scheme = scheme;
        this.thread = new Thread(() -> serve(fault), "faulty-server");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    /** A port that nobody listens on. */
    static URI closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return uri("http", socket);
        }
    }

    /** Accepts connections, reads the request and never answers. */
    static FaultyServer silent() throws IOException {
        return plain(socket -> readRequest(socket));
    }

    /** Resets the connection once the request is there. */
    static FaultyServer resetting() throws IOException {
        return plain(socket -> {
            readRequest(socket);
            reset(socket);
        });
    }

    /** Closes the connection in good order instead of answering. */
    static FaultyServer closing() throws IOException {
        return plain(socket -> {
            readRequest(socket);
            socket.close();
        });
    }

    /** Answers with something that is no HTTP. */
    static FaultyServer babbling() throws IOException {
        return plain(socket -> {
            readRequest(socket);
            send(socket, "%$&! not a status line\r\n\r\n");
            socket.close();
        });
    }

    /** Closes the connection in the middle of a body. */
    static FaultyServer truncating() throws IOException {
        return plain(socket -> {
            readRequest(socket);
            send(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n");
            send(socket, "ff\r\nhalf of it");
            socket.close();
        });
    }

    /** Answers with 503 and the lines of one header under names that differ in case. */
    static FaultyServer busyInTwoCases() throws IOException {
        return plain(socket -> {
            readRequest(socket);
            send(socket, "HTTP/1.1 503 Busy\r\nRetry-After: 2\r\nretry-after: 3\r\nContent-Length: 0\r\n\r\n");
            socket.close();
        });
    }

    /** Resets the connection in the middle of the TLS handshake. */
    static FaultyServer resettingHandshake() throws IOException {
        return new FaultyServer(ServerSocketFactory.getDefault(), "https", socket -> {
            if (socket.getInputStream().read() >= 0) {
                reset(socket);
            }
        });
    }

    /** Talks TLS with the certificate of the given sockets, and answers with 200. */
    static FaultyServer tls(ServerSocketFactory sockets) throws IOException {
        return new FaultyServer(sockets, "https", socket -> {
            readRequest(socket);
            send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket.close();
        });
    }

    private static FaultyServer plain(Fault fault) throws IOException {
        return new FaultyServer(ServerSocketFactory.getDefault(), "http", fault);
    }

    URI uri() {
        return uri(scheme, listening);
    }

    private static URI uri(String scheme, ServerSocket socket) {
        return URI.create(scheme + "://localhost:" + socket.getLocalPort() + "/");
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void serve(Fault fault) {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                open.add(socket);
                fault.goWrong(socket);
            } catch (IOException endOfThisConnection) {
                // The next one goes wrong in the same way.
            }
        }
    }

    private static void readRequest(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return;
            }
            head.append((char) next);
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @FunctionalInterface
    private interface Fault {

        void goWrong(Socket socket) throws IOException;
    }
}
