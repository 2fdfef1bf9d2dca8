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

/** Durations as nanoseconds that can be added to the reading of a ticker without getting lost. */
final class Nanos {

    private static final Duration MOST = Duration.ofNanos(Long.MAX_VALUE / 4);

    private Nanos() {}

    /** The nanoseconds of a duration; durations of decades and more count as seventy-three years. */
    static long of(Duration duration) {
        return (duration.compareTo(MOST) < 0 ? duration : MOST).toNanos();
    }
}
