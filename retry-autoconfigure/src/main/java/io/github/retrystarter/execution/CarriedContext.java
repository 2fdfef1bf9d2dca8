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
package io.github.retrystarter.execution;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.ContextCarrier.Carried;

/** What the carriers of an application took from one thread, as one. Kept by every call that waits: small. */
final class CarriedContext implements Carried {

    private static final Carried NOTHING = new Carried() {
        @Override
        public void run(Runnable task) {
            task.run();
        }

        @Override
        public boolean isCurrent() {
            return true;
        }
    };

    private final List<ContextCarrier> carriers;
    private final RetryDiagnostics diagnostics;

    /** What each carrier took; null where it threw. */
    private final @Nullable Carried[] taken;

    private CarriedContext(List<ContextCarrier> carriers, RetryDiagnostics diagnostics, @Nullable Carried[] taken) {
        this.carriers = carriers;
        this.diagnostics = diagnostics;
        this.taken = taken;
    }

    /**
     * Takes it from the calling thread; a carrier that throws is left out.
     *
     * @param empty what was taken from a thread that knew nothing; it is given again where it is the same. Null where that
     *     is not known
     */
    static Carried capture(RetryRuntime runtime, @Nullable Carried empty) {
        List<ContextCarrier> carriers = carriers(runtime);
        if (carriers.isEmpty()) {
            return NOTHING;
        }
        return empty instanceof CarriedContext known && known.carriers == carriers
                ? known.captureAgain()
                : captureFrom(0, carriers, runtime.diagnostics(), new Carried[carriers.size()]);
    }

    private Carried captureAgain() {
        for (int i = 0; i < taken.length; i++) {
            Carried now = taken(carriers.get(i), diagnostics);
            if (now != taken[i]) {
                @Nullable Carried[] others = taken.clone();
                others[i] = now;
                return captureFrom(i + 1, carriers, diagnostics, others);
            }
        }
        return this;
    }

    private static Carried captureFrom(
            int first, List<ContextCarrier> carriers, RetryDiagnostics diagnostics, @Nullable Carried[] taken) {
        for (int i = first; i < taken.length; i++) {
            taken[i] = taken(carriers.get(i), diagnostics);
        }
        return new CarriedContext(carriers, diagnostics, taken);
    }

    private static List<ContextCarrier> carriers(RetryRuntime runtime) {
        try {
            return runtime.contextCarriers();
        } catch (RuntimeException ex) {
            // They are beans, which an application that ends may not have any more.
            runtime.diagnostics().extensionFailed(runtime, ex);
            return List.of();
        }
    }

    private static @Nullable Carried taken(ContextCarrier carrier, RetryDiagnostics diagnostics) {
        try {
            return Objects.requireNonNull(carrier.capture());
        } catch (Throwable ex) {
            diagnostics.extensionFailed(carrier, Guard.unchecked(ex));
            return null;
        }
    }

    /** The first carrier is the outermost. */
    @Override
    public void run(Runnable task) {
        run(task, 0);
    }

    @Override
    public boolean isCurrent() {
        for (int i = 0; i < taken.length; i++) {
            Carried carried = taken[i];
            if (carried != null && !isCurrent(carried, carriers.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isEmpty() {
        for (Carried carried : taken) {
            if (carried == null || !isEmpty(carried)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEmpty(Carried carried) {
        try {
            return carried.isEmpty();
        } catch (Throwable ex) {
            return false;
        }
    }

    private boolean isCurrent(Carried carried, ContextCarrier carrier) {
        try {
            return carried.isCurrent();
        } catch (Throwable ex) {
            diagnostics.extensionFailed(carrier, Guard.unchecked(ex));
            return false;
        }
    }

    private void run(Runnable task, int first) {
        int next = first;
        while (next < taken.length && taken[next] == null) {
            next++;
        }
        Carried carried = next < taken.length ? taken[next] : null;
        if (carried == null) {
            task.run();
        } else {
            run(carried, carriers.get(next), new Inside(task, next + 1));
        }
    }

    /**
     * The task runs once, whether the carrier throws before it or after it, or forgets it: a call whose attempt never came
     * would never end.
     */
    private void run(Carried carried, ContextCarrier carrier, Inside inside) {
        try {
            carried.run(inside);
        } catch (Throwable ex) {
            if (ex == inside.thrown) {
                throw ex;
            }
            diagnostics.extensionFailed(carrier, Guard.unchecked(ex));
        }
        inside.run();
    }

    /** The task within what further carriers took. It runs the first time only. */
    private final class Inside extends AtomicBoolean implements Runnable {

        private static final long serialVersionUID = 1L;

        private final transient Runnable task;
        private final int next;
        private volatile @Nullable Throwable thrown;

        Inside(Runnable task, int next) {
            this.task = task;
            this.next = next;
        }

        @Override
        public void run() {
            if (!compareAndSet(false, true)) {
                return;
            }
            try {
                CarriedContext.this.run(task, next);
            } catch (Throwable ex) {
                thrown = ex;
                throw ex;
            }
        }
    }
}
