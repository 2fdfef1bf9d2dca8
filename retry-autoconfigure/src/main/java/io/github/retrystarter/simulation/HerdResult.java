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
package io.github.retrystarter.simulation;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * When the retries of a herd start. Immutable.
 *
 * @param bucket the time in which retries are counted together
 * @param retries the retries that start in each bucket, from time 0 on; not empty
 * @param later the retries that start after the last bucket
 * @since 0.1.0
 */
public record HerdResult(Duration bucket, List<Long> retries, long later) {

    /** Copies the list. */
    public HerdResult {
        retries = List.copyOf(retries);
    }

    /**
     * Returns the retries of the fullest bucket.
     *
     * @return the number
     */
    public long busiest() {
        return Collections.max(retries);
    }

    /**
     * Returns all retries, those after the last bucket included.
     *
     * @return the number
     */
    public long total() {
        return retries.stream().mapToLong(Long::longValue).sum() + later;
    }

    /**
     * Returns a row for each bucket.
     *
     * @return the table
     */
    public SimulationTable table() {
        return new SimulationTable(
                List.of("from ms", "retries"),
                IntStream.range(0, retries.size())
                        .mapToObj(i -> List.of(
                                String.valueOf(bucket.multipliedBy(i).toMillis()),
                                retries.get(i).toString()))
                        .toList());
    }
}
