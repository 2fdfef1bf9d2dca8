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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

import io.github.retrystarter.execution.ContextCarrier.Carried;

/** What the carriers of an application took from one thread, as one. */
final class CarriedContext {

    private static final Carried NOTHING = Runnable::run;

    private CarriedContext() {}

    /** Takes it from the calling thread; a carrier that throws is left out. */
    static Carried capture(RetryRuntime runtime) {
        List<ContextCarrier> carriers = carriers(runtime);
        if (carriers.isEmpty()) {
            return NOTHING;
        }
        List<Carried> taken = new ArrayList<>(carriers.size());
        for (ContextCarrier carrier : carriers) {
            Guard.run(
                    runtime.diagnostics(),
                    carrier,
                    () -> taken.add(new GuardedContext(
                            Objects.requireNonNull(carrier.capture()), carrier, runtime.diagnostics())));
        }
        Collections.reverse(taken);
        return taken.size() == 1 ? taken.get(0) : task -> nested(taken, task).run();
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

    /** The first carrier is the outermost. */
    private static Runnable nested(List<Carried> innermostFirst, Runnable task) {
        Runnable all = task;
        for (Carried carried : innermostFirst) {
            Runnable inside = all;
            all = () -> carried.run(inside);
        }
        return all;
    }
}
