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

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.execution.AttemptOutcome;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RecoveryAttempt;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.WaitSource;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;

/**
 * The meters of all policies in one registry. The policies hold it by their listeners; it holds what the counters read,
 * which the registry does not.
 */
final class BoundMeters {

    private static final String PREFIX = "retry.";
    private static final String POLICY = "policy";
    private static final String METHOD = "method";
    private static final long LONGEST_MILLIS = TimeUnit.NANOSECONDS.toMillis(Long.MAX_VALUE);

    private final boolean tagMethod;
    private final Set<Meter.Id> foreign = new HashSet<>();
    private final List<Meter.Id> own = new ArrayList<>();
    private final Map<Meter.Id, SharedCounts> series = new HashMap<>();
    private boolean removed;

    BoundMeters(MeterRegistry registry, boolean tagMethod) {
        this.tagMethod = tagMethod;
        for (Meter meter : registry.getMeters()) {
            foreign.add(meter.getId());
        }
    }

    void bind(RetryPolicy policy, MeterRegistry registry) {
        bindStates(policy, registry);
        bindWaits(policy, registry);
        if (tagMethod) {
            policy.addMethodCountsListener(
                    (method, counts) -> bindCounts(Tags.of(POLICY, policy.name(), METHOD, method), counts, registry));
        } else {
            bindCounts(Tags.of(POLICY, policy.name()), policy.counts(), registry);
        }
    }

    /** A call may make a method known when the meters have gone already. */
    private synchronized void bindCounts(Tags tags, RetryCounts counts, MeterRegistry registry) {
        if (removed) {
            return;
        }
        for (CallOutcome outcome : CallOutcome.values()) {
            counter("retry.calls", "Calls by how they ended", tags.and("outcome", outcome.key()), registry)
                    .add(() -> counts.calls(outcome));
        }
        for (AttemptOutcome outcome : AttemptOutcome.values()) {
            counter("retry.attempts", "Invocations, first ones included", tags.and("outcome", outcome.key()), registry)
                    .add(() -> counts.attempts(outcome));
        }
        for (GiveUpReason reason : GiveUpReason.values()) {
            counter("retry.giveups", "Calls given up, by reason", tags.and("reason", reason.key()), registry)
                    .add(() -> counts.giveUps(reason));
        }
        for (RecoveryAttempt attempt : RecoveryAttempt.values()) {
            counter("retry.recoveries", "Calls saved, by attempt", tags.and("attempt", attempt.key()), registry)
                    .add(() -> counts.recoveries(attempt));
        }
    }

    /** Registers a counter; where filters of the application leave it no series of its own, it adds to the one there is. */
    private SharedCounts counter(String name, String description, Tags tags, MeterRegistry registry) {
        SharedCounts counts = new SharedCounts();
        FunctionCounter counter = FunctionCounter.builder(name, counts, SharedCounts::total)
                .description(description)
                .baseUnit(name.substring(PREFIX.length()))
                .tags(tags)
                .register(registry);
        keep(counter);
        SharedCounts before = series.putIfAbsent(counter.getId(), counts);
        return before != null ? before : counts;
    }

    private synchronized void bindStates(RetryPolicy policy, MeterRegistry registry) {
        keep(Gauge.builder("retry.waiting", policy.counts(), RetryCounts::waiting)
                .description("Calls waiting for their next attempt right now")
                .tag(POLICY, policy.name())
                .register(registry));
        keep(Gauge.builder("retry.budget.available", policy, RetryPolicy::budgetAvailable)
                .description("Retries that the budget would allow right now")
                .tag(POLICY, policy.name())
                .register(registry));
        keep(TimeGauge.builder(
                        "retry.hold.remaining",
                        policy,
                        TimeUnit.NANOSECONDS,
                        p -> p.holdRemaining().toNanos())
                .description("Time until a held policy's retries may go on")
                .tag(POLICY, policy.name())
                .register(registry));
    }

    private synchronized void bindWaits(RetryPolicy policy, MeterRegistry registry) {
        Map<WaitSource, Timer> timers = new EnumMap<>(WaitSource.class);
        for (WaitSource source : WaitSource.values()) {
            Timer timer = Timer.builder("retry.waits")
                    .description("Waits between attempts, by what decided their length")
                    .tag(POLICY, policy.name())
                    .tag("source", source.key())
                    .register(registry);
            keep(timer);
            timers.put(source, timer);
        }
        policy.addWaitListener((source, delay) -> waited(timers.get(source), delay));
    }

    private void waited(@Nullable Timer timer, Duration delay) {
        if (timer != null) {
            // A timer counts nanoseconds, of which a long holds 292 years.
            timer.record(Math.min(WholeMillis.of(delay), LONGEST_MILLIS), TimeUnit.MILLISECONDS);
        }
    }

    private void keep(Meter meter) {
        if (!foreign.contains(meter.getId())) {
            own.add(meter.getId());
        }
    }

    /** Takes out what it registered, and registers nothing any more. */
    synchronized void removeFrom(MeterRegistry registry) {
        removed = true;
        own.forEach(registry::remove);
    }
}
