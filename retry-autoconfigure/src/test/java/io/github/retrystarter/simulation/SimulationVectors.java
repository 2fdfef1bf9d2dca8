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
package io.github.retrystarter.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The published anchors of the simulations, read once. */
final class SimulationVectors {

    private static final JsonNode ROOT = read();

    private SimulationVectors() {}

    static JsonNode node(String pointer) {
        JsonNode node = ROOT.at(pointer);
        if (node.isMissingNode()) {
            throw new IllegalStateException("No vectors at " + pointer);
        }
        return node;
    }

    static List<JsonNode> list(String pointer) {
        return StreamSupport.stream(node(pointer).spliterator(), false).toList();
    }

    static List<Long> longs(String pointer) {
        return list(pointer).stream().map(JsonNode::longValue).toList();
    }

    private static JsonNode read() {
        try (InputStream vectors = SimulationVectors.class.getResourceAsStream("/vectors/simulation-vectors.json")) {
            return new ObjectMapper().readTree(vectors);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
