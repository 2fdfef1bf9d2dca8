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

import org.jspecify.annotations.Nullable;

/**
 * How an annotated method gives its result: at once, by a future, by a publisher. Stateless and safe for use by many
 * threads at once.
 *
 * @since 0.1.0
 */
public interface ExecutionStyle {

    /**
     * Returns whether a method is of this style.
     *
     * @param method the method, as its class declares it
     * @return true if {@link #call} can run it
     */
    boolean supports(Method method);

    /**
     * Returns this style for calls of one method, which need not find out again what the style wants to know of it.
     *
     * @param method a method that this style supports
     * @return the style for calls of that method; this one by default
     */
    default ExecutionStyle prepared(Method method) {
        return this;
    }

    /**
     * Runs a method under a policy.
     *
     * @param policy the policy
     * @param work invokes the method, for each attempt anew, on this thread or on others
     * @param subject the call of the method, for the work
     * @param method the method, for events and logs
     * @param <S> what the work knows a call by
     * @return what the caller of the method gets, of the type that the method declares
     * @throws Throwable what the method throws on this thread
     */
    <S> @Nullable Object call(
            RetryPolicy policy, RetryWork<S, @Nullable Object, Throwable> work, S subject, Method method)
            throws Throwable;
}
