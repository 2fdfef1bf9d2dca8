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
package io.github.retrystarter.recipes;

import java.net.URI;
import java.time.Duration;
import java.util.function.Function;

import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

import reactor.netty.http.client.HttpClient;

/** Spring's clients, each on a library that does not retry a status by itself. */
enum SpringClient {
    REST_CLIENT_ON_JDK(timeout -> restClient(jdk(timeout))),
    REST_CLIENT_ON_URL_CONNECTION(timeout -> restClient(urlConnection(timeout))),
    REST_CLIENT_ON_APACHE(timeout -> restClient(apache(timeout))),
    REST_TEMPLATE_ON_JDK(timeout -> restTemplate(jdk(timeout))),
    REST_TEMPLATE_ON_URL_CONNECTION(timeout -> restTemplate(urlConnection(timeout))),
    WEB_CLIENT_ON_NETTY(timeout -> webClient(netty(timeout))),
    WEB_CLIENT_ON_JDK(timeout -> webClient(jdkConnector(timeout)));

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    private final Function<Duration, Function<URI, String>> clients;

    private final Function<URI, String> patient;

    SpringClient(Function<Duration, Function<URI, String>> clients) {
        this.clients = clients;
        this.patient = clients.apply(Duration.ofSeconds(30));
    }

    /** Asks for the body at this address as text, with time enough for every answer. */
    String get(URI uri) {
        return patient.apply(uri);
    }

    /** A client that does not wait for an answer for longer than this. */
    Function<URI, String> impatient(Duration readTimeout) {
        return clients.apply(readTimeout);
    }

    private static Function<URI, String> restClient(ClientHttpRequestFactory factory) {
        RestClient client = RestClient.builder().requestFactory(factory).build();
        return uri -> client.get().uri(uri).retrieve().body(String.class);
    }

    private static Function<URI, String> restTemplate(ClientHttpRequestFactory factory) {
        RestTemplate client = new RestTemplate(factory);
        return uri -> client.getForObject(uri, String.class);
    }

    private static Function<URI, String> webClient(ClientHttpConnector connector) {
        WebClient client = WebClient.builder().clientConnector(connector).build();
        return uri -> client.get().uri(uri).retrieve().bodyToMono(String.class).block(LONG_ENOUGH);
    }

    private static ClientHttpRequestFactory jdk(Duration readTimeout) {
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory();
        factory.setReadTimeout(readTimeout);
        return factory;
    }

    private static ClientHttpRequestFactory urlConnection(Duration readTimeout) {
        SimpleClientHttpRequestFactory factory = new SimpleClientHttpRequestFactory();
        factory.setReadTimeout(readTimeout);
        return factory;
    }

    private static ClientHttpRequestFactory apache(Duration readTimeout) {
        HttpComponentsClientHttpRequestFactory factory = new HttpComponentsClientHttpRequestFactory(
                HttpClients.custom().disableAutomaticRetries().build());
        factory.setReadTimeout(readTimeout);
        return factory;
    }

    private static ClientHttpConnector netty(Duration readTimeout) {
        return new ReactorClientHttpConnector(HttpClient.newConnection().responseTimeout(readTimeout));
    }

    private static ClientHttpConnector jdkConnector(Duration readTimeout) {
        JdkClientHttpConnector connector = new JdkClientHttpConnector();
        connector.setReadTimeout(readTimeout);
        return connector;
    }
}
