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
package io.github.retrystarter.feign;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.retrystarter.classify.HttpFailure;

import feign.FeignException;
import feign.RetryableException;

/** The HTTP answer behind an exception of Feign. Its headers are copied only when somebody reads them. */
record FeignAnswer(FeignException failure) implements HttpFailure {

    private static final String RETRY_AFTER = "Retry-After";

    /** Bounds wrappers around wrappers; Feign itself makes one. */
    private static final int MOST_WRAPPERS = 10;

    /** The last second of year 9999, the end of what a date in a header can say. */
    private static final long LATEST_MILLIS = 253_402_300_799_000L;

    private static final long MILLIS_PER_SECOND = 1_000;

    @Override
    public int status() {
        return failure.status();
    }

    @Override
    public Map<String, List<String>> headers() {
        Map<String, List<String>> lines = linesByName(received());
        Long retryAfterMillis = failure instanceof RetryableException retryable ? retryable.retryAfter() : null;
        if (retryAfterMillis != null && !lines.containsKey(RETRY_AFTER)) {
            lines.put(RETRY_AFTER, List.of(date(retryAfterMillis)));
            // The clock of this machine made that time, so the clock of the server has no say in it.
            lines.remove("Date");
        }
        return lines;
    }

    /** Copies headers, each line on its own, under names that are compared without regard to case. */
    static Map<String, List<String>> linesByName(Map<String, Collection<String>> headers) {
        Map<String, List<String>> lines = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) ->
                lines.computeIfAbsent(name, first -> new ArrayList<>()).addAll(values));
        return lines;
    }

    /** The exception that Feign makes for an answer with Retry-After has no headers; the one that it wraps has. */
    private Map<String, Collection<String>> received() {
        FeignException holder = failure;
        for (int i = 0; i < MOST_WRAPPERS && holder.responseHeaders().isEmpty(); i++) {
            if (!(holder.getCause() instanceof FeignException wrapped)) {
                break;
            }
            holder = wrapped;
        }
        return holdsHeadersOfRequest(holder) ? Map.of() : holder.responseHeaders();
    }

    /** Where an answer cannot be read, Feign hands over the headers of the request in place of those of the answer. */
    private static boolean holdsHeadersOfRequest(FeignException holder) {
        return holder.getClass() == FeignException.class && holder.getCause() instanceof IOException;
    }

    /** A date has whole seconds: rounded up, so that nobody is too early. */
    private static String date(long epochMillis) {
        long millis = Math.min(Math.max(epochMillis, 0), LATEST_MILLIS);
        Instant second = Instant.ofEpochSecond((millis + MILLIS_PER_SECOND - 1) / MILLIS_PER_SECOND);
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(second.atOffset(ZoneOffset.UTC));
    }
}
