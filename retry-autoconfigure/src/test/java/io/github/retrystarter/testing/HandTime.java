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

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.Sleeper;
import io.github.retrystarter.execution.StopSignal;
import io.github.retrystarter.execution.TimeAndChance;

/** Waits of every style that are over when the test says so. */
public final class HandTime implements RetryTimer, Sleeper {

    private final ConcurrentLinkedQueue<Entry> entries = new ConcurrentLinkedQueue<>();

    private record Entry(Runnable task, Duration delay) {}

    public TimeAndChance timeAndChance() {
        return new TimeAndChance(Clock.systemUTC(), System::nanoTime, this, this, new Random(7));
    }

    @Override
    public Timeout schedule(Runnable task, Duration delay) {
        Entry entry = new Entry(task, delay);
        entries.add(entry);
        return () -> entries.removeIf(other -> other == entry);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        sleep(duration, StopSignal.NEVER);
    }

    @Override
    public void sleep(Duration duration, StopSignal stop) throws InterruptedException {
        Thread sleeping = Thread.currentThread();
        AtomicBoolean over = new AtomicBoolean();
        Timeout timeout = schedule(
                () -> {
                    over.set(true);
                    LockSupport.unpark(sleeping);
                },
                duration);
        try {
            while (!over.get() && !stop.given()) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } finally {
            timeout.cancel();
        }
    }

    /** Ends what waits for such a time; tasks run on the calling thread. */
    public void fire(Predicate<Duration> delays) {
        List<Entry> due = new ArrayList<>();
        entries.removeIf(entry -> delays.test(entry.delay()) && due.add(entry));
        due.forEach(entry -> entry.task().run());
    }

    /** How many waits there are. */
    public int pending() {
        return entries.size();
    }
}
