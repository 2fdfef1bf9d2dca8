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
package io.github.retrystarter.benchmark;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Program: starts calls that fail and wait, so many to warm up and so many that count, and tells what these hold. */
final class WaitingCalls {

    private static final long WAIT_MILLIS = 3_600_000;
    private static final long SETTLED_MILLIS = 1_000;

    private final AtomicInteger failed = new AtomicInteger();
    private final RuntimeException failure = Script.failure();
    private final Waiter waiter;
    private final Service service;

    private WaitingCalls(Waiter waiter, Service service) {
        this.waiter = waiter;
        this.service = service;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Waiter waiter = Waiter.valueOf(arguments[0]);
        Contender contender = Contender.valueOf(arguments[1]);
        int before = Integer.parseInt(arguments[2]);
        int count = Integer.parseInt(arguments[3]);
        WaitingCalls calls = new WaitingCalls(
                waiter, Application.start(contender, WAIT_MILLIS).service());
        calls.measure(before, count);
        System.exit(0);
    }

    private void measure(int before, int count) throws InterruptedException {
        Object[] held = new Object[before + count];
        service.play(this::fail);
        start(held, 0, before);
        long usedBefore = Heap.usedAfterCollection();
        start(held, before, held.length);
        long used = Heap.usedAfterCollection();
        ChildJvm.tell("bytes", (used - usedBefore) / count);
        ChildJvm.tell("all", used - usedBefore);
        ChildJvm.tell("threads", ManagementFactory.getThreadMXBean().getThreadCount());
        if (held[held.length - 1] == null) {
            throw new IllegalStateException("The last call was not started");
        }
    }

    private int fail(int n) {
        failed.incrementAndGet();
        throw failure;
    }

    private void start(Object[] held, int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            held[i] = waiter.start(service);
        }
        while (failed.get() < to) {
            Thread.sleep(10);
        }
        Thread.sleep(SETTLED_MILLIS);
        if (failed.get() != to) {
            throw new IllegalStateException("Calls did not wait");
        }
    }
}
