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

import java.net.URI;
import java.time.Duration;

import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

import reactor.netty.http.client.HttpClient;

/** Spring's HTTP clients on the libraries they stand on. */
enum HttpClientKind {
    REST_CLIENT_ON_JDK {
        @Override
        String get(URI uri, Duration readTimeout) {
            return restClient(jdk(readTimeout), uri);
        }
    },
    REST_CLIENT_ON_URL_CONNECTION {
        @Override
        String get(URI uri, Duration readTimeout) {
            return restClient(urlConnection(readTimeout), uri);
        }
    },
    REST_CLIENT_ON_APACHE {
        @Override
        String get(URI uri, Duration readTimeout) {
            return restClient(apache(readTimeout), uri);
        }
    },
    REST_TEMPLATE_ON_JDK {
        @Override
        String get(URI uri, Duration readTimeout) {
            return new RestTemplate(jdk(readTimeout)).getForObject(uri, String.class);
        }
    },
    REST_TEMPLATE_ON_URL_CONNECTION {
        @Override
        String get(URI uri, Duration readTimeout) {
            return new RestTemplate(urlConnection(readTimeout)).getForObject(uri, String.class);
        }
    },
    REST_TEMPLATE_ON_APACHE {
        @Override
        String get(URI uri, Duration readTimeout) {
            return new RestTemplate(apache(readTimeout)).getForObject(uri, String.class);
        }
    },
    WEB_CLIENT_ON_NETTY {
        @Override
        String get(URI uri, Duration readTimeout) {
            HttpClient client = HttpClient.create().responseTimeout(readTimeout);
            return webClient(WebClient.builder().clientConnector(new ReactorClientHttpConnector(client)), uri);
        }
    },
    WEB_CLIENT_ON_JDK {
        @Override
        String get(URI uri, Duration readTimeout) {
            JdkClientHttpConnector connector = new JdkClientHttpConnector(java.net.http.HttpClient.newHttpClient());
            connector.setReadTimeout(readTimeout);
            return webClient(WebClient.builder().clientConnector(connector), uri);
        }
    };

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    /** Asks for the body at this address as text. */
    abstract String get(URI uri, Duration readTimeout);

    /** Asks for the body at this address as text, with time enough for every answer. */
    String get(URI uri) {
        return get(uri, LONG_ENOUGH);
    }

    private static String restClient(ClientHttpRequestFactory factory, URI uri) {
        return RestClient.builder()
                .requestFactory(factory)
                .build()
                .get()
                .uri(uri)
                .retrieve()
                .body(String.class);
    }

    private static String webClient(WebClient.Builder builder, URI uri) {
        return builder.build()
                .get()
                .uri(uri)
                .retrieve()
                .bodyToMono(String.class)
                .block(LONG_ENOUGH);
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
}
