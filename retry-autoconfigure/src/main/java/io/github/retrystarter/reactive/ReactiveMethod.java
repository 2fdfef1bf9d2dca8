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

import java.lang.reflect.Method;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;

import io.github.retrystarter.execution.ExecutionStyle;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryWork;

import reactor.core.publisher.Mono;

/** How one method gives its result: as a publisher, as what an adapter knows, or by suspending. */
final class ReactiveMethod implements ExecutionStyle {

    private final Method method;
    private final Supplier<AttemptScheduler> scheduler;
    private final Function<@Nullable Object, Publisher<Object>> toPublisher;
    private final Function<Publisher<Object>, Object> fromPublisher;
    private final boolean many;

    private ReactiveMethod(
            Method method,
            Supplier<AttemptScheduler> scheduler,
            Function<@Nullable Object, Publisher<Object>> toPublisher,
            Function<Publisher<Object>, Object> fromPublisher,
            boolean many) {
        this.method = method;
        this.scheduler = scheduler;
        this.toPublisher = toPublisher;
        this.fromPublisher = fromPublisher;
        this.many = many;
    }

    /** A suspending function, which Spring presents as a publisher. */
    static ReactiveMethod suspending(Method method, Supplier<AttemptScheduler> scheduler) {
        return new ReactiveMethod(
                method, scheduler, ReactiveMethod::asPublisher, publisher -> publisher, givesFlow(method));
    }

    /** A method whose type the adapter knows. */
    static ReactiveMethod adapted(Method method, Supplier<AttemptScheduler> scheduler, ReactiveAdapter adapter) {
        return new ReactiveMethod(
                method,
                scheduler,
                result -> asPublisher(adapter, result),
                adapter::fromPublisher,
                adapter.isMultiValue());
    }

    @Override
    public boolean supports(Method other) {
        return other.equals(method);
    }

    @Override
    public <S> @Nullable Object call(
            RetryPolicy policy, RetryWork<S, @Nullable Object, Throwable> work, S subject, Method called) {
        ReactiveWork<Object> reactive = new ReactiveWork<>(
                policy,
                new PublishedCall(work.of(subject), toPublisher),
                called,
                policy.captureContext(),
                scheduler.get());
        return fromPublisher.apply(many ? RetryFlux.of(reactive) : RetryMono.of(reactive));
    }

    @SuppressWarnings("unchecked")
    private static Publisher<Object> asPublisher(@Nullable Object result) {
        return result == null ? Mono.empty() : (Publisher<Object>) result;
    }

    /** An adapter would take null for the end of an empty stream, where the method has forgotten to return one. */
    private static @Nullable Publisher<Object> asPublisher(ReactiveAdapter adapter, @Nullable Object result) {
        return result == null ? null : adapter.toPublisher(result);
    }

    /** A function that suspends first and then gives a flow is presented as a publisher of the elements of that flow. */
    private static boolean givesFlow(Method method) {
        return "kotlinx.coroutines.flow.Flow"
                .equals(new MethodParameter(method, -1).getParameterType().getName());
    }
}
