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

import org.jspecify.annotations.Nullable;

/** Work whose every call is its own. */
final class SingleCall<T extends @Nullable Object, X extends Throwable> implements RetryWork<RetryCall<T, X>, T, X> {

    private static final SingleCall<?, ?> INSTANCE = new SingleCall<>();

    private SingleCall() {}

    @SuppressWarnings("unchecked")
    static <T extends @Nullable Object, X extends Throwable> SingleCall<T, X> of() {
        return (SingleCall<T, X>) INSTANCE;
    }

    @Override
    public T first(RetryCall<T, X> call, Attempt attempt) throws X {
        return call.call(attempt);
    }

    @Override
    public RetryCall<T, X> of(RetryCall<T, X> call) {
        return call;
    }
}
