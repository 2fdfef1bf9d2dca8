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

import reactor.core.publisher.Mono;

/** The measured bean. Each contender has a class of its own, with its own annotation on the same three methods. */
public abstract class Service {

    protected Script script = new Script.Success();

    /** Sets what the methods do; called through the proxy, it reaches the bean behind it. */
    public void play(Script other) {
        this.script = other;
    }

    public abstract int call(int n);

    public abstract CompletableFuture<Integer> future(int n);

    public abstract Mono<Integer> mono(int n);

    protected static CompletableFuture<Integer> future(Script script, int n) {
        try {
            return CompletableFuture.completedFuture(script.run(n));
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    protected static Mono<Integer> mono(Script script, int n) {
        try {
            return Mono.just(script.run(n));
        } catch (RuntimeException failure) {
            return Mono.error(failure);
        }
    }
}
