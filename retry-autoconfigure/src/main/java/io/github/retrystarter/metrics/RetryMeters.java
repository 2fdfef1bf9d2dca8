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
package io.github.retrystarter.metrics;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Registers every meter of every policy at zero. Counters read what the policies count anyway; only a wait that has
 * ended is recorded by itself. Tag values come from closed sets, from the names of policies and, on demand, from those of
 * methods.
 *
 * @since 0.1.0
 */
public final class RetryMeters implements MeterBinder, AutoCloseable {

    private final Supplier<RetryPolicies> policies;
    private final boolean tagMethod;
    private final Map<MeterRegistry, BoundMeters> bound = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Makes the binder, without a tag for methods.
     *
     * @param policies finds the policies; asked when a registry is bound
     */
    public RetryMeters(Supplier<RetryPolicies> policies) {
        this(policies, false);
    }

    /**
     * Makes the binder.
     *
     * @param policies finds the policies; asked when a registry is bound
     * @param tagMethod whether counters have a tag with the method
     */
    public RetryMeters(Supplier<RetryPolicies> policies, boolean tagMethod) {
        this.policies = policies;
        this.tagMethod = tagMethod;
    }

    /**
     * Registers the meters; a registry that has them already is left as it is.
     *
     * @param registry the registry
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        BoundMeters meters = new BoundMeters(registry, tagMethod);
        if (bound.putIfAbsent(registry, meters) == null) {
            for (RetryPolicy policy : policies.get().all()) {
                meters.bind(policy, registry);
            }
        }
    }

    /**
     * Takes the meters that it has registered out of their registries again. A registry may outlive an application; the
     * meters of the next one could not be registered while those of this one are there.
     */
    @Override
    public void close() {
        synchronized (bound) {
            bound.forEach((registry, meters) -> meters.removeFrom(registry));
            bound.clear();
        }
    }
}
