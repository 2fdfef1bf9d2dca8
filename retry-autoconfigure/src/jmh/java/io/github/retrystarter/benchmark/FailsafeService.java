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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.RetryPolicyBuilder;
import reactor.core.publisher.Mono;

/** Failsafe around a call, with an executor that is kept: its best case. */
final class FailsafeService extends Service {

    private final Service target;
    private final FailsafeExecutor<Object> executor;

    FailsafeService(Service target, long waitMillis) {
        this.target = target;
        RetryPolicyBuilder<Object> policy = RetryPolicy.builder().withMaxAttempts(Script.ATTEMPTS);
        if (waitMillis > 0) {
            policy.withDelay(Duration.ofMillis(waitMillis));
        }
        this.executor = Failsafe.with(policy.build());
    }

    @Override
    public void play(Script other) {
        target.play(other);
    }

    @Override
    public int call(int n) {
        return executor.get(() -> target.call(n));
    }

    @Override
    public CompletableFuture<Integer> future(int n) {
        return executor.getStageAsync(() -> target.future(n));
    }

    @Override
    public Mono<Integer> mono(int n) {
        throw new UnsupportedOperationException("Failsafe knows no publishers");
    }
}
