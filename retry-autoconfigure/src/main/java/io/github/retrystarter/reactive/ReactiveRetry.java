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
package io.github.retrystarter.reactive;

import org.reactivestreams.Publisher;

import io.github.retrystarter.execution.RetryCall;
import io.github.retrystarter.execution.RetryPolicy;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs publishers under a policy, for code that does not use the annotation.
 *
 * <pre>{@code
 * Mono<Receipt> receipt = ReactiveRetry.of(payments).mono(attempt -> client.charge(order));
 * }</pre>
 *
 * <p>A call begins with each subscription, and each attempt asks the work for a publisher anew. Waits hold no thread.
 * Cancelling the subscription ends the call. Immutable and safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class ReactiveRetry {

    private final RetryPolicy policy;
    private final AttemptScheduler scheduler;

    private ReactiveRetry(RetryPolicy policy, AttemptScheduler scheduler) {
        this.policy = policy;
        this.scheduler = scheduler;
    }

    /**
     * Returns the reactive side of a policy, with {@link AttemptScheduler#DEFAULT}.
     *
     * @param policy the policy
     * @return its reactive side
     */
    public static ReactiveRetry of(RetryPolicy policy) {
        return of(policy, AttemptScheduler.DEFAULT);
    }

    /**
     * Returns the reactive side of a policy.
     *
     * @param policy the policy
     * @param scheduler says where further attempts run
     * @return its reactive side
     */
    public static ReactiveRetry of(RetryPolicy policy, AttemptScheduler scheduler) {
        return new ReactiveRetry(policy, scheduler);
    }

    /**
     * Runs work that gives at most one value.
     *
     * @param work gives a publisher for each attempt; what it throws counts like an error of the publisher
     * @param <T> the type of the value
     * @return the value of the first attempt that succeeds, or the last failure itself
     */
    public <T> Mono<T> mono(RetryCall<? extends Publisher<? extends T>, ?> work) {
        return RetryMono.of(new ReactiveWork<>(policy, work, null, policy.captureContext(), scheduler));
    }

    /**
     * Runs work that gives many elements. An attempt that fails before its first element is followed by another one; a
     * failure after it ends the call as {@code not-repeatable}.
     *
     * @param work gives a publisher for each attempt; what it throws counts like an error of the publisher
     * @param <T> the type of the elements
     * @return the elements of the first attempt that gives any or completes, or the last failure itself
     */
    public <T> Flux<T> flux(RetryCall<? extends Publisher<? extends T>, ?> work) {
        return RetryFlux.of(new ReactiveWork<>(policy, work, null, policy.captureContext(), scheduler));
    }
}
