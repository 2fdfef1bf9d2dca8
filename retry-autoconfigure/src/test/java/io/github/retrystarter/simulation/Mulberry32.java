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

import java.util.random.RandomGenerator;

/**
 * The generator that the published herd table was made with. A whole number below a bound is a rounded share of the
 * largest one, as there.
 */
final class Mulberry32 implements RandomGenerator {

    private int state;

    Mulberry32(int seed) {
        state = seed;
    }

    @Override
    public int nextInt() {
        state += 0x6D2B79F5;
        int mixed = (state ^ state >>> 15) * (1 | state);
        mixed = (mixed + (mixed ^ mixed >>> 7) * (61 | mixed)) ^ mixed;
        return mixed ^ mixed >>> 14;
    }

    @Override
    public double nextDouble() {
        return (double) Integer.toUnsignedLong(nextInt()) / (1L << 32);
    }

    @Override
    public int nextInt(int bound) {
        return (int) Math.round(nextDouble() * (bound - 1));
    }

    @Override
    public long nextLong() {
        throw new IllegalStateException("The published table draws no longs");
    }
}
