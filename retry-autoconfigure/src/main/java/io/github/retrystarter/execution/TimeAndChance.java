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
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Every source of time and chance that retries depend on, in one replaceable place.
 *
 * <p>All four are used by many threads at once and must be safe for that.
 *
 * @param clock the wall clock, read for the dates in hints only
 * @param ticker the source of elapsed time, read for deadlines and for what is told about a failed call
 * @param sleeper what a blocking call waits with
 * @param random the source of the draws of jittered waits
 * @since 0.1.0
 */
public record TimeAndChance(Clock clock, Ticker ticker, Sleeper sleeper, RandomGenerator random) {

    private static final TimeAndChance SYSTEM =
            new TimeAndChance(Clock.systemUTC(), System::nanoTime, TimeAndChance::sleep, new ThreadRandom());

    /**
     * Returns the machine's own time and chance.
     *
     * @return the system's clock, ticker and sleeper, and a random generator per thread
     */
    public static TimeAndChance system() {
        return SYSTEM;
    }

    private static void sleep(Duration duration) throws InterruptedException {
        // Not Thread.sleep(Duration), which came after Java 17; TimeUnit saturates and never sleeps less than asked.
        TimeUnit.MILLISECONDS.sleep(duration.toMillis());
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
