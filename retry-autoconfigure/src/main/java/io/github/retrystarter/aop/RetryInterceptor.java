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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.MethodClassKey;

import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.UnknownRetryPolicyException;

/**
 * Runs an annotated method under its policy. Each attempt goes through a clone of the invocation, so that the advice
 * behind this one (a transaction, for instance) runs again too.
 */
final class RetryInterceptor implements MethodInterceptor {

    private final Supplier<RetryPolicies> policies;
    private volatile @Nullable RetryPolicies known;
    private final Map<Object, RetryPolicy> policyByMethod = new ConcurrentHashMap<>();

    RetryInterceptor(Supplier<RetryPolicies> policies) {
        this.policies = policies;
    }

    void prepare() {
        known = policies.get();
    }

    private RetryPolicies policies() {
        RetryPolicies found = known;
        return found != null ? found : policies.get();
    }

    @Override
    @SuppressWarnings("NullAway") // A method may return null; NullAway does not see the nullable type of a lambda.
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        if (!(invocation instanceof ProxyMethodInvocation repeatable)) {
            throw new IllegalStateException("Cannot repeat an invocation that is not a Spring proxy's: " + invocation);
        }
        Method method = invocation.getMethod();
        return policyFor(method, invocation.getThis())
                .call(attempt -> repeatable.invocableClone().proceed(), method);
    }

    private RetryPolicy policyFor(Method method, @Nullable Object target) {
        Class<?> targetClass = target != null ? target.getClass() : null;
        Object key = new MethodClassKey(method, targetClass);
        RetryPolicy policy = policyByMethod.get(key);
        if (policy == null) {
            policy = findPolicy(method, targetClass);
            policyByMethod.put(key, policy);
        }
        return policy;
    }

    private RetryPolicy findPolicy(Method method, @Nullable Class<?> targetClass) {
        String name = RetryableMethods.policyOf(method, targetClass)
                .orElseThrow(() -> new IllegalStateException("No @Retryable applies to " + method));
        RetryPolicies all = policies();
        return all.find(name).orElseThrow(() -> new UnknownRetryPolicyException("Method " + method, name, all.names()));
    }
}
