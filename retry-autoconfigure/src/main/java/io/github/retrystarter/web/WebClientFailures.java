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
import org.springframework.web.reactive.function.client.WebClientResponseException;

import io.github.retrystarter.classify.HttpFailure;

/** Reads the HTTP answer from the exceptions of {@code WebClient}. Loaded only where WebFlux is present. */
final class WebClientFailures {

    private WebClientFailures() {}

    static @Nullable HttpFailure resolve(Throwable failure) {
        return failure instanceof WebClientResponseException response
                ? new SpringHttpAnswer(response.getStatusCode(), response.getHeaders())
                : null;
    }
}
