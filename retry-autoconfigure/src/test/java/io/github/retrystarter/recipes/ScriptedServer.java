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
package io.github.retrystarter.recipes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.retrystarter.testing.LoopbackServer;

/**
 * A server on a loopback port that gives prepared answers, one for each request; the last stands for all that follow. Its
 * headers go out byte for byte, and beside them there is nothing but what a body needs. A connection serves one request
 * unless it is to be kept, so that none is left over in a client's pool when another server gets the same port.
 */
final class ScriptedServer implements AutoCloseable {

    /** What goes wrong at a request, instead of an answer. */
    private static final int RESET = -1;

    private static final int SILENCE = -2;

    private final boolean keepsAlive;
    private final List<Answer> answers;
    private final LoopbackServer server;
    private final AtomicInteger requests = new AtomicInteger();

    /**
     * One answer.
     *
     * @param status the status
     * @param body the text of the body
     * @param headerLines whole lines, such as "Retry-After: 2"
     */
    record Answer(int status, String body, List<String> headerLines) {

        static Answer of(int status, String... headerLines) {
            return new Answer(status, "answer " + status, List.of(headerLines));
        }

        static Answer ok() {
            return new Answer(200, "fine", List.of());
        }

        Answer withBody(String text) {
            return new Answer(status, text, headerLines);
        }

        private byte[] bytes(boolean keepsAlive) {
            byte[] content = body.getBytes(StandardCharsets.UTF_8);
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
            headerLines.forEach(line -> head.append(line).append("\r\n"));
            head.append(keepsAlive ? "" : "Connection: close\r\n")
                    .append("Content-Type: text/plain\r\nContent-Length: ")
                    .append(content.length)
                    .append("\r\n\r\n");
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
            bytes.writeBytes(content);
            return bytes.toByteArray();
        }
    }

    private ScriptedServer(boolean keepsAlive, List<Answer> answers) {
        this.keepsAlive = keepsAlive;
        this.answers = answers;
        server = new LoopbackServer(this::serve);
    }

    static ScriptedServer answering(Answer... answers) {
        return new ScriptedServer(false, List.of(answers));
    }

    /** Leaves it to the client to end a connection. */
    static ScriptedServer keepingAlive(Answer... answers) {
        return new ScriptedServer(true, List.of(answers));
    }

    /** Resets the connection at each request. */
    static ScriptedServer resetting() {
        return answering(new Answer(RESET, "", List.of()));
    }

    /** Takes requests and never answers. */
    static ScriptedServer silent() {
        return answering(new Answer(SILENCE, "", List.of()));
    }

    /** The address of a port that nobody listens on. */
    static URI closedPort() {
        return URI.create("http://localhost:" + LoopbackServer.closedPort() + "/");
    }

    URI uri() {
        return URI.create("http://localhost:" + server.port() + "/");
    }

    int requests() {
        return requests.get();
    }

    @Override
    public void close() {
        server.close();
    }

    private void serve(Socket socket) throws IOException {
        do {
            if (LoopbackServer.readHead(socket.getInputStream()).isEmpty()) {
                return;
            }
            int number = requests.incrementAndGet();
            respond(socket, answers.get(Math.min(number, answers.size()) - 1));
        } while (keepsAlive);
    }

    private void respond(Socket socket, Answer answer) throws IOException {
        if (answer.status() == RESET) {
            LoopbackServer.reset(socket);
        } else if (answer.status() != SILENCE) {
            socket.getOutputStream().write(answer.bytes(keepsAlive));
            socket.getOutputStream().flush();
            if (!keepsAlive) {
                socket.close();
            }
        }
    }
}
