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
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** Until when a server's hint holds back the retries of a policy. It outlives changes of the settings. */
final class PolicyHold {

    /** When the hold ends; null where there is none. */
    private final AtomicReference<@Nullable End> end = new AtomicReference<>();

    /** A reading of the clock. */
    private record End(long nanos) {}

    /** Holds at least as long as this hint asks. */
    void extend(long nowNanos, Duration hint) {
        End asked = new End(nowNanos + nanos(hint));
        end.accumulateAndGet(
                asked, (before, other) -> before == null || asked.nanos() - before.nanos() > 0 ? asked : before);
    }

    /** Reads the clock only where there is a hold, and forgets one that is over. */
    Duration remaining(Ticker ticker) {
        End known = end.get();
        if (known == null) {
            return Duration.ZERO;
        }
        long left = known.nanos() - ticker.nanos();
        if (left > 0) {
            return Duration.ofNanos(left);
        }
        end.compareAndSet(known, null);
        return Duration.ZERO;
    }

    /** Half of what a clock can tell apart is as good as for ever. */
    private static long nanos(Duration hint) {
        Duration longest = Duration.ofNanos(Long.MAX_VALUE / 2);
        return hint.compareTo(longest) < 0 ? hint.toNanos() : longest.toNanos();
    }
}
