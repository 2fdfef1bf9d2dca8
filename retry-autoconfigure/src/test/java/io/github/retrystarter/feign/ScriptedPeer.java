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
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.retrystarter.testing.LoopbackServer;

/**
 * A server on a loopback port that gives prepared answers, one for each request; the last stands for all that follow. Its
 * header goes out byte for byte, and it takes note of the headers of the requests. A connection serves one request.
 */
final class ScriptedPeer implements AutoCloseable {

    private final List<Answer> answers;
    private final LoopbackServer server;
    private final List<List<String>> requests = new CopyOnWriteArrayList<>();

    @FunctionalInterface
    interface Answer {

        void give(Socket socket) throws IOException;

        static Answer of(int status, String... headerLines) {
            return withBody(status, "answer " + status, headerLines);
        }

        static Answer ok() {
            return withBody(200, "fine");
        }

        static Answer withBody(int status, String body, String... headerLines) {
            return socket -> {
                String[] lines = Arrays.copyOf(headerLines, headerLines.length + 1);
                lines[headerLines.length] = "Content-Length: " + body.length();
                send(socket, status, lines);
                socket.getOutputStream().write(body.getBytes(StandardCharsets.US_ASCII));
                socket.close();
            };
        }

        /** Ends the connection in the middle of the body. */
        static Answer cutOff(int status) {
            return socket -> {
                send(socket, status, "Transfer-Encoding: chunked");
                socket.getOutputStream().write("ff\r\nhalf of it".getBytes(StandardCharsets.US_ASCII));
                socket.close();
            };
        }

        /** Resets the connection. */
        static Answer reset() {
            return LoopbackServer::reset;
        }

        /** Never comes. */
        static Answer silence() {
            return socket -> {};
        }

        private static void send(Socket socket, int status, String... headerLines) throws IOException {
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
            for (String line : headerLines) {
                head.append(line).append("\r\n");
            }
            head.append("Connection: close\r\nContent-Type: text/plain\r\n\r\n");
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.US_ASCII));
        }
    }

    ScriptedPeer(Answer... answers) {
        this.answers = List.of(answers);
        server = new LoopbackServer(this::serve);
    }

    /** The address of a port that nobody listens on. */
    static String closedPort() {
        return "http://localhost:" + LoopbackServer.closedPort();
    }

    String url() {
        return "http://localhost:" + server.port();
    }

    int requests() {
        return requests.size();
    }

    /** Returns the lines of a header in each request, in the order of the requests. */
    List<List<String>> header(String name) {
        String prefix = name.toLowerCase(Locale.ROOT) + ": ";
        return requests.stream()
                .map(lines -> lines.stream()
                        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                        .map(line -> line.substring(prefix.length()))
                        .toList())
                .toList();
    }

    @Override
    public void close() {
        server.close();
    }

    private void serve(Socket socket) throws IOException {
        List<String> head =
                LoopbackServer.readHead(socket.getInputStream()).lines().toList();
        if (head.isEmpty()) {
            return;
        }
        skipBody(head, socket.getInputStream());
        int number;
        synchronized (requests) {
            requests.add(head);
            number = requests.size();
        }
        answers.get(Math.min(number, answers.size()) - 1).give(socket);
    }

    private static void skipBody(List<String> head, InputStream in) throws IOException {
        for (String line : head) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
                in.readNBytes(Integer.parseInt(line.substring("content-length: ".length())));
            }
        }
    }
}
