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

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

import io.github.retrystarter.execution.Attempt;

/**
 * Sends the idempotency key of a retried call with each of its requests, and the number of the attempt where that is
 * wanted. Outside of a retried call requests go out as they are.
 *
 * <p>A key that the request has already, from the application or from an earlier interceptor, is kept. It counts as the
 * key of the call: with {@code idempotent: false} the call is repeated because of it, so whoever supplies a key supplies
 * the same one on every attempt. All requests of one attempt carry the same key, and one of them is enough for the key to
 * count as sent; a method under a key therefore makes one request that changes something.
 *
 * <p>Clients that Spring Boot builds, and beans of the types {@code RestClient.Builder} and {@code RestTemplate}, get it
 * by themselves. For any other client:
 *
 * <pre>{@code
 * RestClient client = RestClient.builder()
 *         .requestInterceptor(new RetryHeadersInterceptor())
 *         .build();
 * }</pre>
 *
 * <p>A client with an interceptor holds the body of a request in memory before it sends it, as Spring does for every
 * interceptor. Has no state that changes, and is safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class RetryHeadersInterceptor implements ClientHttpRequestInterceptor {

    private final AttemptHeaders headers;

    /** Creates an interceptor that sends the key alone. */
    public RetryHeadersInterceptor() {
        this(null);
    }

    /**
     * Creates an interceptor that may send the number of the attempt too.
     *
     * @param attemptHeader the header for the number, such as {@code Retry-Attempt}; null to send no number
     */
    public RetryHeadersInterceptor(@Nullable String attemptHeader) {
        this.headers = new AttemptHeaders(attemptHeader);
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        Attempt attempt = Attempt.current().orElse(null);
        if (attempt == null) {
            return execution.execute(request, body);
        }
        headers.write(attempt, request.getHeaders());
        try {
            return execution.execute(request, body);
        } finally {
            // Only now: an interceptor after this one may have taken the key off.
            AttemptHeaders.sent(attempt, request.getHeaders());
        }
    }
}
