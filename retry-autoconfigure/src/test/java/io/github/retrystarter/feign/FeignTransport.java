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

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.util.Timeout;

import feign.Client;
import feign.Feign;
import feign.Request;
import feign.Response;
import feign.Retryer;
import feign.http2client.Http2Client;

/** What Feign's clients stand on. */
enum FeignTransport {
    /** What Feign takes when it is told nothing. */
    URL_CONNECTION {
        @Override
        Feign.Builder builder() {
            return onceEach(Feign.builder());
        }
    },
    JDK {
        @Override
        Feign.Builder builder() {
            return onceEach(Feign.builder().client(new Http2Client()));
        }
    };

    /** A builder of clients that do not retry by themselves. */
    abstract Feign.Builder builder();

    static Feign.Builder onceEach(Feign.Builder builder) {
        return builder.retryer(Retryer.NEVER_RETRY);
    }

    /** A client on a pool of one connection, which a response holds until somebody closes it. */
    static Feign.Builder onOneConnection(CloseableHttpClient http) {
        Client client = (request, options) -> {
            ClassicHttpRequest outgoing = ClassicRequestBuilder.create(
                            request.httpMethod().name())
                    .setUri(request.url())
                    .build();
            try {
                ClassicHttpResponse answer = http.executeOpen(RoutingSupport.determineHost(outgoing), outgoing, null);
                return response(request, answer);
            } catch (HttpException ex) {
                throw new IOException(ex);
            }
        };
        return onceEach(Feign.builder().client(client));
    }

    static CloseableHttpClient poolOfOne() {
        return HttpClients.custom()
                .disableAutomaticRetries()
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.ofMilliseconds(50))
                        .build())
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(1)
                        .setMaxConnPerRoute(1)
                        .build())
                .build();
    }

    private static Response response(Request request, ClassicHttpResponse answer) throws IOException {
        Map<String, Collection<String>> headers = new HashMap<>();
        for (Header header : answer.getHeaders()) {
            headers.computeIfAbsent(header.getName(), name -> new ArrayList<>()).add(header.getValue());
        }
        InputStream body = answer.getEntity().getContent();
        return Response.builder()
                .request(request)
                .status(answer.getCode())
                .headers(headers)
                .body(body, (int) answer.getEntity().getContentLength())
                .build();
    }
}
