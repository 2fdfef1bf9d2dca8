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
import java.util.List;
import java.util.OptionalLong;

/**
 * A reset field without a standard of its own: whole seconds from now, or an epoch in seconds or milliseconds. Only the
 * size of the number tells which. It asks for a wait unless its companion says that quota is left.
 *
 * @param name the name of the reset field in lower case
 * @param remainingName the name of its companion in lower case
 */
record RateLimitResetField(String name, String remainingName) implements HintField {

    private static final long LEAST_EPOCH_SECONDS = 1_000_000_000L;

    private static final long LEAST_EPOCH_MILLIS = 1_000_000_000_000L;

    private static final long MILLIS_PER_SECOND = 1_000;

    @Override
    public FieldReading read(HeaderLines headers, ResponseClock clock) {
        List<String> resets = headers.named(name);
        if (resets.isEmpty()) {
            return FieldReading.NOTHING;
        }
        List<String> remaining = headers.named(remainingName);
        if (remaining.isEmpty()
                || remaining.stream().anyMatch(line -> amount(line).orElse(1) == 0)) {
            return FieldReading.longest(resets, line -> delayMillis(line, clock));
        }
        return remaining.stream().anyMatch(line -> amount(line).isPresent())
                ? FieldReading.NOTHING
                : FieldReading.UNREADABLE;
    }

    // Some servers write quota as 0.0; rounding up keeps a tenth of a unit from being none.
    private static OptionalLong amount(String remaining) {
        return DelayNumber.decimal(remaining, 0);
    }

    private static OptionalLong delayMillis(String reset, ResponseClock clock) {
        OptionalLong number = DelayNumber.whole(reset, 0);
        return number.isPresent() ? OptionalLong.of(delayMillis(number.getAsLong(), clock)) : number;
    }

    private static long delayMillis(long reset, ResponseClock clock) {
        if (reset == Long.MAX_VALUE) {
            return reset;
        }
        if (reset >= LEAST_EPOCH_MILLIS) {
            return clock.millisUntil(Instant.ofEpochMilli(reset));
        }
        if (reset >= LEAST_EPOCH_SECONDS) {
            return clock.millisUntil(Instant.ofEpochSecond(reset));
        }
        return reset * MILLIS_PER_SECOND;
    }
}
