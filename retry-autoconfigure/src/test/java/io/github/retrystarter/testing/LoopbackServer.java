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
package io.github.retrystarter.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ServerSocketFactory;

/**
 * Listens on a loopback port that the system picks, and holds each connection on a thread of its own. Closing it closes
 * all connections.
 */
public final class LoopbackServer implements AutoCloseable {

    private static final Socket TAKEN = taken();

    private final ServerSocket listening;
    private final Conversation conversation;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** What is done with a connection. What it throws ends the connection: the client has what it wanted. */
    @FunctionalInterface
    public interface Conversation {

        void hold(Socket socket) throws IOException;
    }

    public LoopbackServer(Conversation conversation) {
        this(ServerSocketFactory.getDefault(), conversation);
    }

    public LoopbackServer(ServerSocketFactory sockets, Conversation conversation) {
        this.conversation = conversation;
        try {
            this.listening = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        daemon(this::accept);
    }

    /** A port that nobody listens on, and nobody can: it is taken by a socket that does not. */
    public static int closedPort() {
        return TAKEN.getLocalPort();
    }

    private static Socket taken() {
        try {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Reads a request up to its body; empty where the client has none. */
    public static String readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** Ends a connection without any manners. */
    public static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                open.add(socket);
                daemon(() -> hold(socket));
            } catch (IOException endOfThisConnection) {
                // The next one may be better; where the server is closed, there is none.
            }
        }
    }

    private void hold(Socket socket) {
        try {
            conversation.hold(socket);
        } catch (IOException endOfThisConnection) {
            // The client has what it wanted, or the test is over.
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "loopback-server");
        thread.setDaemon(true);
        thread.start();
    }
}
