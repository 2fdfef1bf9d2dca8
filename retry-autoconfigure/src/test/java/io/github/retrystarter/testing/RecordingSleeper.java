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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.retrystarter.execution.Sleeper;

/** Returns at once, remembers what it was asked for, and moves a clock by it. */
public final class RecordingSleeper implements Sleeper {

    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private final ManualTicker ticker;

    public RecordingSleeper(ManualTicker ticker) {
        this.ticker = ticker;
    }

    @Override
    public void sleep(Duration duration) {
        waits.add(duration);
        ticker.advance(duration);
    }

    public List<Duration> waits() {
        return waits;
    }

    public List<Long> waitsInMillis() {
        return waits.stream().map(Duration::toMillis).toList();
    }
}
