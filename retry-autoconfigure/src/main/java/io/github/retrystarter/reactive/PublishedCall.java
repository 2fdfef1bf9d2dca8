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

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.FallbackCall;
import io.github.retrystarter.execution.RetryCall;

/** Work that gives a reactive type of any kind, as work that gives a publisher. */
final class PublishedCall implements FallbackCall<Publisher<Object>, Throwable> {

    private final RetryCall<@Nullable Object, Throwable> work;
    private final Function<@Nullable Object, Publisher<Object>> toPublisher;

    PublishedCall(
            RetryCall<@Nullable Object, Throwable> work, Function<@Nullable Object, Publisher<Object>> toPublisher) {
        this.work = work;
        this.toPublisher = toPublisher;
    }

    @Override
    public Publisher<Object> call(Attempt attempt) throws Throwable {
        return toPublisher.apply(work.call(attempt));
    }

    @Override
    public boolean restore() {
        return work.restore();
    }

    @Override
    public boolean hasFallback(@Nullable Throwable failure) {
        return work instanceof FallbackCall<?, ?> fallback && fallback.hasFallback(failure);
    }

    @Override
    public Publisher<Object> fallback(@Nullable Throwable failure) throws Throwable {
        if (work instanceof FallbackCall<@Nullable Object, Throwable> fallback) {
            return toPublisher.apply(fallback.fallback(failure));
        }
        throw new IllegalStateException("There is no fallback");
    }
}
