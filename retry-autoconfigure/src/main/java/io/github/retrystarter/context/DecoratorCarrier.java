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
package io.github.retrystarter.context;

import org.springframework.core.task.TaskDecorator;

import io.github.retrystarter.execution.ContextCarrier;

/**
 * Carries what a task decorator of the application carries to its executors. The decorator is asked once for each call, on
 * the thread of the caller; what it makes of the task may run once for each further attempt.
 *
 * @since 0.1.0
 */
public final class DecoratorCarrier implements ContextCarrier {

    /** The task that a decorated task is to run, on the thread that runs it. */
    private static final ThreadLocal<Runnable> TASK = new ThreadLocal<>();

    private final TaskDecorator decorator;

    /**
     * Makes a carrier of a decorator.
     *
     * @param decorator the decorator
     */
    public DecoratorCarrier(TaskDecorator decorator) {
        this.decorator = decorator;
    }

    @Override
    public Carried capture() {
        Runnable decorated = decorator.decorate(() -> TASK.get().run());
        return task -> {
            Runnable before = TASK.get();
            TASK.set(task);
            try {
                decorated.run();
            } finally {
                if (before == null) {
                    TASK.remove();
                } else {
                    TASK.set(before);
                }
            }
        };
    }
}
