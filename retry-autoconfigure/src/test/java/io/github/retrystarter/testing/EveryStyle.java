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
package io.github.retrystarter.testing;

import java.util.concurrent.CompletableFuture;

import io.github.retrystarter.annotation.Retryable;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One annotated method for each execution style, all under the policy {@code p}. Each does its work while it is invoked, so
 * that the work counts invocations.
 */
public class EveryStyle {

    /** What an attempt does. */
    @FunctionalInterface
    public interface Work {

        Object attempt() throws Exception;
    }

    @Retryable("p")
    public Object blocking(Work work) throws Exception {
        return work.attempt();
    }

    @Retryable("p")
    public CompletableFuture<Object> future(Work work) {
        try {
            return CompletableFuture.completedFuture(work.attempt());
        } catch (Exception ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Retryable("p")
    public Mono<Object> mono(Work work) {
        try {
            return Mono.just(work.attempt());
        } catch (Exception ex) {
            return Mono.error(ex);
        }
    }

    @Retryable("p")
    public Flux<Object> flux(Work work) {
        try {
            return Flux.just(work.attempt());
        } catch (Exception ex) {
            return Flux.error(ex);
        }
    }
}
