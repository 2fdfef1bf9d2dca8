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
package io.github.retrystarter.aop;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.FallbackCall;

/** The attempts of one call of an annotated method. */
final class MethodAttempts implements FallbackCall<@Nullable Object, Throwable> {

    private final RetryableMethod method;
    private final ProxyMethodInvocation invocation;
    private final Thread caller = Thread.currentThread();

    MethodAttempts(RetryableMethod method, ProxyMethodInvocation invocation) {
        this.method = method;
        this.invocation = invocation;
    }

    @Override
    @SuppressWarnings("NullAway") // A method may return null; NullAway does not see the nullable type argument.
    public @Nullable Object call(Attempt attempt) throws Throwable {
        if (attempt.isFirst()) {
            method.remember(invocation);
        }
        if (Thread.currentThread() == caller || ChainPosition.isLast(invocation)) {
            return method.proceed(invocation);
        }
        // Aspects behind this advice look for the invocation on their thread.
        return ExposeInvocationInterceptor.INSTANCE.invoke(method.attempt(invocation));
    }

    @Override
    public boolean restore() {
        return method.restore(invocation);
    }

    @Override
    public boolean hasFallback(@Nullable Throwable failure) {
        FallbackMethod fallback = method.fallback();
        return fallback != null && fallback.accepts(failure);
    }

    /** On the bean itself, past its proxy; where nothing is behind the proxy, on that. */
    @Override
    @SuppressWarnings("NullAway") // As above.
    public @Nullable Object fallback(@Nullable Throwable failure) throws Throwable {
        FallbackMethod fallback = method.fallback();
        if (fallback == null) {
            throw new IllegalStateException("There is no fallback");
        }
        Object target = invocation.getThis();
        return fallback.invoke(target != null ? target : invocation.getProxy(), invocation.getArguments(), failure);
    }
}
