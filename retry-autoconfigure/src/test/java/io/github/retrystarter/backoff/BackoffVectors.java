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
package io.github.retrystarter.backoff;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The published backoff vectors, read once. */
final class BackoffVectors {

    static final Duration NO_CAP = Duration.ofMillis(Long.MAX_VALUE);

    private static final JsonNode ROOT = read();

    private BackoffVectors() {}

    /** Returns the elements of the array at a JSON pointer. */
    static List<JsonNode> list(String pointer) {
        List<JsonNode> elements =
                StreamSupport.stream(node(pointer).spliterator(), false).toList();
        if (elements.isEmpty()) {
            throw new IllegalStateException("No vectors at " + pointer);
        }
        return elements;
    }

    static JsonNode node(String pointer) {
        return ROOT.at(pointer);
    }

    /** Returns a number that is written as a decimal string where it is too large for a JSON number. */
    static long number(JsonNode node) {
        return node.isTextual() ? Long.parseLong(node.textValue()) : node.longValue();
    }

    static long[] longs(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .mapToLong(BackoffVectors::number)
                .toArray();
    }

    /** Makes the strategy that a vector describes: twice as long each time, no cap, where it does not say. */
    static BackoffStrategy strategy(String policy, JsonNode inputs) {
        Duration base = Duration.ofMillis(number(inputs.get("base_ms")));
        Duration cap = inputs.hasNonNull("cap_ms") ? Duration.ofMillis(number(inputs.get("cap_ms"))) : NO_CAP;
        double multiplier = inputs.path("multiplier").asDouble(2);
        Duration increment = inputs.has("increment_ms") ? Duration.ofMillis(number(inputs.get("increment_ms"))) : base;
        String key = policy.equals("fixed") ? "constant" : policy.replace('_', '-');
        return BackoffKind.of(key).orElseThrow().strategy(base, cap, multiplier, increment);
    }

    private static JsonNode read() {
        try (InputStream vectors = BackoffVectors.class.getResourceAsStream("/vectors/backoff-vectors.json")) {
            return new ObjectMapper().readTree(vectors);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
