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
package io.github.retrystarter.backoff;

import java.util.random.RandomGenerator;

/** Numbers of every size, small ones as often as large ones. */
final class RandomNumbers {

    private RandomNumbers() {}

    /** Returns a number from 1 to {@link Long#MAX_VALUE}. */
    static long positive(RandomGenerator random) {
        return Math.max(1, random.nextLong() >>> (1 + random.nextInt(63)));
    }

    /** Returns a number from 1 to {@link Integer#MAX_VALUE}. */
    static int attempt(RandomGenerator random) {
        return Math.max(1, random.nextInt() >>> (1 + random.nextInt(31)));
    }
}
