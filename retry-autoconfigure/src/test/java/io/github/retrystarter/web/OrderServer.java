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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** Takes orders: one for each request without an idempotency key, one for all requests with the same key. */
final class OrderServer implements AutoCloseable {

    /** Takes the order and never says so. */
    static final int SILENCE = 0;

    private final HttpServer server;
    private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
    private final List<Map<String, List<String>>> requests = new CopyOnWriteArrayList<>();
    private final Set<String> keys = ConcurrentHashMap.newKeySet();
    private final AtomicInteger ordersWithoutKey = new AtomicInteger();

    /** Answers with these statuses in turn, and with 200 after the last of them. */
    OrderServer(Integer... answers) throws IOException {
        this.answers.addAll(Arrays.asList(answers));
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        this.server.createContext("/", this::take);
        this.server.start();
    }

    URI uri() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/");
    }

    /** Returns the lines of a header in each request, in the order of the requests. */
    List<List<String>> header(String name) {
        return requests.stream()
                .map(headers -> headers.getOrDefault(name, List.of()))
                .toList();
    }

    int requests() {
        return requests.size();
    }

    int orders() {
        return ordersWithoutKey.get() + keys.size();
    }

    private void take(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        requests.add(exchange.getRequestHeaders());
        Integer scripted = answers.poll();
        int answer = scripted == null ? 200 : scripted;
        if (answer < 300) {
            order(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        }
        if (answer != SILENCE) {
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        }
    }

    private void order(String key) {
        if (key == null) {
            ordersWithoutKey.incrementAndGet();
        } else {
            keys.add(key);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
