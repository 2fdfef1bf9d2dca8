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

import java.util.random.RandomGenerator;

/** A draw from {@code [0, most]}, both ends reachable. */
final class UniformDraw {

    private UniformDraw() {}

    static long upTo(long most, RandomGenerator random) {
        if (most < Integer.MAX_VALUE) {
            return random.nextInt((int) most + 1);
        }
        if (most == Long.MAX_VALUE) {
            return random.nextLong() & Long.MAX_VALUE;
        }
        return random.nextLong(most + 1);
    }
}
