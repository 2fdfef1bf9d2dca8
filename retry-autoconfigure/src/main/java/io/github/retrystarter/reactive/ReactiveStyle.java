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
package io.github.retrystarter.reactive;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

import io.github.retrystarter.execution.ExecutionStyle;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryWork;

/**
 * Methods that return a reactive type which Spring's registry knows, and suspending functions of Kotlin, which Spring
 * presents as publishers to advice.
 *
 * @since 0.1.0
 */
public final class ReactiveStyle implements ExecutionStyle {

    /** What Spring needs to present a suspending function as a publisher. */
    private static final boolean SUSPENSION_IS_PUBLISHED =
            ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", ReactiveStyle.class.getClassLoader());

    private final Supplier<ReactiveAdapterRegistry> registry;
    private final Supplier<AttemptScheduler> scheduler;

    /**
     * Makes the style.
     *
     * @param registry gives what knows the reactive types; asked only for methods whose type can be one, since the
     *     registry of Spring initialises every reactive library that is there
     * @param scheduler gives what says where further attempts run; asked with each call
     */
    public ReactiveStyle(Supplier<ReactiveAdapterRegistry> registry, Supplier<AttemptScheduler> scheduler) {
        this.registry = registry;
        this.scheduler = scheduler;
    }

    @Override
    public boolean supports(Method method) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return SUSPENSION_IS_PUBLISHED;
        }
        if (isPlain(method.getReturnType())) {
            return false;
        }
        ReactiveAdapter adapter = registry.get().getAdapter(method.getReturnType());
        // What the caller gets has to be of the declared type, which may be a subclass of the one that the registry
        // knows.
        return adapter != null
                && adapter.getDescriptor().isDeferred()
                && method.getReturnType().isAssignableFrom(adapter.getReactiveType());
    }

    /** Whether it is a type of the JDK that cannot be deferred: all but the publisher of its own flows. */
    private static boolean isPlain(Class<?> type) {
        return type.isPrimitive() || (type.getName().startsWith("java.") && type != Flow.Publisher.class);
    }

    @Override
    public ReactiveMethod prepared(Method method) {
        if (KotlinDetector.isSuspendingFunction(method)) {
            return ReactiveMethod.suspending(method, scheduler);
        }
        ReactiveAdapter adapter = Objects.requireNonNull(registry.get().getAdapter(method.getReturnType()));
        return ReactiveMethod.adapted(method, scheduler, adapter);
    }

    @Override
    public <S> @Nullable Object call(
            RetryPolicy policy, RetryWork<S, @Nullable Object, Throwable> work, S subject, Method method) {
        return prepared(method).call(policy, work, subject, method);
    }
}
