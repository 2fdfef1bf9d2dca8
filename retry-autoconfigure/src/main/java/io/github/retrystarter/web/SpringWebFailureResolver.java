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
import org.springframework.web.ErrorResponse;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.client.UnknownContentTypeException;

import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.HttpFailureResolver;

/**
 * Reads the HTTP answer from the exceptions of {@code RestClient}, {@code RestTemplate}, HTTP interfaces and, where
 * WebFlux is present, {@code WebClient}, and from {@link ErrorResponse} exceptions such as
 * {@code ResponseStatusException}.
 *
 * @since 0.1.0
 */
public final class SpringWebFailureResolver implements HttpFailureResolver {

    /** Creates the resolver; it has no state. */
    public SpringWebFailureResolver() {}

    @Override
    public @Nullable HttpFailure resolve(Throwable failure) {
        if (failure instanceof RestClientResponseException response) {
            return new SpringHttpAnswer(response.getStatusCode(), response.getResponseHeaders());
        }
        if (failure instanceof UnknownContentTypeException unread) {
            return new SpringHttpAnswer(unread.getStatusCode(), unread.getResponseHeaders());
        }
        if (failure instanceof ErrorResponse response) {
            return new SpringHttpAnswer(response.getStatusCode(), response.getHeaders());
        }
        return WebFluxPresence.PRESENT ? WebClientFailures.resolve(failure) : null;
    }
}
