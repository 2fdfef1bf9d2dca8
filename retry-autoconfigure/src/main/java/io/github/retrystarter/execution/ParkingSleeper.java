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
import java.util.concurrent.locks.LockSupport;

/** Parks the calling thread: a virtual thread frees its carrier, and a stop signal or an interrupt ends the wait. */
final class ParkingSleeper implements Sleeper {

    private final Ticker ticker;

    ParkingSleeper(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        sleep(duration, StopSignal.NEVER);
    }

    @Override
    public void sleep(Duration duration, StopSignal stop) throws InterruptedException {
        long nanos = Nanos.of(duration);
        long start = ticker.nanos();
        long left = nanos;
        while (left > 0 && !stop.given()) {
            LockSupport.parkNanos(stop, left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            left = nanos - (ticker.nanos() - start);
        }
    }
}
