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

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RecoveryAttempt;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.WaitSource;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Registers every meter of every policy at zero. Counters read what the policies count anyway; only a wait that has
 * ended is recorded by itself. Tag values come from closed sets and from the names of policies.
 *
 * @since 0.1.0
 */
public final class RetryMeters implements MeterBinder, AutoCloseable {

    private static final String PREFIX = "retry.";
    private static final String POLICY = "policy";
    private static final long LONGEST_MILLIS = TimeUnit.NANOSECONDS.toMillis(Long.MAX_VALUE);

    private final Supplier<RetryPolicies> policies;
    private final Map<MeterRegistry, List<Meter.Id>> bound = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Makes the binder.
     *
     * @param policies finds the policies; asked when a registry is bound
     */
    public RetryMeters(Supplier<RetryPolicies> policies) {
        this.policies = policies;
    }

    /**
     * Registers the meters; a registry that has them already is left as it is.
     *
     * @param registry the registry
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        List<Meter.Id> own = new CopyOnWriteArrayList<>();
        if (bound.putIfAbsent(registry, own) == null) {
            Set<Meter.Id> foreign =
                    registry.getMeters().stream().map(Meter::getId).collect(Collectors.toSet());
            for (RetryPolicy policy : policies.get().all()) {
                bind(policy, registry).stream()
                        .map(Meter::getId)
                        .filter(id -> !foreign.contains(id))
                        .forEach(own::add);
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
            bound.forEach((registry, own) -> own.forEach(registry::remove));
            bound.clear();
        }
    }

    private static List<Meter> bind(RetryPolicy policy, MeterRegistry registry) {
        List<Meter> meters = new ArrayList<>();
        for (CallOutcome outcome : CallOutcome.values()) {
            meters.add(counter("retry.calls", "Calls by how they ended", policy, c -> c.calls(outcome))
                    .tag("outcome", outcome.key())
                    .register(registry));
        }
        for (AttemptOutcome outcome : AttemptOutcome.values()) {
            meters.add(counter("retry.attempts", "Invocations, first ones included", policy, c -> c.attempts(outcome))
                    .tag("outcome", outcome.key())
                    .register(registry));
        }
        for (GiveUpReason reason : GiveUpReason.values()) {
            meters.add(counter("retry.giveups", "Calls given up, by reason", policy, c -> c.giveUps(reason))
                    .tag("reason", reason.key())
                    .register(registry));
        }
        for (RecoveryAttempt attempt : RecoveryAttempt.values()) {
            meters.add(counter("retry.recoveries", "Calls saved, by attempt", policy, c -> c.recoveries(attempt))
                    .tag("attempt", attempt.key())
                    .register(registry));
        }
        meters.add(Gauge.builder("retry.waiting", policy.counts(), RetryCounts::waiting)
                .description("Calls waiting for their next attempt right now")
                .tag(POLICY, policy.name())
                .register(registry));
        meters.add(Gauge.builder("retry.budget.available", policy, RetryPolicy::budgetAvailable)
                .description("Retries that the budget would allow right now")
                .tag(POLICY, policy.name())
                .register(registry));
        meters.add(TimeGauge.builder(
                        "retry.hold.remaining",
                        policy,
                        TimeUnit.NANOSECONDS,
                        p -> p.holdRemaining().toNanos())
                .description("Time until a held policy's retries may go on")
                .tag(POLICY, policy.name())
                .register(registry));
        meters.addAll(bindWaits(policy, registry));
        return meters;
    }

    private static Collection<Timer> bindWaits(RetryPolicy policy, MeterRegistry registry) {
        Map<WaitSource, Timer> timers = new EnumMap<>(WaitSource.class);
        for (WaitSource source : WaitSource.values()) {
            timers.put(
                    source,
                    Timer.builder("retry.waits")
                            .description("Waits between attempts, by what decided their length")
                            .tag(POLICY, policy.name())
                            .tag("source", source.key())
                            .register(registry));
        }
        policy.addWaitListener((source, delay) -> {
            Timer timer = timers.get(source);
            if (timer != null) {
                // A timer counts nanoseconds, of which a long holds 292 years.
                timer.record(Math.min(WholeMillis.of(delay), LONGEST_MILLIS), TimeUnit.MILLISECONDS);
            }
        });
        return timers.values();
    }

    private static FunctionCounter.Builder<RetryCounts> counter(
            String name, String description, RetryPolicy policy, ToDoubleFunction<RetryCounts> count) {
        return FunctionCounter.builder(name, policy.counts(), count)
                .description(description)
                .baseUnit(name.substring(PREFIX.length()))
                .tag(POLICY, policy.name());
    }
}
