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
import java.util.function.Function;

/**
 * A field that holds milliseconds and nothing else.
 *
 * @param name the field name in lower case
 * @param lineReader reads one line; empty when the line is not in the field's form
 */
record MillisecondsField(String name, Function<String, OptionalLong> lineReader) implements HintField {

    /** Milliseconds with an optional fraction, which is rounded up. */
    static MillisecondsField decimal(String name) {
        return new MillisecondsField(name, line -> DelayNumber.decimal(line, 0));
    }

    /** Whole milliseconds. */
    static MillisecondsField whole(String name) {
        return new MillisecondsField(name, line -> DelayNumber.whole(line, 0));
    }

    @Override
    public FieldReading read(HeaderLines headers, ResponseClock clock) {
        return FieldReading.longest(headers.named(name), lineReader);
    }
}
