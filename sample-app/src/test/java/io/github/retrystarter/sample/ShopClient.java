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
package io.github.retrystarter.sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import com.jayway.jsonpath.JsonPath;

/**
 * Uses the running shop as its users do, over HTTP.
 *
 * @param port the port of the shop
 */
record ShopClient(int port) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /**
     * What the shop said about a call.
     *
     * @param status the status of the shop's own answer
     * @param outcome {@code success} or the reason for giving up
     * @param answers what the upstream answered to each request
     */
    record Call(int status, String outcome, List<String> answers) {}

    /**
     * A line of the upstream's log.
     *
     * @param at when the request arrived
     * @param afterMillis the time since the first one
     * @param answer what it got
     */
    record Line(Instant at, long afterMillis, String answer) {}

    Call call(String target) {
        return callAsync(target).join();
    }

    CompletableFuture<Call> callAsync(String target) {
        return send(target).thenApply(ShopClient::call);
    }

    private static Call call(HttpResponse<String> response) {
        return new Call(
                response.statusCode(),
                JsonPath.read(response.body(), "$.outcome"),
                JsonPath.read(response.body(), "$.requests[*].answer"));
    }

    List<Line> upstreamLog(String key) {
        String log = get("/upstream/requests/" + key).body();
        int lines = JsonPath.read(log, "$.length()");
        return IntStream.range(0, lines)
                .mapToObj(line -> line(log, "$[" + line + "]"))
                .toList();
    }

    private static Line line(String log, String path) {
        return new Line(
                Instant.parse(JsonPath.read(log, path + ".at")),
                JsonPath.<Number>read(log, path + ".afterMillis").longValue(),
                JsonPath.read(log, path + ".answer"));
    }

    Scrape scrape() {
        return new Scrape(get("/actuator/prometheus").body());
    }

    HttpResponse<String> get(String target) {
        return send(target).join();
    }

    private CompletableFuture<HttpResponse<String>> send(String target) {
        URI uri = URI.create("http://localhost:" + port + target);
        return HTTP.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
}
