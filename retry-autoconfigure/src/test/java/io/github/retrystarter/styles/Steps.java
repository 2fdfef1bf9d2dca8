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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.slf4j.MDC;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What an annotated method does attempt by attempt, in whatever style it is asked to. */
public final class Steps {

    /** Thrown by the method itself instead of through what it returns. */
    public record Thrown(Throwable failure) {}

    /** An attempt that does not end by itself. */
    public static final Object NEVER = new Object();

    private final List<Object> steps;
    private final AtomicInteger calls = new AtomicInteger();
    private final List<String> contexts = new CopyOnWriteArrayList<>();
    private final CountDownLatch inFlight = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final List<String> fallbacks = new CopyOnWriteArrayList<>();

    private Steps(List<Object> steps) {
        this.steps = steps;
    }

    /** The last step repeats itself. */
    public static Steps of(Object... steps) {
        return new Steps(new ArrayList<>(List.of(steps)));
    }

    /** The step of the next attempt; a failure that the method itself throws is thrown here. */
    public Object next() {
        contexts.add(String.valueOf(MDC.get("id")));
        int number = calls.incrementAndGet();
        Object step = steps.get(Math.min(number, steps.size()) - 1);
        if (step instanceof Thrown thrown) {
            Steps.<RuntimeException>sneak(thrown.failure());
        }
        if (step == NEVER) {
            inFlight.countDown();
        }
        return step;
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void sneak(Throwable failure) throws X {
        throw (X) failure;
    }

    public Object blocking() throws Throwable {
        Object step = next();
        if (step == NEVER) {
            try {
                new CountDownLatch(1).await();
            } finally {
                cancelled.countDown();
            }
        }
        if (step instanceof Throwable failure) {
            throw failure;
        }
        return step;
    }

    public CompletableFuture<Object> future() {
        Object step = next();
        if (step == NEVER) {
            CompletableFuture<Object> endless = new CompletableFuture<>();
            var unused = endless.whenComplete((value, failure) -> cancelled.countDown());
            return endless;
        }
        return step instanceof Throwable failure
                ? CompletableFuture.failedFuture(failure)
                : CompletableFuture.completedFuture(step);
    }

    public Mono<Object> mono() {
        Object step = next();
        if (step == NEVER) {
            return Mono.never().doOnCancel(cancelled::countDown);
        }
        return step instanceof Throwable failure ? Mono.error(failure) : Mono.just(step);
    }

    public Flux<Object> flux() {
        return mono().flux();
    }

    public int calls() {
        return calls.get();
    }

    /** What the logging context said in each attempt. */
    public List<String> contexts() {
        return contexts;
    }

    /** What the fallback answers with, or how it fails. */
    public Object fallback(Throwable failure) {
        fallbacks.add("after " + failure.getMessage());
        if (failure.getMessage().equals("fallback fails")) {
            throw new IllegalStateException("nothing to fall back on");
        }
        return "fallback";
    }

    public List<String> fallbacks() {
        return fallbacks;
    }

    public void awaitInFlight() throws InterruptedException {
        assertThat(inFlight.await(10, TimeUnit.SECONDS)).isTrue();
    }

    public void awaitCancelled() throws InterruptedException {
        assertThat(cancelled.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
