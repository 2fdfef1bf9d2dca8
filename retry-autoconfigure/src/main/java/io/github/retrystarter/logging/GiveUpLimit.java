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
import java.util.function.Consumer;
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
    private final Consumer<Burst> begun;
    private volatile @Nullable Ticker known;
    private final Map<String, PolicyWindows> policies = new ConcurrentHashMap<>();

    /**
     * Give-ups without a line of their own.
     *
     * @param policy the name of the policy
     * @param reason their reason
     * @param count how many
     * @param time from the first of them to the last
     */
    record LeftOut(String policy, GiveUpReason reason, long count, Duration time) {}

    /** Give-ups that are left out, from the first of them in a while on. */
    interface Burst {

        /** Returns the time until the while is over, from the first of them on. */
        Duration remaining();

        /** Takes what is not yet taken of them; later give-ups are in another while. */
        List<LeftOut> take();
    }

    /**
     * Makes the limit.
     *
     * @param ticker gives the source of elapsed time
     * @param begun is told once of each burst, when the first give-up of a while is left out
     */
    GiveUpLimit(Supplier<Ticker> ticker, Consumer<Burst> begun) {
        this.ticker = ticker;
        this.begun = begun;
    }

    /** Returns whether this give-up gets a line; otherwise it is counted. */
    boolean admits(String policy, GiveUpReason reason) {
        Admission admission =
                policies.computeIfAbsent(policy, PolicyWindows::new).admit(reason, nanos());
        if (admission.begun() != null) {
            begun.accept(admission.begun());
        }
        return admission.line();
    }

    /** Takes what was left out of a policy's lines in a while that is over. */
    List<LeftOut> takeDue(String policy) {
        PolicyWindows windows = policies.get(policy);
        return windows == null || windows.withCount.get() == 0 ? List.of() : windows.takeOlderThan(nanos(), WHILE);
    }

    /** Takes all that was left out. */
    List<LeftOut> takeAll() {
        List<LeftOut> all = new ArrayList<>();
        policies.values().forEach(windows -> {
            if (windows.withCount.get() > 0) {
                all.addAll(windows.takeOlderThan(nanos(), Duration.ZERO));
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

    /** Whether a give-up has a line, and the burst that it begins otherwise. */
    private record Admission(boolean line, @Nullable Burst begun) {

        static final Admission LINE = new Admission(true, null);
        static final Admission COUNTED = new Admission(false, null);
    }

    /** What is known about one policy. */
    private static final class PolicyWindows {

        private final String policy;
        private final Map<GiveUpReason, Window> byReason = new EnumMap<>(GiveUpReason.class);

        /** How many of them have counted something; read without a lock by calls that have nothing to tell. */
        private final AtomicInteger withCount = new AtomicInteger();

        PolicyWindows(String policy) {
            this.policy = policy;
        }

        synchronized Admission admit(GiveUpReason reason, long nanos) {
            Window window = byReason.get(reason);
            if (window == null || window.isOver(nanos)) {
                window = new Window(nanos);
                byReason.put(reason, window);
            }
            if (window.takesLine()) {
                return Admission.LINE;
            }
            if (window.count(nanos) > 1) {
                return Admission.COUNTED;
            }
            withCount.incrementAndGet();
            return new Admission(false, burst(reason, window, window.remaining(nanos)));
        }

        private Burst burst(GiveUpReason reason, Window window, Duration remaining) {
            return new Burst() {
                @Override
                public Duration remaining() {
                    return remaining;
                }

                @Override
                public List<LeftOut> take() {
                    return PolicyWindows.this.take(reason, window);
                }
            };
        }

        synchronized List<LeftOut> takeOlderThan(long nanos, Duration minimum) {
            List<LeftOut> taken = new ArrayList<>();
            byReason.forEach((reason, window) -> {
                if (window.isAtLeast(nanos, minimum)) {
                    taken.addAll(take(reason, window));
                }
            });
            return taken;
        }

        private synchronized List<LeftOut> take(GiveUpReason reason, Window window) {
            if (window.leftOut == 0) {
                return List.of();
            }
            withCount.decrementAndGet();
            return List.of(new LeftOut(policy, reason, window.end(), window.length()));
        }
    }

    /** The lines and the others of one reason within one while. */
    private static final class Window {

        private final long startNanos;
        private int lines;
        private long leftOut;
        private long firstNanos;
        private long lastNanos;
        private boolean ended;

        Window(long startNanos) {
            this.startNanos = startNanos;
        }

        boolean isAtLeast(long nanos, Duration age) {
            return nanos - startNanos >= age.toNanos();
        }

        /** One with a count is not over before somebody has taken it. */
        boolean isOver(long nanos) {
            return ended || (leftOut == 0 && isAtLeast(nanos, WHILE));
        }

        Duration remaining(long nanos) {
            return WHILE.minusNanos(nanos - startNanos);
        }

        boolean takesLine() {
            boolean free = lines < MOST;
            lines += free ? 1 : 0;
            return free;
        }

        long count(long nanos) {
            if (leftOut == 0) {
                firstNanos = nanos;
                lastNanos = nanos;
            }
            // Threads may read the time in one order and come here in another.
            lastNanos = nanos - lastNanos > 0 ? nanos : lastNanos;
            return ++leftOut;
        }

        Duration length() {
            return Duration.ofNanos(lastNanos - firstNanos);
        }

        long end() {
            long count = leftOut;
            leftOut = 0;
            ended = true;
            return count;
        }
    }
}
