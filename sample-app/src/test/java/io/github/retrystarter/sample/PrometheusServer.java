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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.jayway.jsonpath.JsonPath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A real Prometheus on a free port of the loopback interface, which knows nothing yet and forgets everything. */
final class PrometheusServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Pattern LISTENS = Pattern.compile("Listening on\"? address=127\\.0\\.0\\.1:(\\d+)");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final Path log;
    private final URI address;

    private PrometheusServer(Process process, Path log) {
        this.process = process;
        this.log = log;
        await().atMost(PATIENCE).until(() -> !process.isAlive() || listens().find());
        Matcher listens = listens();
        assertThat(listens.find()).as(log()).isTrue();
        this.address = URI.create("http://127.0.0.1:" + listens.group(1));
    }

    /**
     * Starts it with the configuration that ships, but for the target and the interval.
     *
     * @param folder an empty folder for its files
     * @param port where the sample listens
     * @return the server, once it answers queries
     */
    static PrometheusServer start(Path folder, int port) throws IOException {
        Files.writeString(folder.resolve("retry-alerts.yml"), Observability.read("retry-alerts.yml"));
        Path configuration = Files.writeString(
                folder.resolve("prometheus.yml"), adapted(Observability.read("prometheus.yml"), port));
        Path log = folder.resolve("prometheus.log");
        Process process = PrometheusCommands.start(
                log,
                List.of(
                        "prometheus",
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:0"));
        try {
            PrometheusServer server = new PrometheusServer(process, log);
            await().atMost(PATIENCE).until(() -> server.send("/-/ready").status() == 200);
            return server;
        } catch (Throwable failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    private static String adapted(String configuration, int port) {
        assertThat(configuration).contains("'localhost:8080'").contains("_interval: 15s");
        return configuration
                .replace("'localhost:8080'", "'localhost:" + port + "'")
                .replace("_interval: 15s", "_interval: 1s");
    }

    private Matcher listens() {
        return LISTENS.matcher(log());
    }

    private String log() {
        try {
            return Files.readString(log);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** What a query says of one moment, in seconds since 1970. */
    Vector query(String query, double time) {
        return vector(get("/api/v1/query", Map.of("query", query, "time", seconds(time))));
    }

    /** What a query says of now. */
    Vector query(String query) {
        return vector(get("/api/v1/query", Map.of("query", query)));
    }

    private static Vector vector(String body) {
        Vector vector = Vector.none();
        for (Map<String, Object> sample : JsonPath.<List<Map<String, Object>>>read(body, "$.data.result[*]")) {
            vector = vector.with(
                    JsonPath.<Map<String, String>>read(sample, "$.metric"),
                    Double.parseDouble(JsonPath.read(sample, "$.value[1]")));
        }
        return vector;
    }

    /** All values of a query over some time, in steps of a second. */
    List<Double> queryRange(String query, double start, double end) {
        String body = get(
                "/api/v1/query_range",
                Map.of("query", query, "start", seconds(start), "end", seconds(end), "step", "1"));
        return JsonPath.<List<String>>read(body, "$.data.result[*].values[*][1]").stream()
                .map(Double::valueOf)
                .toList();
    }

    List<String> labelValues(String label, String selector) {
        return JsonPath.read(get("/api/v1/label/" + label + "/values", Map.of("match[]", selector)), "$.data");
    }

    /** The rules as they are in force, with their state and their alerts. */
    List<Map<String, Object>> rules() {
        return JsonPath.read(get("/api/v1/rules", Map.of()), "$.data.groups[*].rules[*]");
    }

    private static String seconds(double time) {
        return String.format(Locale.ROOT, "%.3f", time);
    }

    private String get(String path, Map<String, String> parameters) {
        String query = parameters.entrySet().stream()
                .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
        Answer answer = send(path + "?" + query);
        assertThat(answer.status())
                .as("%s %s: %s", path, parameters, answer.body())
                .isEqualTo(200);
        return answer.body();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private record Answer(int status, String body) {}

    private Answer send(String target) {
        HttpRequest request = HttpRequest.newBuilder(address.resolve(target))
                .timeout(PATIENCE)
                .build();
        return HTTP.sendAsync(request, BodyHandlers.ofString())
                .thenApply(response -> new Answer(response.statusCode(), response.body()))
                .join();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        PrometheusCommands.end(process, 10);
    }
}
