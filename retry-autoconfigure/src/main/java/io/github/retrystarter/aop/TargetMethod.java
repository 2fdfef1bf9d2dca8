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

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ReflectionUtils;

/**
 * Calls a method of a bean as Spring's proxy would at the end of its advice, but without reflection: what the method throws
 * is not wrapped on its way, which is most of what a failure costs there.
 */
final class TargetMethod {

    private static final MethodType GENERAL = MethodType.methodType(Object.class, Object.class, Object[].class);

    private final MethodHandle handle;

    private TargetMethod(MethodHandle handle) {
        this.handle = handle;
    }

    /** Returns null where the method cannot be called so. */
    static @Nullable TargetMethod of(Method method) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            // Spring presents it as a publisher, and only Spring knows how.
            return null;
        }
        Method original = BridgeMethodResolver.findBridgedMethod(method);
        try {
            ReflectionUtils.makeAccessible(original);
            MethodHandle found = MethodHandles.lookup().unreflect(original);
            return new TargetMethod(found.asFixedArity()
                    .asSpreader(Object[].class, original.getParameterCount())
                    .asType(GENERAL));
        } catch (IllegalAccessException | RuntimeException inaccessible) {
            return null;
        }
    }

    @Nullable
    Object call(ProxyMethodInvocation invocation, Object target) throws Throwable {
        return (@Nullable Object) handle.invokeExact(target, invocation.getArguments());
    }
}
