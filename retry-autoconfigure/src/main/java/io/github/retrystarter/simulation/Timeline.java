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
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Virtual time: runs actions in the order of their time, and of their making where that is the same. What is due later
 * than the clock can tell, about 292 years, never happens.
 */
final class Timeline {

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
    private long nowNanos;
    private long made;

    private record Event(long nanos, long number, Runnable action) {}

    long nowNanos() {
        return nowNanos;
    }

    Duration now() {
        return Duration.ofNanos(nowNanos);
    }

    void after(Duration delay, Runnable action) {
        afterNanos(delay.compareTo(LONGEST) < 0 ? delay.toNanos() : Long.MAX_VALUE, action);
    }

    void afterNanos(long delayNanos, Runnable action) {
        if (delayNanos < Long.MAX_VALUE - nowNanos) {
            events.add(new Event(nowNanos + delayNanos, made++, action));
        }
    }

    /** Runs until nothing is left to do. */
    void run() {
        runUntil(Long.MAX_VALUE);
    }

    /** Runs what happens before a time. */
    void runUntil(long endNanos) {
        for (Event next = events.peek(); next != null && next.nanos() < endNanos; next = events.peek()) {
            events.remove();
            nowNanos = next.nanos();
            next.action().run();
        }
    }
}
