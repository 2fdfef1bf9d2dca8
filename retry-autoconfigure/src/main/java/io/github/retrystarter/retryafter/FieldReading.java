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

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What one header field says.
 *
 * @param delayMillis the wait it asks for; empty when it asks for none
 * @param unreadable whether it was there and could not be read
 */
record FieldReading(OptionalLong delayMillis, boolean unreadable) {

    /** The field is absent, or says that no wait is needed. */
    static final FieldReading NOTHING = new FieldReading(OptionalLong.empty(), false);

    /** The field is there, and not in a form that can be read. */
    static final FieldReading UNREADABLE = new FieldReading(OptionalLong.empty(), true);

    static FieldReading of(long delayMillis) {
        return new FieldReading(OptionalLong.of(delayMillis), false);
    }

    /** Reads each line by itself: the longest wait wins, lines that cannot be read count only where none can. */
    static FieldReading longest(List<String> lines, Function<String, OptionalLong> lineReader) {
        if (lines.isEmpty()) {
            return NOTHING;
        }
        OptionalLong longest = lines.stream()
                .map(lineReader)
                .flatMapToLong(OptionalLong::stream)
                .max();
        return longest.isPresent() ? of(longest.getAsLong()) : UNREADABLE;
    }
}
