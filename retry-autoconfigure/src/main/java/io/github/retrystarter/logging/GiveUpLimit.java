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
package io.github.retrystarter.logging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.Ticker;
import io.github.retrystarter.settings.GiveUpReason;

/**
 * How many give-ups of a policy, for each reason, are worth a line of their own within a while. The others are counted, and
 * the count is taken once. Safe for use by many threads at once.
 */
final class GiveUpLimit {

    static final int MOST = 10;
    static final Duration WHILE = Duration.ofSeconds(10);

    private final Supplier<Ticker> ticker;
    private volatile @Nullable Ticker known;
    private final Map<String, PolicyWindows> policies = new ConcurrentHashMap<>();

    /**
     * Give-ups without a line of their own.
     *
     * @param policy the name of the policy
     * @param reason their reason
     * @param count how many
     * @param time since the first give-up of that while
     */
    record LeftOut(String policy, GiveUpReason reason, long count, Duration time) {}

    GiveUpLimit(Supplier<Ticker> ticker) {
        this.ticker = ticker;
    }

    /** Returns whether this give-up gets a line; otherwise it is counted. */
    boolean admits(String policy, GiveUpReason reason) {
        return policies.computeIfAbsent(policy, name -> new PolicyWindows()).admits(reason, nanos());
    }

    /** Takes what was left out of a policy's lines in a while that is over. */
    List<LeftOut> takeDue(String policy) {
        PolicyWindows windows = policies.get(policy);
        return windows == null || windows.withCount.get() == 0 ? List.of() : windows.take(policy, nanos(), WHILE);
    }

    /** Takes all that was left out. */
    List<LeftOut> takeAll() {
        List<LeftOut> all = new ArrayList<>();
        policies.forEach((policy, windows) -> {
            if (windows.withCount.get() > 0) {
                all.addAll(windows.take(policy, nanos(), Duration.ZERO));
            }
        });
        return all;
    }

    /** Asked once: at the end of an application its beans may have gone. */
    private long nanos() {
        Ticker found = known;
        if (found == null) {
            found = ticker.get();
            known = found;
        }
        return found.nanos();
    }

    /** What is known about one policy. */
    private static final class PolicyWindows {

        private final Map<GiveUpReason, Window> byReason = new EnumMap<>(GiveUpReason.class);

        /** How many of them have counted something; read without a lock by calls that have nothing to tell. */
        private final AtomicInteger withCount = new AtomicInteger();

        synchronized boolean admits(GiveUpReason reason, long nanos) {
            Window window = byReason.computeIfAbsent(reason, key -> new Window(nanos));
            if (nanos - window.startNanos >= WHILE.toNanos() && window.leftOut == 0) {
                window.startNanos = nanos;
                window.lines = 0;
            }
            if (window.lines < MOST) {
                window.lines++;
                return true;
            }
            if (window.leftOut++ == 0) {
                withCount.incrementAndGet();
            }
            return false;
        }

        synchronized List<LeftOut> take(String policy, long nanos, Duration minimum) {
            List<LeftOut> taken = new ArrayList<>();
            byReason.forEach((reason, window) -> {
                long age = nanos - window.startNanos;
                if (window.leftOut > 0 && age >= minimum.toNanos()) {
                    taken.add(new LeftOut(policy, reason, window.leftOut, Duration.ofNanos(age)));
                    window.leftOut = 0;
                    withCount.decrementAndGet();
                }
            });
            return taken;
        }
    }

    /** The lines and the others of one reason. */
    private static final class Window {

        private long startNanos;
        private int lines;
        private long leftOut;

        Window(long startNanos) {
            this.startNanos = startNanos;
        }
    }
}
