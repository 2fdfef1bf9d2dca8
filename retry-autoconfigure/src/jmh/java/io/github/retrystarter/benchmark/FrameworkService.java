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
package io.github.retrystarter.benchmark;

import java.util.concurrent.CompletableFuture;

import org.springframework.resilience.annotation.Retryable;

import reactor.core.publisher.Mono;

/** Spring Framework's own; it counts retries. */
public class FrameworkService extends Service {

    @Override
    @Retryable(maxRetries = Script.ATTEMPTS - 1, delayString = "${benchmark.wait}")
    public int call(int n) {
        return script.run(n);
    }

    @Override
    @Retryable(maxRetries = Script.ATTEMPTS - 1, delayString = "${benchmark.wait}")
    public CompletableFuture<Integer> future(int n) {
        return future(script, n);
    }

    @Override
    @Retryable(maxRetries = Script.ATTEMPTS - 1, delayString = "${benchmark.wait}")
    public Mono<Integer> mono(int n) {
        return mono(script, n);
    }
}
