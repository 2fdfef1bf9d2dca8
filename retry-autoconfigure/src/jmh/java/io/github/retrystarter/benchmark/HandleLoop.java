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
package io.github.retrystarter.benchmark;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * The plain loop with a method handle in place of reflection, which is right only where no other advice follows: what is
 * left of a failure when nothing wraps it and nobody decides about it. No retry advice in a proxy can be cheaper.
 */
final class HandleLoop implements MethodInterceptor {

    private static final MethodType GENERAL = MethodType.methodType(Object.class, Object.class, Object[].class);

    private final Map<Method, MethodHandle> handles = new ConcurrentHashMap<>();

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        MethodHandle handle = handle(invocation.getMethod());
        for (int attempt = 1; ; attempt++) {
            try {
                return (Object) handle.invokeExact(invocation.getThis(), invocation.getArguments());
            } catch (RuntimeException failure) {
                if (attempt == Script.ATTEMPTS) {
                    throw failure;
                }
            }
        }
    }

    private MethodHandle handle(Method method) {
        MethodHandle known = handles.get(method);
        return known != null ? known : handles.computeIfAbsent(method, HandleLoop::find);
    }

    private static MethodHandle find(Method method) {
        try {
            return MethodHandles.lookup()
                    .unreflect(method)
                    .asSpreader(Object[].class, method.getParameterCount())
                    .asType(GENERAL);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
