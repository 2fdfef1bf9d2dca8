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

import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.core.Ordered;

import io.github.retrystarter.execution.ExecutionStyle;
import io.github.retrystarter.execution.RetryPolicies;

/**
 * Puts retries around annotated methods. Advisors of one application context are equal, so that the same proxy class
 * serves again when a bean is created anew.
 *
 * @since 0.1.0
 */
public final class RetryAdvisor extends AbstractPointcutAdvisor {

    /** Just outside transactions and caches, which have the lowest precedence there is. */
    public static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 1;

    private static final long serialVersionUID = 1L;

    private final transient Pointcut pointcut = new RetryablePointcut();
    private final transient RetryInterceptor interceptor;

    /**
     * Makes the advisor.
     *
     * @param policies finds the policies; asked at the first call of each annotated method
     * @param styles finds the execution styles, the most particular first and the one that takes every method last; asked
     *     at the first call of each annotated method
     * @param order the place among other advice; lower is further out
     */
    public RetryAdvisor(Supplier<RetryPolicies> policies, Supplier<List<ExecutionStyle>> styles, int order) {
        this.interceptor = new RetryInterceptor(policies, styles);
        setOrder(order);
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return interceptor;
    }

    /**
     * Tells whether only what a method itself throws is retried, though its result is of a type that fails later.
     *
     * @param method an annotated method
     * @return true where no execution style waits for the result
     */
    public boolean missesLaterResult(Method method) {
        return interceptor.missesLaterResult(method);
    }

    /** Finds the policies now, so that calls while the application ends have them too. */
    public void prepare() {
        interceptor.prepare();
    }
}
