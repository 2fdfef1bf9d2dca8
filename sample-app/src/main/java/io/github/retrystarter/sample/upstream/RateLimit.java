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
package io.github.retrystarter.sample.upstream;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Turns callers away for a while, and tells them for how long in either form of {@code Retry-After}. */
final class RateLimit {

    private RateLimit() {}

    static Answer answer(Script script, Visit visit) {
        Instant end = visit.first().plusSeconds(script.number("seconds", 2));
        if (script.says("form", "date")) {
            Instant wholeSecond = roundedUp(end);
            return visit.now().isBefore(wholeSecond) ? tooMany(HttpDate.format(wholeSecond)) : Response.of(200);
        }
        return visit.now().isBefore(end) ? tooMany(secondsLeft(visit.now(), end)) : Response.of(200);
    }

    private static Answer tooMany(String retryAfter) {
        return Response.of(429).with("Retry-After", retryAfter);
    }

    private static String secondsLeft(Instant now, Instant end) {
        return String.valueOf(Duration.between(now, end).plusNanos(999_999_999).toSeconds());
    }

    private static Instant roundedUp(Instant instant) {
        return instant.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
    }
}
