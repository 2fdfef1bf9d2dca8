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
package io.github.retrystarter.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

import io.github.retrystarter.retryafter.RetryHint;

/** The service of one run: its queue, and what it works on. */
final class ServiceRun {

    private final SimulatedService settings;
    private final Trigger trigger;
    private final Timeline timeline;
    private final RandomGenerator luck;
    private final RetryHint hint;
    private final Deque<SimulatedRequest> queue = new ArrayDeque<>();
    private int busy;
    private long wasted;

    ServiceRun(OverloadSimulation simulation, Timeline timeline, RandomGenerator luck) {
        this.settings = simulation.service();
        this.trigger = simulation.trigger();
        this.timeline = timeline;
        this.luck = luck;
        Duration asked = settings.retryAfter();
        this.hint =
                asked == null ? RetryHint.NONE : new RetryHint(RetryHint.Directive.NONE, asked, "retry-after", false);
    }

    void arrive(SimulatedRequest request) {
        if (trigger.active(Trigger.Kind.OUTAGE, timeline.nowNanos())) {
            request.fail(SimulatedFailures.REFUSED, RetryHint.NONE);
        } else if (busy < workers()) {
            start(request);
        } else if (queue.size() < settings.queue()) {
            queue.add(request);
        } else {
            request.fail(SimulatedFailures.UNAVAILABLE, hint);
        }
    }

    /** Starts what waits, as far as there are workers. */
    void startNext() {
        while (busy < workers() && !queue.isEmpty()) {
            start(queue.remove());
        }
    }

    int waiting() {
        return queue.size();
    }

    /** Requests that were worked on after their clients had left. */
    long wasted() {
        return wasted;
    }

    private void start(SimulatedRequest request) {
        busy++;
        double times = trigger.active(Trigger.Kind.SLOW_DOWN, timeline.nowNanos()) ? trigger.factor() : 1;
        timeline.afterNanos(Math.round(settings.serviceTime().toNanos() * times), () -> finish(request));
    }

    private void finish(SimulatedRequest request) {
        busy--;
        wasted += request.over() ? 1 : 0;
        if (luck.nextDouble() < settings.flakes()) {
            request.fail(SimulatedFailures.UNAVAILABLE, RetryHint.NONE);
        } else {
            request.succeed();
        }
        startNext();
    }

    private int workers() {
        return trigger.active(Trigger.Kind.CAPACITY_LOSS, timeline.nowNanos())
                ? (int) Math.floor(settings.workers() * trigger.factor())
                : settings.workers();
    }
}
