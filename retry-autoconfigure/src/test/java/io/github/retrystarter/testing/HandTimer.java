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
package io.github.retrystarter.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

import io.github.retrystarter.execution.RetryTimer;

/** A timer whose time passes when the test says so. */
public final class HandTimer implements RetryTimer {

    private final ConcurrentLinkedQueue<Entry> entries = new ConcurrentLinkedQueue<>();

    private record Entry(Runnable task, Duration delay) {}

    @Override
    public Timeout schedule(Runnable task, Duration delay) {
        Entry entry = new Entry(task, delay);
        entries.add(entry);
        return () -> entries.removeIf(other -> other == entry);
    }

    /** Runs what waits for such a time, on the calling thread. */
    public void fire(Predicate<Duration> delays) {
        List<Entry> due = new ArrayList<>();
        entries.removeIf(entry -> delays.test(entry.delay()) && due.add(entry));
        due.forEach(entry -> entry.task().run());
    }

    /** How many tasks have neither run nor been taken back. */
    public int pending() {
        return entries.size();
    }
}
