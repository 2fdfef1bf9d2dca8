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

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.IdempotencyKey;

/**
 * What an attempt tells the server: the idempotency key of its call, and its number.
 *
 * @param numberHeader the header for the number of the attempt; null where the number is not sent
 */
record AttemptHeaders(@Nullable String numberHeader) {

    AttemptHeaders {
        if (numberHeader != null && numberHeader.isBlank()) {
            throw new IllegalArgumentException("The header for the number of the attempt must not be blank");
        }
    }

    /** Writes the headers of an attempt; a key that is there already stays. */
    void write(Attempt attempt, HttpHeaders headers) {
        IdempotencyKey key = attempt.key();
        if (key != null && headers.getFirst(key.header()) == null) {
            headers.set(key.header(), key.value());
        }
        if (numberHeader != null) {
            headers.set(numberHeader, Integer.toString(attempt.number()));
        }
    }

    /** Takes note that a request with these headers went out, where there is a key among them. */
    static void sent(Attempt attempt, HttpHeaders headers) {
        IdempotencyKey key = attempt.key();
        if (key != null && StringUtils.hasText(headers.getFirst(key.header()))) {
            key.markSent();
        }
    }
}
