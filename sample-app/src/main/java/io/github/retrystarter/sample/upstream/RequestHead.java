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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The request line and the headers of a request without a body. */
final class RequestHead {

    private RequestHead() {}

    /**
     * Reads the head to its end, since bytes left unread would turn the end of the connection into a reset.
     *
     * @return the target in the request line; empty where the caller sent no whole request
     */
    static Optional<String> readTarget(InputStream input) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(input, StandardCharsets.US_ASCII));
        String requestLine = reader.readLine();
        String line = requestLine;
        while (line != null && !line.isEmpty()) {
            line = reader.readLine();
        }
        String[] words = line == null ? new String[0] : requestLine.split(" ");
        return words.length == 3 ? Optional.of(words[1]) : Optional.empty();
    }
}
