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

import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.IdempotencyKey;

import feign.RequestInterceptor;
import feign.RequestTemplate;

/**
 * Sends the idempotency key of the current attempt, and its number, with each request of a Feign client.
 *
 * <p>Requests outside of a retried call stay as they are. A key that the application has set itself is kept. The number
 * replaces any other, and is that of the policy's attempt: Feign's own retries repeat it.
 *
 * <p>Feign tells nobody when a request goes out, so the key counts as sent from here on. An interceptor that takes it off
 * again has its place before this one.
 *
 * <pre>{@code
 * Prices prices = Feign.builder()
 *         .retryer(Retryer.NEVER_RETRY)
 *         .requestInterceptor(new RetryHeadersRequestInterceptor())
 *         .target(Prices.class, "https://prices.example");
 * }</pre>
 *
 * <p>Immutable, and safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class RetryHeadersRequestInterceptor implements RequestInterceptor {

    private final @Nullable String attemptHeader;

    /** Creates an interceptor that sends the key alone. */
    public RetryHeadersRequestInterceptor() {
        this(null);
    }

    /**
     * Creates an interceptor that may send the number of the attempt too.
     *
     * @param attemptHeader the header for the number, such as {@code Retry-Attempt}; null to send no number
     */
    public RetryHeadersRequestInterceptor(@Nullable String attemptHeader) {
        if (attemptHeader != null && attemptHeader.isBlank()) {
            throw new IllegalArgumentException("The header for the number of the attempt must not be blank");
        }
        this.attemptHeader = attemptHeader;
    }

    @Override
    public void apply(RequestTemplate template) {
        Attempt.current().ifPresent(attempt -> write(attempt, template));
    }

    private void write(Attempt attempt, RequestTemplate template) {
        if (attempt.key() != null) {
            write(attempt.key(), template);
        }
        if (attemptHeader != null) {
            // Feign hands over the same request again when it retries by itself; another line would be added to it.
            template.removeHeader(attemptHeader);
            template.header(attemptHeader, Integer.toString(attempt.number()));
        }
    }

    private static void write(IdempotencyKey key, RequestTemplate template) {
        Collection<String> present = template.headers().getOrDefault(key.header(), List.of());
        if (present.isEmpty()) {
            template.header(key.header(), key.value());
        }
        if (present.stream().allMatch(line -> line != null && !line.isBlank())) {
            key.markSent();
        }
    }
}
