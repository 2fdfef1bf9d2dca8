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

import io.github.retrystarter.execution.ExecutionStyle;
import io.github.retrystarter.execution.RetryPolicy;

/**
 * All that is known about an annotated method before it is called.
 *
 * @param method the method
 * @param policy the policy that its annotation asks for
 * @param style how it gives its result
 * @param fallback what answers when the policy gives up; null where nothing does
 */
record RetryableMethod(
        Method method,
        RetryPolicy policy,
        ExecutionStyle style,
        @Nullable FallbackMethod fallback) {

    @Nullable
    Object invoke(ProxyMethodInvocation invocation) throws Throwable {
        return style.call(policy, new MethodAttempts(invocation, fallback), method);
    }
}
