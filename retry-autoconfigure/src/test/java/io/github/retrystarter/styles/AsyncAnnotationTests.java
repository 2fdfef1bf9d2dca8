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
package io.github.retrystarter.styles;

import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/** The annotation beside {@code @Async}, whose interceptor holds a thread until the future ends. */
class AsyncAnnotationTests {

    private static final int POOL = 2;

    private static final AtomicInteger CALLS = new AtomicInteger();

    static class Worker {

        @Async
        @Retryable("p")
        public CompletableFuture<String> work(AtomicInteger failures) {
            CALLS.incrementAndGet();
            if (failures.getAndDecrement() > 0) {
                return CompletableFuture.failedFuture(new ConnectException("refused"));
            }
            return CompletableFuture.completedFuture("done");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Config {

        @Bean
        ThreadPoolTaskExecutor taskExecutor() {
            ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
            executor.setCorePoolSize(POOL);
            executor.setMaxPoolSize(POOL);
            executor.setThreadNamePrefix("async-");
            return executor;
        }
    }

    @Test
    void moreFailingCallsThanThePoolHasThreadsAllEnd() {
        RetryContexts.runner()
                .withInitializer(Yaml.file(
                        "retry.policies.p: {attempts: 3, backoff: constant, base: 5ms, budget.enabled: false}"))
                .withUserConfiguration(Config.class)
                .withBean(Worker.class)
                .run(context -> {
                    Worker worker = context.getBean(Worker.class);
                    List<CompletableFuture<String>> calls = new ArrayList<>();
                    for (int i = 0; i < 10 * POOL; i++) {
                        calls.add(worker.work(new AtomicInteger(2)));
                    }

                    for (CompletableFuture<String> call : calls) {
                        assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("done");
                    }
                    assertThat(CALLS).hasValue(10 * POOL * 3);
                });
    }
}
