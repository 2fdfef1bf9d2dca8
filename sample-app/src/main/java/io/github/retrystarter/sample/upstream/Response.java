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
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.http.HttpStatus;

/**
 * A complete HTTP response, after which the connection ends.
 *
 * @param status the status
 * @param headers the headers beside those that every response has
 */
record Response(HttpStatus status, Map<String, String> headers) implements Answer {

    static Response of(int status) {
        return new Response(HttpStatus.valueOf(status), Map.of());
    }

    Response with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Response(status, more);
    }

    @Override
    public String summary() {
        return status.value() + lines(headers, " (", ": ", ")");
    }

    @Override
    public void send(Socket socket, Instant now) throws IOException {
        socket.getOutputStream().write(text(now).getBytes(StandardCharsets.US_ASCII));
    }

    private String text(Instant now) {
        String body = status.getReasonPhrase();
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Date", HttpDate.format(now));
        all.put("Content-Type", "text/plain");
        all.put("Content-Length", String.valueOf(body.length()));
        all.put("Connection", "close");
        return "HTTP/1.1 " + status.value() + " " + status.getReasonPhrase() + lines(all, "\r\n", ": ", "") + "\r\n\r\n"
                + body;
    }

    private static String lines(Map<String, String> headers, String before, String between, String after) {
        return headers.entrySet().stream()
                .map(header -> before + header.getKey() + between + header.getValue() + after)
                .collect(Collectors.joining());
    }
}
