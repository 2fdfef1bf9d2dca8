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
package io.github.retrystarter.retryafter;

import java.time.Instant;
import java.util.Comparator;

/**
 * The clock that the times in an answer are measured against: the server's own, where its {@code Date} header can be
 * read (RFC 9110, section 6.6.1), so that a local clock that is wrong neither cuts nor stretches a wait.
 *
 * @param now the local time
 * @param sent the server's time when it answered; the local time when the server did not say
 */
record ResponseClock(Instant now, Instant sent) {

    private static final long MILLIS_PER_SECOND = 1_000;

    private static final int NANOS_PER_MILLI = 1_000_000;

    static ResponseClock of(HeaderLines headers, Instant now) {
        Instant sent = headers.named("date").stream()
                .flatMap(line -> HttpDate.parse(line, now).stream())
                // Of several, the one that makes for the longest wait, as with every repeated line.
                .min(Comparator.naturalOrder())
                .orElse(now);
        return new ResponseClock(now, sent);
    }

    /** Returns the milliseconds from the answer to an instant, rounded up; 0 when the instant is past. */
    long millisUntil(Instant instant) {
        if (!instant.isAfter(sent)) {
            return 0;
        }
        // Instants are too close together for this to overflow, though not for the product below.
        long seconds = instant.getEpochSecond() - sent.getEpochSecond();
        if (seconds >= Long.MAX_VALUE / MILLIS_PER_SECOND) {
            return Long.MAX_VALUE;
        }
        int nanos = instant.getNano() - sent.getNano();
        return seconds * MILLIS_PER_SECOND - Math.floorDiv(-nanos, NANOS_PER_MILLI);
    }
}
