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
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

import io.github.retrystarter.execution.Attempt;

import reactor.core.publisher.Mono;

/**
 * Does for a {@code WebClient} what {@link RetryHeadersInterceptor} does for the blocking clients, by the same rules.
 *
 * <p>The attempt is that of the retried publisher which the exchange is part of, whatever thread it runs on. In a retried
 * method that itself waits for the answer, it is the attempt of the thread that subscribes; a filter before this one that
 * changes the thread takes such a request out of the retried call.
 *
 * <p>Beans of the type {@code WebClient.Builder} get it by themselves, among them the one of Spring Boot. Has no state
 * that changes, and is safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class RetryHeadersFilter implements ExchangeFilterFunction {

    private final AttemptHeaders headers;

    /** Creates a filter that sends the key alone. */
    public RetryHeadersFilter() {
        this(null);
    }

    /**
     * Creates a filter that may send the number of the attempt too.
     *
     * @param attemptHeader the header for the number, such as {@code Retry-Attempt}; null to send no number
     */
    public RetryHeadersFilter(@Nullable String attemptHeader) {
        this.headers = new AttemptHeaders(attemptHeader);
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        Attempt ofThread = Attempt.current().orElse(null);
        return Mono.deferContextual(context -> {
            Attempt attempt = context.getOrDefault(Attempt.class, ofThread);
            return attempt == null ? next.exchange(request) : told(request, attempt, next);
        });
    }

    private Mono<ClientResponse> told(ClientRequest request, Attempt attempt, ExchangeFunction next) {
        ClientRequest told = ClientRequest.from(request)
                .headers(present -> headers.write(attempt, present))
                .build();
        return next.exchange(told).doOnSubscribe(start -> AttemptHeaders.sent(attempt, told.headers()));
    }
}
