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

import java.util.List;

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

    private final ContextSnapshotFactory snapshots =
            ContextSnapshotFactory.builder().clearMissing(true).build();

    private final List<ThreadLocalAccessor<?>> accessors =
            ContextRegistry.getInstance().getThreadLocalAccessors();

    private final Carried nothing = new Nothing();

    /** Makes the carrier; it works on the registry of the application. */
    public ThreadLocalsCarrier() {}

    @Override
    public Carried capture() {
        return isNothingThere() ? nothing : within(snapshots.captureAll());
    }

    private static Carried within(ContextSnapshot taken) {
        return task -> {
            try (ContextSnapshot.Scope scope = taken.setThreadLocals()) {
                task.run();
            }
        };
    }

    private boolean isNothingThere() {
        for (ThreadLocalAccessor<?> accessor : accessors) {
            if (accessor.getValue() != null) {
                return false;
            }
        }
        return true;
    }

    /** What a thread knows that knows nothing; others forget what they know meanwhile. */
    private final class Nothing implements Carried {

        @Override
        public void run(Runnable task) {
            within(snapshots.captureFrom()).run(task);
        }

        @Override
        public boolean isCurrent() {
            return isNothingThere();
        }
    }
}
