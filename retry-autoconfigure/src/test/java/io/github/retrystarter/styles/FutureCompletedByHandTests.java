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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.Identities;
import io.github.retrystarter.testing.RetryContexts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/** What callers may do with the future of a call beside waiting for it. */
class FutureCompletedByHandTests {

    static Stream<Named<Consumer<CompletableFuture<Object>>>> ways() {
        return Stream.of(
                Named.of("cancel", future -> future.cancel(true)),
                Named.of("complete", future -> future.complete("mine")),
                Named.of("completeExceptionally", future -> future.completeExceptionally(new IllegalStateException())),
                Named.of("completeAsync", future -> future.completeAsync(() -> "mine")),
                Named.of("completeAsync, here", future -> future.completeAsync(() -> "mine", Runnable::run)),
                Named.of(
                        "completeAsync, broken",
                        future -> future.completeAsync(
                                () -> {
                                    throw new IllegalStateException();
                                },
                                Runnable::run)),
                Named.of("obtrudeValue", future -> future.obtrudeValue("mine")),
                Named.of("obtrudeException", future -> future.obtrudeException(new IllegalStateException())),
                Named.of("orTimeout", future -> future.orTimeout(1, TimeUnit.MILLISECONDS)),
                Named.of("completeOnTimeout", future -> future.completeOnTimeout("mine", 1, TimeUnit.MILLISECONDS)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void endsTheCallThatWaits(Consumer<CompletableFuture<Object>> way) {
        RetryContexts.runner()
                .withPropertyValues(
                        "retry.policies.p.base=1h", "retry.policies.p.cap=1h", "retry.policies.p.backoff=constant")
                .run(context -> {
                    RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
                    RetryCounts counts = policy.counts();
                    CompletableFuture<Object> future = policy.callAsync(
                            attempt -> CompletableFuture.failedFuture(new ConnectException("refused")));
                    assertThat(counts.waiting()).isOne();

                    way.accept(future);

                    Eventually.until("the call has ended", () -> counts.waiting() == 0);
                    Eventually.until("the future is done", future::isDone);
                    assertThat(counts.giveUps(GiveUpReason.CANCELLED)).isOne();
                    Identities.assertHold(counts, 0);
                });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void cancelsTheAttemptInFlight(Consumer<CompletableFuture<Object>> way) {
        RetryContexts.runner().withPropertyValues("retry.policies.p.attempts=2").run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            CompletableFuture<Object> inFlight = new CompletableFuture<>();
            CompletableFuture<Object> future = policy.callAsync(attempt -> inFlight);

            way.accept(future);

            Eventually.until("the attempt is cancelled", inFlight::isCancelled);
            assertThat(policy.counts().giveUps(GiveUpReason.CANCELLED)).isOne();
        });
    }

    @Test
    void workThatIsNoneIsRefusedAtOnce() {
        RetryContexts.runner().withPropertyValues("retry.policies.p.attempts=2").run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");

            assertThatNullPointerException().isThrownBy(() -> policy.callAsync(null));
            assertThatNullPointerException().isThrownBy(() -> policy.call(null));
            assertThatNullPointerException().isThrownBy(() -> policy.run(null));
            assertThatNullPointerException().isThrownBy(() -> policy.execute(null));
            assertThat(Identities.calls(policy.counts())).isZero();
        });
    }
}
