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

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.ExecutionStyle;
import io.github.retrystarter.execution.RetryCall;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryWork;

/** All that is known about an annotated method before it is called, and how each of its attempts is made. */
final class RetryableMethod implements RetryWork<ProxyMethodInvocation, @Nullable Object, Throwable> {

    private final Method method;
    private final RetryPolicy policy;
    private final ExecutionStyle style;
    private final @Nullable FallbackMethod fallback;
    private final @Nullable TargetMethod target;
    private final boolean mayBeReadOnce;
    private final boolean mayBeSetBack;

    /**
     * Describes a method.
     *
     * @param method the method
     * @param policy the policy that its annotation asks for
     * @param style how it gives its result
     * @param fallback what answers when the policy gives up; null where nothing does
     * @param target calls the method on the bean itself; null where only the proxy can
     */
    RetryableMethod(
            Method method,
            RetryPolicy policy,
            ExecutionStyle style,
            @Nullable FallbackMethod fallback,
            @Nullable TargetMethod target) {
        this.method = method;
        this.policy = policy;
        this.style = style;
        this.fallback = fallback;
        this.target = target;
        this.mayBeReadOnce = OneShotArguments.mayBeReadOnce(method);
        this.mayBeSetBack = OneShotArguments.mayBeSetBack(method);
    }

    @Nullable
    Object invoke(ProxyMethodInvocation invocation) throws Throwable {
        return style.call(policy, this, invocation, method);
    }

    @Override
    @SuppressWarnings("NullAway") // A method may return null; NullAway does not see the nullable type argument.
    public @Nullable Object first(ProxyMethodInvocation invocation, Attempt attempt) throws Throwable {
        remember(invocation);
        return proceed(invocation);
    }

    /** Notes what a further attempt needs to know about the arguments; to be called before the first. */
    void remember(ProxyMethodInvocation invocation) {
        if (mayBeSetBack) {
            OneShotArguments.remember(invocation);
        }
    }

    /** Sets the arguments back for a further attempt; returns false where one cannot be. */
    boolean restore(ProxyMethodInvocation invocation) {
        return !mayBeReadOnce || OneShotArguments.setBack(invocation);
    }

    @Override
    public RetryCall<@Nullable Object, Throwable> of(ProxyMethodInvocation invocation) {
        return new MethodAttempts(this, invocation);
    }

    @Nullable
    FallbackMethod fallback() {
        return fallback;
    }

    /** Makes an invocation that goes through the advice behind this one, whatever else has done so. */
    ProxyMethodInvocation attempt(ProxyMethodInvocation invocation) {
        return AttemptInvocation.of(invocation, invocation.getThis(), target);
    }

    /** Goes through what is behind this advice, and can do so again. */
    @Nullable
    Object proceed(ProxyMethodInvocation invocation) throws Throwable {
        if (!ChainPosition.isLast(invocation)) {
            return attempt(invocation).proceed();
        }
        Object bean = invocation.getThis();
        return target != null && bean != null ? target.call(invocation, bean) : invocation.proceed();
    }
}
