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

import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.reactive.ReactiveRetry;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.Identities;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.publisher.Mono;

/** Carriers of context that do not do what they should: their calls end all the same, after as many attempts. */
class HostileCarrierTests {

    private final List<Object> blamed = new CopyOnWriteArrayList<>();
    private final VirtualTime time = new VirtualTime();

    private final RetryDiagnostics diagnostics = new RetryDiagnostics() {
        @Override
        public void extensionFailed(Object extension, RuntimeException failure) {
            blamed.add(extension);
        }

        @Override
        public void unclassified(String policy, Throwable failure) {}

        @Override
        public void nested(String outer, String inner) {}

        @Override
        public void budgetRefuses(String policy) {}

        @Override
        public void budgetAllowsAgain(String policy) {}
    };

    static Stream<Arguments> carriers() {
        return Stream.of(
                carrier("throws before the task", 2, () -> task -> {
                    throw new IllegalStateException("before");
                }),
                carrier("throws after the task", 2, () -> task -> {
                    task.run();
                    throw new AssertionError("after");
                }),
                carrier("forgets the task", 0, () -> task -> {}),
                carrier("runs the task twice", 0, () -> task -> {
                    task.run();
                    task.run();
                }),
                carrier("captures nothing", 1, () -> null),
                carrier("throws when it captures", 1, () -> {
                    throw new IllegalStateException("capture");
                }));
    }

    private static Arguments carrier(String name, int blames, ContextCarrier carrier) {
        return Arguments.of(name, blames, carrier);
    }

    private RetryPolicy policy(Supplier<List<ContextCarrier>> carriers) {
        RetrySettings settings = RetrySettings.builder()
                .backoff(BackoffKind.CONSTANT)
                .attempts(3)
                .build();
        RetryRuntime runtime = RetryRuntime.builder()
                .timeAndChance(time::timeAndChance)
                .attemptExecutor(() -> Runnable::run)
                .contextCarriers(carriers)
                .diagnostics(diagnostics)
                .build();
        return RetryPolicy.of("p", settings, runtime);
    }

    private static RetryCall<CompletableFuture<String>, RuntimeException> failingTwice(AtomicInteger attempts) {
        return attempt -> attempts.incrementAndGet() < 3
                ? CompletableFuture.failedFuture(new ConnectException("refused"))
                : CompletableFuture.completedFuture("value");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("carriers")
    void aFutureEndsAfterAsManyAttempts(String name, int blames, ContextCarrier carrier) throws Exception {
        RetryPolicy policy = policy(() -> List.of(carrier));
        AtomicInteger attempts = new AtomicInteger();

        CompletableFuture<String> future = policy.callAsync(failingTwice(attempts));

        assertThat(future.get(20, TimeUnit.SECONDS)).isEqualTo("value");
        assertThat(attempts).hasValue(3);
        assertThat(blamed).hasSize(blames).allMatch(carrier::equals);
        Identities.assertHold(policy.counts(), 2);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("carriers")
    void aMonoEndsAfterAsManyAttempts(String name, int blames, ContextCarrier carrier) {
        RetryPolicy policy = policy(() -> List.of(carrier));
        AtomicInteger attempts = new AtomicInteger();
        RetryCall<CompletableFuture<String>, RuntimeException> work = failingTwice(attempts);

        Mono<String> mono = ReactiveRetry.of(policy).mono(attempt -> Mono.fromFuture(work.call(attempt)));

        assertThat(mono.block()).isEqualTo("value");
        assertThat(attempts).hasValue(3);
        // A publisher has its first attempt too run by the carriers, and its end is out before they are through.
        int all = blames == 2 ? 3 : blames;
        Eventually.until("the carrier is blamed", () -> blamed.size() >= all);
        assertThat(blamed).hasSize(all).allMatch(carrier::equals);
        Identities.assertHold(policy.counts(), 2);
    }

    @Test
    void carriersThatCannotBeHadCarryNothing() throws Exception {
        RetryPolicy policy = policy(() -> {
            throw new IllegalStateException("the application is over");
        });
        AtomicInteger attempts = new AtomicInteger();

        assertThat(policy.callAsync(failingTwice(attempts)).get(20, TimeUnit.SECONDS))
                .isEqualTo("value");
        assertThat(attempts).hasValue(3);
    }
}
