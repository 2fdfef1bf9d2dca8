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

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.ContextCarrier;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;

/**
 * Carries all thread locals that are registered with Micrometer's context propagation, such as the current observation.
 *
 * @since 0.1.0
 */
public final class ThreadLocalsCarrier implements ContextCarrier {

    private final Carried nothing = new Nothing();
    private volatile @Nullable ContextSnapshotFactory snapshots;

    /** Makes the carrier; it works on the registry of the application. */
    public ThreadLocalsCarrier() {}

    @Override
    public Carried capture() {
        ContextSnapshotFactory factory = snapshots();
        return isNothingThere() ? nothing : within(factory.captureAll());
    }

    private static Carried within(ContextSnapshot taken) {
        return task -> {
            try (ContextSnapshot.Scope scope = taken.setThreadLocals()) {
                task.run();
            }
        };
    }

    private static boolean isNothingThere() {
        for (ThreadLocalAccessor<?> accessor : ContextRegistry.getInstance().getThreadLocalAccessors()) {
            if (accessor.getValue() != null) {
                return false;
            }
        }
        return true;
    }

    private ContextSnapshotFactory snapshots() {
        ContextSnapshotFactory found = snapshots;
        if (found == null) {
            // Two threads may both make one; they are alike.
            found = newFactory();
            snapshots = found;
        }
        return found;
    }

    /** Made late, by a thread that may not see the application: the library looks for accessors by its class loader. */
    private static ContextSnapshotFactory newFactory() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ThreadLocalsCarrier.class.getClassLoader());
        try {
            return ContextSnapshotFactory.builder().clearMissing(true).build();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** What a thread knows that knows nothing; others forget what they know meanwhile. */
    private final class Nothing implements Carried {

        @Override
        public void run(Runnable task) {
            within(snapshots().captureFrom()).run(task);
        }

        @Override
        public boolean isCurrent() {
            return isNothingThere();
        }

        @Override
        public boolean isEmpty() {
            return true;
        }
    }
}
