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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import org.springframework.util.ClassUtils;

/**
 * Types whose work begins or fails after the method has returned. An execution style of its own can retry that; without
 * one, only what the method itself throws is retried.
 */
final class LaterResults {

    private static final Set<Class<?>> OF_THE_JDK =
            Set.of(Future.class, Flow.Publisher.class, Callable.class, Supplier.class);

    /** By name, since none of them has to be there. */
    private static final Set<String> OF_LIBRARIES = Set.of(
            "org.reactivestreams.Publisher",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.smallrye.mutiny.Uni",
            "kotlinx.coroutines.Deferred",
            "kotlinx.coroutines.flow.Flow",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

    private LaterResults() {}

    /** Returns whether a method gives a result of such a type. */
    static boolean givenBy(Method method) {
        Class<?> type = method.getReturnType();
        for (Class<?> level = type; level != null; level = level.getSuperclass()) {
            if (OF_LIBRARIES.contains(level.getName())) {
                return true;
            }
        }
        for (Class<?> later : OF_THE_JDK) {
            if (later.isAssignableFrom(type)) {
                return true;
            }
        }
        for (Class<?> level : ClassUtils.getAllInterfacesForClassAsSet(type)) {
            if (OF_LIBRARIES.contains(level.getName())) {
                return true;
            }
        }
        return false;
    }
}
