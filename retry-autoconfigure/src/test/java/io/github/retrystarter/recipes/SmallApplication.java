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

import java.net.ConnectException;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.autoconfigure.RetryAopAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryAutoConfiguration;

/** An application that calls one annotated method and ends. */
final class SmallApplication {

    private SmallApplication() {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration({RetryAutoConfiguration.class, RetryAopAutoConfiguration.class})
    static class Beans {

        @Bean
        Client client() {
            return new Client();
        }
    }

    static class Client {

        private final AtomicInteger calls = new AtomicInteger();

        @Retryable("p")
        String fetch() throws ConnectException {
            if (calls.incrementAndGet() < 2) {
                throw new ConnectException("refused");
            }
            return "value";
        }
    }

    public static void main(String[] arguments) throws ConnectException {
        try (var context = new SpringApplicationBuilder(Beans.class)
                .web(WebApplicationType.NONE)
                .run("--retry.policies.p.base=1ms")) {
            System.out.println("answered: " + context.getBean(Client.class).fetch());
        }
    }
}
