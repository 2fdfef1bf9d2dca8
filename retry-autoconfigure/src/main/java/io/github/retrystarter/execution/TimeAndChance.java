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

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.WholeMillis;

/**
 * Every source of time and chance that retries depend on, in one replaceable place.
 *
 * <p>All five are used by many threads at once and must be safe for that.
 *
 * @param clock the wall clock, read for the dates in hints only
 * @param ticker the source of elapsed time, read for deadlines and for what is told about a failed call
 * @param sleeper what a blocking call waits with
 * @param timer what wakes an asynchronous call
 * @param random the source of the draws of jittered waits
 * @since 0.1.0
 */
public record TimeAndChance(Clock clock, Ticker ticker, Sleeper sleeper, RetryTimer timer, RandomGenerator random) {

    private static final TimeAndChance SYSTEM = of(System::nanoTime);

    private static TimeAndChance of(Ticker ticker) {
        return new TimeAndChance(
                Clock.systemUTC(), ticker, new ParkingSleeper(ticker), TimeAndChance::later, new ThreadRandom());
    }

    /**
     * Returns the machine's own time and chance. Its timer uses the one that the JDK has for timeouts of futures.
     *
     * @return the system's clock, ticker, sleeper and timer, and a random generator per thread
     */
    public static TimeAndChance system() {
        return SYSTEM;
    }

    /**
     * Returns the same but for the timer.
     *
     * @param other the timer
     * @return a copy with that timer
     */
    public TimeAndChance withTimer(RetryTimer other) {
        return new TimeAndChance(clock, ticker, sleeper, other, random);
    }

    /** On the timer thread that the JDK has anyway. */
    private static RetryTimer.Timeout later(Runnable task, Duration delay) {
        CompletableFuture<@Nullable Void> time = new CompletableFuture<@Nullable Void>()
                .completeOnTimeout(null, WholeMillis.of(delay), TimeUnit.MILLISECONDS);
        var unused = time.thenRun(task);
        return () -> time.cancel(false);
    }

    /** Draws from the generator of whichever thread asks. */
    private static final class ThreadRandom implements RandomGenerator {

        @Override
        public long nextLong() {
            return ThreadLocalRandom.current().nextLong();
        }

        @Override
        public int nextInt(int bound) {
            return ThreadLocalRandom.current().nextInt(bound);
        }

        @Override
        public long nextLong(long bound) {
            return ThreadLocalRandom.current().nextLong(bound);
        }
    }
}
