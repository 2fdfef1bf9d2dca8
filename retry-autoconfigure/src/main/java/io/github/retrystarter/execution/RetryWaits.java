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
package io.github.retrystarter.execution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The waits in progress of all policies of an application, and the end of waiting when the application shuts down. Safe
 * for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class RetryWaits {

    private final Supplier<Ticker> ticker;

    /** Held for moments: a wait may begin on an event loop, which must not park. */
    private final Object chain = new Object();

    private @Nullable Wait latest;
    private int inProgress;
    private volatile @Nullable Closing closing;

    /** One wait for a further attempt. It is a link in the chain of all, which so needs no object more for each. */
    abstract static class Wait {

        private @Nullable Wait earlier;
        private @Nullable Wait later;

        /** When the wait is over, by the ticker. */
        abstract long endNanos();

        /** Ends the call because the application shuts down; does nothing where the wait is over. */
        abstract void shutDown();
    }

    /** From when on no wait may last, and who wants to know when there is none left. */
    private record Closing(boolean atOnce, long limitNanos, CompletableFuture<Void> idle) {

        boolean admits(Wait wait) {
            return !atOnce && wait.endNanos() - limitNanos < 0;
        }
    }

    /**
     * Makes it open, with no wait in progress.
     *
     * @param ticker gives the source of elapsed time; asked at the first end that gives waits time
     */
    public RetryWaits(Supplier<Ticker> ticker) {
        this.ticker = ticker;
    }

    /**
     * Ends all waits that would not be over within the given time, now, and lets none begin from now on that would not.
     * Calls that end so have the reason {@code shutdown}.
     *
     * @param grace the time that waits still have; zero ends all of them
     * @return completes when no wait is in progress any more
     */
    public CompletableFuture<Void> close(Duration grace) {
        boolean atOnce = grace.isZero();
        // The end of a context may be too late to ask for the ticker.
        long limit = atOnce ? 0 : ticker.get().nanos() + Nanos.of(grace);
        Closing now = new Closing(atOnce, limit, new CompletableFuture<>());
        closing = now;
        for (Wait wait : all()) {
            if (!now.admits(wait)) {
                wait.shutDown();
            }
        }
        tellWhenIdle();
        return now.idle();
    }

    /** Ends all waits at once, and lets none begin from now on: the application is over, or its start has failed. */
    public void end() {
        var unused = close(Duration.ZERO);
    }

    /** Lets waits begin again, as when an application that was stopped is started again. */
    public void open() {
        closing = null;
    }

    /**
     * Returns the number of waits in progress.
     *
     * @return the number
     */
    public int inProgress() {
        synchronized (chain) {
            return inProgress;
        }
    }

    /** Whether waits have begun to end. */
    boolean closing() {
        return closing != null;
    }

    /** Returns false where the wait would not be over in time; it is then not in progress. */
    boolean enter(Wait wait) {
        add(wait);
        // Looked at after the wait is known: whoever closes at this moment sees the wait, or is seen here.
        Closing now = closing;
        if (now == null || now.admits(wait)) {
            return true;
        }
        leave(wait);
        return false;
    }

    void leave(Wait wait) {
        remove(wait);
        if (closing != null) {
            tellWhenIdle();
        }
    }

    private List<Wait> all() {
        synchronized (chain) {
            List<Wait> all = new ArrayList<>(inProgress);
            for (Wait wait = latest; wait != null; wait = wait.earlier) {
                all.add(wait);
            }
            return all;
        }
    }

    private void add(Wait wait) {
        synchronized (chain) {
            wait.earlier = latest;
            if (latest != null) {
                latest.later = wait;
            }
            latest = wait;
            inProgress++;
        }
    }

    private void remove(Wait wait) {
        synchronized (chain) {
            if (latest == wait) {
                latest = wait.earlier;
            } else if (wait.later == null) {
                return;
            } else {
                wait.later.earlier = wait.earlier;
            }
            if (wait.earlier != null) {
                wait.earlier.later = wait.later;
            }
            wait.earlier = null;
            wait.later = null;
            inProgress--;
        }
    }

    private void tellWhenIdle() {
        Closing now = closing;
        if (now != null && inProgress() == 0) {
            now.idle().complete(null);
        }
    }
}
