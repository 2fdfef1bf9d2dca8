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
package io.github.retrystarter.sample;

import java.net.http.HttpClient;
import java.time.Duration;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClient;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.sample.upstream.FlakyUpstream;
import io.github.retrystarter.sample.upstream.Script;

/** Three calls to the upstream, each under the policy that its purpose asks for. */
@Service
class ShopService {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

    private final FlakyUpstream upstream;
    private final RestClient client;

    ShopService(FlakyUpstream upstream) {
        this.upstream = upstream;
        this.client = RestClient.builder().requestFactory(requestFactory()).build();
    }

    /** A policy bounds all attempts together; how long one of them may take is up to the client. */
    private static JdkClientHttpRequestFactory requestFactory() {
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build());
        factory.setReadTimeout(READ_TIMEOUT);
        return factory;
    }

    /**
     * Charges a customer: worth several attempts. The key is the same on each of them, so that a server can tell that it
     * has charged already. With POST, each attempt is one request; the JDK's client repeats a GET on its own where the
     * connection breaks, out of sight of any policy.
     */
    @Retryable("payments")
    String charge(Script script) {
        return client.post()
                .uri(script.uri(upstream.address()))
                .header("Idempotency-Key", script.key())
                .retrieve()
                .body(String.class);
    }

    /** Fetches prices from a partner that limits the rate of requests. */
    @Retryable("partner-api")
    String fetchPrices(Script script) {
        return get(script);
    }

    /** Looks for things that the customer may like too: better none than late. */
    @Retryable("suggestions")
    String suggest(Script script) {
        return get(script);
    }

    private String get(Script script) {
        return client.get().uri(script.uri(upstream.address())).retrieve().body(String.class);
    }
}
