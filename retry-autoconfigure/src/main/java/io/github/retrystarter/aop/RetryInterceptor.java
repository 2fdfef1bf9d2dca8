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
import java.util.List;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

import io.github.retrystarter.execution.BlockingStyle;
import io.github.retrystarter.execution.ExecutionStyle;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.UnknownRetryPolicyException;

/**
 * Runs an annotated method under its policy, in the style of its return type. Each attempt goes through a clone of the
 * invocation, so that the advice behind this one (a transaction, for instance) runs again too.
 */
final class RetryInterceptor implements MethodInterceptor {

    private final Supplier<RetryPolicies> policies;
    private final Supplier<List<ExecutionStyle>> styles;
    private volatile @Nullable RetryPolicies known;
    private volatile @Nullable List<ExecutionStyle> knownStyles;
    private final MethodCache methods = new MethodCache(this::describe);

    RetryInterceptor(Supplier<RetryPolicies> policies, Supplier<List<ExecutionStyle>> styles) {
        this.policies = policies;
        this.styles = styles;
    }

    void prepare() {
        known = policies.get();
        knownStyles = styles.get();
    }

    /** Tells whether a method gives a result that no style waits for. */
    boolean missesLaterResult(Method method) {
        return LaterResults.givenBy(method) && styleOf(method) instanceof BlockingStyle;
    }

    private RetryPolicies policies() {
        RetryPolicies found = known;
        return found != null ? found : policies.get();
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        if (!(invocation instanceof ProxyMethodInvocation repeatable)) {
            throw new IllegalStateException("Cannot repeat an invocation that is not a Spring proxy's: " + invocation);
        }
        return methods.of(invocation.getMethod(), invocation.getThis()).invoke(repeatable);
    }

    private RetryableMethod describe(Method method, @Nullable Class<?> targetClass) {
        SuspendingMethods.require(method);
        String name = RetryableMethods.policyOf(method, targetClass)
                .orElseThrow(() -> new IllegalStateException("No @Retryable applies to " + method));
        RetryPolicies all = policies();
        RetryPolicy policy = all.find(name)
                .orElseThrow(() -> new UnknownRetryPolicyException("Method " + method, name, all.names()));
        return new RetryableMethod(
                method,
                policy,
                styleOf(method).prepared(method),
                FallbackMethods.of(method, targetClass).orElse(null),
                TargetMethod.of(method));
    }

    private List<ExecutionStyle> styles() {
        List<ExecutionStyle> found = knownStyles;
        return found != null ? found : styles.get();
    }

    /** The last style takes every method. */
    private ExecutionStyle styleOf(Method method) {
        for (ExecutionStyle style : styles()) {
            if (style.supports(method)) {
                return style;
            }
        }
        throw new IllegalStateException("No execution style takes " + method);
    }
}
