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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/**
 * One method that has the name of a fallback and fits.
 *
 * @param method the method, accessible
 * @param failureType the type of its failure parameter; null when it has none
 * @param failureIndex where the failure goes among the arguments
 */
record FallbackVariant(Method method, @Nullable Class<?> failureType, int failureIndex) {

    boolean takes(@Nullable Throwable failure) {
        return failureType == null || failureType.isInstance(failure);
    }

    /** How far the type of the failure is from the root: the deeper, the more specific. */
    int depth() {
        int depth = 0;
        for (Class<?> type = failureType; type != null; type = type.getSuperclass()) {
            depth++;
        }
        return depth;
    }

    /** The way Spring's proxies do it, which present a suspending function as a publisher to all that is not Kotlin. */
    @Nullable
    Object invoke(Object target, @Nullable Object[] arguments, @Nullable Throwable failure) throws Throwable {
        return AopUtils.invokeJoinpointUsingReflection(
                target, method, failureType == null ? arguments : with(failure, arguments));
    }

    private @Nullable Object[] with(@Nullable Throwable failure, @Nullable Object[] arguments) {
        List<@Nullable Object> all = new ArrayList<>(Arrays.asList(arguments));
        all.add(failureIndex, failure);
        return all.toArray();
    }
}
