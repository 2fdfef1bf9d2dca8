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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.retrystarter.annotation.Retryable;

import reactor.core.publisher.Mono;

/**
 * What a child loader defines anew for each context: a bean, and a failure that configuration names. Asked through a type
 * of the JDK, since the tests know another class of this name.
 */
public class ReloadedApplication implements Supplier<Integer> {

    /** Retried because of its name only. */
    public static class Flaky extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    private final AtomicInteger attempts = new AtomicInteger();

    private Object attempt() {
        if (attempts.incrementAndGet() % 3 != 0) {
            throw new Flaky();
        }
        return "value";
    }

    @Retryable("p")
    public Object blocking() {
        return attempt();
    }

    @Retryable("p")
    public CompletableFuture<Object> future() {
        return CompletableFuture.completedFuture(attempt());
    }

    @Retryable("p")
    public Mono<Object> mono() {
        return Mono.fromCallable(this::attempt);
    }

    @Override
    public Integer get() {
        return attempts.get();
    }

    /** Names of the classes that a child loader has to define. */
    public static String[] classes() {
        return new String[] {ReloadedApplication.class.getName(), Flaky.class.getName()};
    }
}
