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
import org.springframework.web.reactive.function.client.ClientResponse;

import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.HttpResultResolver;

/**
 * Reads the HTTP answer from a {@link ClientResponse} of {@code WebClient}. Only for applications with WebFlux.
 *
 * @since 0.1.0
 */
public final class ClientResponseResultResolver implements HttpResultResolver {

    /** Creates the resolver; it has no state. */
    public ClientResponseResultResolver() {}

    @Override
    public Class<?> resultType() {
        return ClientResponse.class;
    }

    @Override
    public @Nullable HttpFailure resolve(Object result) {
        return result instanceof ClientResponse response
                ? new SpringHttpAnswer(response.statusCode(), response.headers().asHttpHeaders())
                : null;
    }

    /** Reads the body to its end in the background, so that the connection can be used again. */
    @Override
    public void discard(Object result) {
        if (result instanceof ClientResponse response) {
            response.releaseBody().subscribe(released -> {}, broken -> {});
        }
    }
}
