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

/** What simulations ask of their numbers. */
final class Checks {

    private Checks() {}

    static void positive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " (" + value + ") must be at least 1");
        }
    }

    static void atMost(String name, long value, long most) {
        if (value > most) {
            throw new IllegalArgumentException(name + " (" + value + ") must be at most " + most);
        }
    }

    static void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " (" + value + ") must not be negative");
        }
    }

    static void longerThanNothing(String name, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(name + " (" + value + ") must be longer than nothing");
        }
    }

    static void share(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " (" + value + ") must be from 0 to 1");
        }
    }
}
