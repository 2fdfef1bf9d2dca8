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
package io.github.retrystarter.execution;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.settings.GiveUpReason;

import static org.assertj.core.api.Assertions.assertThat;

class GiveUpMarkerTests {

    private static void mark(Throwable failure, String policy, int attempts) {
        GiveUpMarker.mark(
                failure, policy, GiveUpReason.ATTEMPTS_EXHAUSTED, attempts, Duration.ofMillis(attempts), List.of(), 0);
    }

    @Test
    void eachPolicyHasItsOwnOnOneFailure() {
        IOException failure = new IOException();

        mark(failure, "inner", 2);
        mark(failure, "outer", 3);

        assertThat(failure.getSuppressed()).hasSize(2);
        assertThat(GiveUpMarker.of(failure, "inner").orElseThrow().content().attempts())
                .isEqualTo(2);
        assertThat(GiveUpMarker.of(failure, "outer").orElseThrow().content().attempts())
                .isEqualTo(3);
    }

    @Test
    void aFailureThatTakesNoSuppressedOnesStaysAsItIs() {
        Exception closed = new Exception("closed", null, false, false) {};

        mark(closed, "p", 1);

        assertThat(GiveUpMarker.of(closed, "p")).isEmpty();
    }

    @Test
    void theContentOfASharedFailureAlwaysBelongsToOneCall() throws Exception {
        IOException shared = new IOException();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<Boolean>> results = IntStream.rangeClosed(1, 4)
                    .mapToObj(thread -> threads.submit(() -> {
                        start.await();
                        boolean whole = true;
                        for (int i = 1; i <= 1_000; i++) {
                            mark(shared, "p", thread * 10_000 + i);
                            GiveUpMarker.Content content =
                                    GiveUpMarker.of(shared, "p").orElseThrow().content();
                            whole &= content.waited().toMillis() == content.attempts();
                        }
                        return whole;
                    }))
                    .toList();
            start.countDown();
            for (Future<Boolean> result : results) {
                assertThat(result.get(30, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(shared.getSuppressed()).hasSize(1);
    }

    @Test
    void aSerializedFailureKeepsAReadableMarker() throws Exception {
        IOException failure = new IOException();
        mark(failure, "p", 2);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(failure);
        }

        Throwable copy = (Throwable) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

        assertThat(copy.getSuppressed()).hasSize(1);
        assertThat(copy.getSuppressed()[0]).hasMessage("retry policy p gave up");
    }
}
