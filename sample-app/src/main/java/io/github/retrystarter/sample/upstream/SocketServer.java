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
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Accepts connections on a loopback port that the system chooses. Plain sockets, since an HTTP server sends no reset. */
final class SocketServer implements AutoCloseable {

    private static final Log LOG = LogFactory.getLog(SocketServer.class);
    private static final int PATIENCE_MILLIS = 5_000;

    private final ServerSocket socket;
    private final Handler handler;
    private final ExecutorService threads = Executors.newCachedThreadPool(SocketServer::thread);

    /** Serves one connection, which is closed afterwards. */
    @FunctionalInterface
    interface Handler {
        void serve(Socket connection) throws IOException;
    }

    private SocketServer(ServerSocket socket, Handler handler) {
        this.socket = socket;
        this.handler = handler;
    }

    static SocketServer start(Handler handler) {
        try {
            SocketServer server = new SocketServer(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()), handler);
            server.threads.execute(server::acceptAll);
            return server;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "flaky-upstream");
        thread.setDaemon(true);
        return thread;
    }

    URI address() {
        String host = socket.getInetAddress().getHostAddress();
        try {
            return new URI("http", null, host, socket.getLocalPort(), null, null, null);
        } catch (URISyntaxException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private void acceptAll() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                threads.execute(() -> serve(connection));
            } catch (IOException ex) {
                LOG.debug("No longer accepting", ex);
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setSoTimeout(PATIENCE_MILLIS);
            handler.serve(connection);
        } catch (IOException ex) {
            LOG.debug("A connection ended early", ex);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } finally {
            threads.shutdown();
        }
    }
}
