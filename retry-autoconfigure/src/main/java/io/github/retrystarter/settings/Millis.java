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
package io.github.retrystarter.settings;

import java.time.Duration;

/** Durations as whole milliseconds, saturating at both ends instead of overflowing. */
final class Millis {

    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);
    private static final long NANOS_PER_MILLI = 1_000_000;

    private Millis() {}

    static long roundedUp(Duration duration) {
        if (duration.compareTo(LONGEST) >= 0) {
            return Long.MAX_VALUE;
        }
        if (duration.isNegative()) {
            return 0;
        }
        long millis = duration.toMillis();
        return duration.getNano() % NANOS_PER_MILLI == 0 ? millis : millis + 1;
    }

    static long plus(long millis, long more) {
        long sum = millis + more;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    static long times(long millis, long count) {
        return Math.multiplyHigh(millis, count) == 0 && millis * count >= 0 ? millis * count : Long.MAX_VALUE;
    }
}
