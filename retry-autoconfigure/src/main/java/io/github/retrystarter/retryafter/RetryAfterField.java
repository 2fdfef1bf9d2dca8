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

import java.util.OptionalLong;

/**
 * {@code Retry-After} (RFC 9110, section 10.2.3): seconds or a date.
 *
 * <p>Beyond the RFC, seconds may have a fraction, and a proxy may have joined several lines of whole seconds by commas.
 */
final class RetryAfterField implements HintField {

    private static final int MILLIS_SCALE = 3;

    @Override
    public String name() {
        return "retry-after";
    }

    @Override
    public FieldReading read(HeaderLines headers, ResponseClock clock) {
        return FieldReading.longest(headers.named(name()), line -> delayMillis(line, clock));
    }

    private static OptionalLong delayMillis(String line, ResponseClock clock) {
        OptionalLong seconds = DelayNumber.decimal(line, MILLIS_SCALE);
        if (seconds.isPresent()) {
            return seconds;
        }
        // A date has a comma of its own, so it comes before the list.
        return HttpDate.parse(line, clock.now())
                .map(date -> OptionalLong.of(clock.millisUntil(date)))
                .orElseGet(() -> longestMember(line));
    }

    private static OptionalLong longestMember(String line) {
        long longest = 0;
        int start = 0;
        while (start <= line.length()) {
            int comma = line.indexOf(',', start);
            int end = comma < 0 ? line.length() : comma;
            OptionalLong member = DelayNumber.whole(HeaderLines.strip(line.substring(start, end)), MILLIS_SCALE);
            if (member.isEmpty()) {
                return member;
            }
            longest = Math.max(longest, member.getAsLong());
            start = end + 1;
        }
        return OptionalLong.of(longest);
    }
}
