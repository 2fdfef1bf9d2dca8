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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Methods that declare a {@link CompletableFuture} or a {@link CompletionStage}. Not other futures, nor a subclass of the
 * first: what the caller gets has to be of the declared type.
 *
 * @since 0.1.0
 */
public final class FutureStyle implements ExecutionStyle {

    /** Makes the style. */
    public FutureStyle() {}

    @Override
    public boolean supports(Method method) {
        return method.getReturnType() == CompletableFuture.class || method.getReturnType() == CompletionStage.class;
    }

    @Override
    public <S> @Nullable Object call(
            RetryPolicy policy, RetryWork<S, @Nullable Object, Throwable> work, S subject, Method method) {
        return FutureDriver.call(policy, FutureStyle.<S>asStages(work), subject, method);
    }

    /** The method declares a stage, so that whatever it returns is one, or null. */
    @SuppressWarnings("unchecked")
    private static <S> RetryWork<S, @Nullable CompletionStage<@Nullable Object>, Throwable> asStages(
            RetryWork<S, ?, Throwable> work) {
        return (RetryWork<S, @Nullable CompletionStage<@Nullable Object>, Throwable>) work;
    }
}
