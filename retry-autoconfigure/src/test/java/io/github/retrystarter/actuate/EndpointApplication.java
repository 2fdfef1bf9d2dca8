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
package io.github.retrystarter.actuate;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.util.Timeout;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

/** A whole application with the endpoint, on a real server where it has one. */
final class EndpointApplication implements AutoCloseable {

    static final String OPEN = "management.endpoint.retrypolicies.access=unrestricted";
    static final String EXPOSED = "management.endpoints.web.exposure.include=retrypolicies";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A connection for each request: a server that answers before it has read a body may leave the rest in the way. */
    private static final CloseableHttpClient CLIENT = HttpClients.custom()
            .disableAutomaticRetries()
            .setConnectionReuseStrategy((request, response, context) -> false)
            .setDefaultRequestConfig(RequestConfig.custom()
                    .setResponseTimeout(Timeout.ofSeconds(60))
                    .build())
            .build();

    private static final String POLICIES = """
            retry:
              defaults: {budget.enabled: false}
              policies:
                payments: {attempts: 3, backoff: constant, base: 10ms}
                "[inventory.v2/read]": {attempts: 4}
                partner-api: {preset: external-api}
            """;

    private final ConfigurableApplicationContext context;

    EndpointApplication(WebApplicationType type, String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("server.port=0");
        all.add("spring.main.banner-mode=off");
        context = new SpringApplicationBuilder(App.class)
                .web(type)
                .properties(all.toArray(String[]::new))
                .initializers(Yaml.file(POLICIES))
                .run();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {

        @Bean
        Payments paymentsService() {
            return new Payments();
        }

        /** Of its own, since the shared ones end for all with the first context that ends. */
        @Bean
        ReactorResourceFactory reactorResourceFactory() {
            ReactorResourceFactory factory = new ReactorResourceFactory();
            factory.setUseGlobalResources(false);
            return factory;
        }

        @Bean
        TimeAndChance timeAndChance() {
            return new VirtualTime().timeAndChance();
        }

        @Bean
        RetryPolicy inCode() {
            return RetryPolicy.of("in-code", RetrySettings.builder().attempts(2).build());
        }
    }

    static class Payments {

        @Retryable("payments")
        public String charge(String order) throws ConnectException {
            throw new ConnectException("secret of " + order);
        }

        public void chargeAll(List<String> orders) throws ConnectException {
            for (String order : orders) {
                charge(order);
            }
        }
    }

    /** An answer of the server. */
    record Answer(int status, String text) {

        JsonNode json() {
            try {
                return JSON.readTree(text);
            } catch (IOException ex) {
                throw new IllegalStateException(text, ex);
            }
        }
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    RetryPolicies policies() {
        return context.getBean(RetryPolicies.class);
    }

    Payments payments() {
        return context.getBean(Payments.class);
    }

    Answer get(String path) throws IOException {
        return send(ClassicRequestBuilder.get(uri(path)));
    }

    Answer post(String path, String body) throws IOException {
        return post(path, body.getBytes(StandardCharsets.UTF_8));
    }

    Answer post(String path, byte[] body) throws IOException {
        return send(ClassicRequestBuilder.post(uri(path)).setEntity(body, ContentType.create("application/json")));
    }

    Answer delete(String path) throws IOException {
        return send(ClassicRequestBuilder.delete(uri(path)));
    }

    private URI uri(String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        return URI.create("http://localhost:" + port + "/actuator/retrypolicies" + path);
    }

    private static Answer send(ClassicRequestBuilder request) throws IOException {
        return CLIENT.execute(request.build(), response -> {
            HttpEntity body = response.getEntity();
            return new Answer(
                    response.getCode(), body == null ? "" : EntityUtils.toString(body, StandardCharsets.UTF_8));
        });
    }

    @Override
    public void close() {
        context.close();
    }
}
