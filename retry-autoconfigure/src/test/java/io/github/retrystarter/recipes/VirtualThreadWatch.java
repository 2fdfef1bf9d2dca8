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
package io.github.retrystarter.recipes;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Yaml;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Lets ten thousand virtual threads wait for their next attempt at once, and has pinned carriers recorded. */
final class VirtualThreadWatch {

    private static final int CALLS = 10_000;
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private VirtualThreadWatch() {}

    public static void main(String[] arguments) throws Throwable {
        ThreadFactory threads = virtualThreads();
        RetryContexts.runner()
                .withInitializer(Yaml.file(
                        "retry.policies.p: {attempts: 2, backoff: constant, base: 1ms, budget.enabled: false}"))
                .withBean(EveryStyle.class)
                .run(context -> {
                    EveryStyle bean = context.getBean(EveryStyle.class);
                    RetryPolicies policies = context.getBean(RetryPolicies.class);
                    // Loading a class pins the carrier of whoever waits for it; that is over after the first call.
                    begin(threads, bean).join();
                    policies.update("p", settings -> settings.base(WAIT));
                    try (Recording recording = new Recording()) {
                        recording.enable(PINNED).withStackTrace().withThreshold(Duration.ZERO);
                        recording.start();
                        watch(threads, bean, policies.get("p").counts());
                        recording.stop();
                        System.out.println(pinned(recording) + " pinned");
                    }
                });
        System.exit(0);
    }

    private static void watch(ThreadFactory threads, EveryStyle bean, RetryCounts counts) throws InterruptedException {
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            running.add(begin(threads, bean));
        }
        Eventually.until("all calls wait at once", () -> counts.waiting() == CALLS);
        for (Thread thread : running) {
            thread.join();
        }
        System.out.println(counts.calls(CallOutcome.RECOVERED) - 1 + " calls recovered");
    }

    private static Thread begin(ThreadFactory threads, EveryStyle bean) {
        AtomicInteger attempts = new AtomicInteger();
        Thread thread = threads.newThread(() -> {
            try {
                bean.blocking(() -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new ConnectException("refused");
                    }
                    return "value";
                });
            } catch (Exception ex) {
                throw new IllegalStateException(ex);
            }
        });
        thread.start();
        return thread;
    }

    private static long pinned(Recording recording) throws IOException {
        Path file = Files.createTempFile("pinned", ".jfr");
        try {
            recording.dump(file);
            List<RecordedEvent> ours = RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals(PINNED))
                    .filter(event -> event.getStackTrace() != null
                            && event.getStackTrace().getFrames().stream()
                                    .anyMatch(frame -> frame.getMethod()
                                            .getType()
                                            .getName()
                                            .startsWith("io.github.retrystarter.")))
                    .toList();
            ours.forEach(System.out::println);
            return ours.size();
        } finally {
            Files.delete(file);
        }
    }

    /** By reflection, since the code is compiled for a JDK without them. */
    private static ThreadFactory virtualThreads() throws Throwable {
        Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
        MethodHandle ofVirtual =
                MethodHandles.lookup().findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
        return (ThreadFactory) builder.getMethod("factory").invoke(ofVirtual.invoke());
    }
}
