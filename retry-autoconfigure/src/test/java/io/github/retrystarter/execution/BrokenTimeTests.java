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

import java.lang.reflect.Method;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.reactive.ReactiveRetry;
import io.github.retrystarter.settings.RetrySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What throws between a failure and the decision about it: the caller gets the failure, and an end. */
class BrokenTimeTests {

    private final ConnectException refused = new ConnectException("refused");
    private final AtomicBoolean broken = new AtomicBoolean();

    private RetryPolicy policy(boolean countsMethods) {
        TimeAndChance system = TimeAndChance.system();
        Ticker ticker = () -> {
            if (broken.compareAndSet(true, false)) {
                throw new IllegalStateException("no time");
            }
            return system.ticker().nanos();
        };
        TimeAndChance odd =
                new TimeAndChance(system.clock(), ticker, system.sleeper(), system.timer(), system.random());
        return RetryPolicy.of(
                "p",
                RetrySettings.builder()
                        .backoff(BackoffKind.CONSTANT)
                        .base(Duration.ZERO)
                        .build(),
                RetryRuntime.builder()
                        .timeAndChance(() -> odd)
                        .countsMethods(countsMethods)
                        .build());
    }

    static Stream<Function<RetryPolicy, CompletableFuture<?>>> styles() {
        return Stream.of(
                policy -> policy.callAsync(attempt -> refusedFuture()),
                policy -> ReactiveRetry.of(policy)
                        .mono(attempt -> Mono.fromFuture(refusedFuture()))
                        .toFuture(),
                policy -> ReactiveRetry.of(policy)
                        .flux(attempt -> Flux.from(Mono.fromFuture(refusedFuture())))
                        .collectList()
                        .toFuture());
    }

    private static CompletableFuture<Object> refusedFuture() {
        return CompletableFuture.failedFuture(new ConnectException("refused"));
    }

    @ParameterizedTest
    @MethodSource("styles")
    void aClockThatThrowsOnceDoesNotTakeThePlaceOfTheFailure(Function<RetryPolicy, CompletableFuture<?>> style) {
        RetryPolicy policy = policy(false);
        broken.set(true);

        CompletableFuture<?> call = style.apply(policy);

        assertThat(catchThrowable(() -> call.get(30, TimeUnit.SECONDS))).hasCauseInstanceOf(ConnectException.class);
        assertThat(policy.counts().waiting()).isZero();
    }

    @Test
    void aListenerOfMethodsThatThrowsStopsNothing() throws Exception {
        RetryPolicy policy = policy(true);
        Method method = BrokenTimeTests.class.getDeclaredMethod("refusedFuture");
        policy.addMethodCountsListener((name, counts) -> {
            if (name.contains(method.getName())) {
                throw new IllegalStateException("no meter for " + name);
            }
        });

        CompletableFuture<String> recovered = policy.<String, RuntimeException>callAsync(
                        attempt -> attempt.isFirst()
                                ? CompletableFuture.failedFuture(refused)
                                : CompletableFuture.completedFuture("value"),
                        method)
                .toCompletableFuture();

        assertThat(recovered.get(30, TimeUnit.SECONDS)).isEqualTo("value");
        assertThat(policy.counts().calls(CallOutcome.RECOVERED)).isOne();
    }
}
