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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;

import io.github.retrystarter.classify.HttpFailure;

/** An HTTP answer in Spring's types. Its headers are copied only when somebody reads them. */
record SpringHttpAnswer(HttpStatusCode code, @Nullable HttpHeaders received) implements HttpFailure {

    @Override
    public int status() {
        return code.value();
    }

    @Override
    public Map<String, List<String>> headers() {
        return received == null ? Map.of() : linesByName(received);
    }

    /**
     * Of the ways to all lines of a header only {@code headerSet()} links on Spring Framework 6.2 and 7 alike. Names
     * that differ in case only are one header; an adapter to a client's own headers may list its lines under each.
     */
    private static Map<String, List<String>> linesByName(HttpHeaders headers) {
        Map<String, List<String>> lines = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Map.Entry<String, List<String>> header : headers.headerSet()) {
            List<String> others = lines.putIfAbsent(header.getKey(), new ArrayList<>(header.getValue()));
            if (others != null && !others.equals(header.getValue())) {
                others.addAll(header.getValue());
            }
        }
        return lines;
    }
}
