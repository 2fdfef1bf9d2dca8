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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.ReflectiveMethodInvocation;

/**
 * Tells whether other advice follows in an invocation. An invocation behind which nothing follows may go on more than
 * once; any other has to be cloned before, since it does not go back to the advice that it has passed.
 *
 * <p>Spring keeps the position to itself. It is read from the fields, which have been the same on all supported lines;
 * were they gone, every invocation would be cloned.
 */
final class ChainPosition {

    private static final @Nullable VarHandle INDEX = field("currentInterceptorIndex", int.class);
    private static final @Nullable VarHandle CHAIN = field("interceptorsAndDynamicMethodMatchers", List.class);

    private ChainPosition() {}

    private static @Nullable VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(ReflectiveMethodInvocation.class, MethodHandles.lookup())
                    .findVarHandle(ReflectiveMethodInvocation.class, name, type);
        } catch (ReflectiveOperationException | RuntimeException unreadable) {
            return null;
        }
    }

    /** The advice of an invocation; null where it cannot be read. */
    @SuppressWarnings("unchecked")
    static @Nullable List<Object> chainOf(ReflectiveMethodInvocation invocation) {
        return INDEX == null || CHAIN == null ? null : (List<Object>) CHAIN.get(invocation);
    }

    /** Brings another invocation of the same chain to where this one stands. */
    static void copy(ReflectiveMethodInvocation from, ReflectiveMethodInvocation to) {
        if (INDEX != null) {
            INDEX.set(to, (int) INDEX.get(from));
        }
    }

    /** Whether the advice that asks is the last one before the target. */
    static boolean isLast(ProxyMethodInvocation invocation) {
        return INDEX != null
                && CHAIN != null
                && invocation instanceof ReflectiveMethodInvocation reflective
                && (int) INDEX.get(reflective) == ((List<?>) CHAIN.get(reflective)).size() - 1;
    }
}
