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

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Begins a call with each subscription. */
final class RetryMono<T> extends Mono<T> {

    private final ReactiveWork<T> work;

    private RetryMono(ReactiveWork<T> work) {
        this.work = work;
    }

    static <T> Mono<T> of(ReactiveWork<T> work) {
        return onAssembly(new RetryMono<>(work));
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        Scheduler scheduler = work.scheduler().scheduler();
        FirstMonoAttempt<T> first = new FirstMonoAttempt<>(work, actual, scheduler);
        if (first.isEnough()) {
            first.begin();
        } else {
            new MonoCall<>(work, actual, scheduler).begin();
        }
    }
}
