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
package io.github.retrystarter.aop;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.execution.BlockingStyle;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.RetrySettings;

import static org.assertj.core.api.Assertions.assertThat;

class MethodCacheTests {

    private final RetryPolicy policy =
            RetryPolicy.of("p", RetrySettings.builder().build());
    private final AtomicInteger descriptions = new AtomicInteger();
    private final MethodCache cache = new MethodCache((method, type) -> {
        descriptions.incrementAndGet();
        return new RetryableMethod(method, policy, new BlockingStyle(), null, null);
    });

    /** New objects for the same methods each time, as reflection gives them. */
    private static List<Method> methods() {
        return Stream.of(List.class, Map.class, String.class, Stream.class, Class.class, Thread.class)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .toList();
    }

    @Test
    void eachOfManyMethodsIsDescribedOnceForEachClassThatItIsCalledOn() {
        List<Method> methods = methods();
        Map<Method, RetryableMethod> ofText = new HashMap<>();
        Map<Method, RetryableMethod> ofNothing = new HashMap<>();
        for (Method method : methods) {
            ofText.put(method, cache.of(method, "text"));
            ofNothing.put(method, cache.of(method, null));
        }

        assertThat(methods).hasSizeGreaterThan(300);
        assertThat(methods).allSatisfy(method -> {
            assertThat(cache.of(method, "other text")).isSameAs(ofText.get(method));
            assertThat(cache.of(method, null)).isSameAs(ofNothing.get(method));
            assertThat(ofText.get(method)).isNotSameAs(ofNothing.get(method));
        });
        assertThat(descriptions).hasValue(2 * methods.size());
    }

    @Test
    void aMethodIsTheSameWhateverObjectStandsForIt() {
        List<RetryableMethod> first = new ArrayList<>();
        methods().forEach(method -> first.add(cache.of(method, "text")));
        List<RetryableMethod> second = new ArrayList<>();
        methods().forEach(method -> second.add(cache.of(method, "text")));

        assertThat(second).hasSameSizeAs(first);
        assertThat(descriptions).hasValue(first.size());
        assertThat(new ArrayList<>(second)).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void threadsThatAskAtOnceGetOneAndTheSame() throws Exception {
        int threads = 4;
        List<Method> methods = methods();
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<List<RetryableMethod>>> answers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                answers.add(pool.submit(() -> {
                    start.await(30, TimeUnit.SECONDS);
                    return methods.stream()
                            .map(method -> cache.of(method, "text"))
                            .toList();
                }));
            }
            List<RetryableMethod> settled =
                    methods.stream().map(method -> cache.of(method, "text")).toList();
            for (Future<List<RetryableMethod>> answer : answers) {
                assertThat(answer.get(30, TimeUnit.SECONDS)).containsExactlyElementsOf(settled);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
