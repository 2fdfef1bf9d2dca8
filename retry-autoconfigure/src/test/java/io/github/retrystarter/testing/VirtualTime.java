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
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.random.RandomGenerator;

import io.github.retrystarter.execution.RetryRuntime;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.TimeAndChance;

/** Time that passes only by waiting, and chance that repeats. */
public final class VirtualTime {

    public static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private final ManualTicker ticker = new ManualTicker();
    private final RecordingSleeper sleeper = new RecordingSleeper(ticker);
    private final RandomGenerator random;

    public VirtualTime() {
        this(new Random(7));
    }

    public VirtualTime(RandomGenerator random) {
        this.random = random;
    }

    public TimeAndChance timeAndChance() {
        return new TimeAndChance(
                Clock.fixed(NOW, ZoneOffset.UTC), ticker, sleeper, RetryTimer.through(sleeper), random);
    }

    public RetryRuntime runtime() {
        return RetryRuntime.builder().timeAndChance(this::timeAndChance).build();
    }

    public ManualTicker ticker() {
        return ticker;
    }

    public RecordingSleeper sleeper() {
        return sleeper;
    }
}
