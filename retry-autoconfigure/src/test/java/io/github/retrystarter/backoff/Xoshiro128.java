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

/**
 * The seeded source of chance that the published vectors were made with: xoshiro128**, its state filled by splitmix32.
 * What the vectors call {@code nextFloat} is {@link #nextDouble()} here, the only type of the two that holds it exactly.
 * Each {@code int}, {@code float} and {@code double} takes one 32-bit word, each {@code long} two. For tests only.
 */
public final class Xoshiro128 implements RandomGenerator {

    private static final long WORDS = 1L << 32;

    private int state0;

    private int state1;

    private int state2;

    private int state3;

    /**
     * Starts a stream.
     *
     * @param seed the lower 32 bits count
     */
    public Xoshiro128(long seed) {
        int counter = (int) seed;
        state0 = mixed(counter += 0x9e3779b9);
        state1 = mixed(counter += 0x9e3779b9);
        state2 = mixed(counter += 0x9e3779b9);
        state3 = mixed(counter + 0x9e3779b9);
        if ((state0 | state1 | state2 | state3) == 0) {
            state0 = 1;
        }
    }

    @Override
    public int nextInt() {
        int result = Integer.rotateLeft(state1 * 5, 7) * 9;
        int shifted = state1 << 9;
        state2 ^= state0;
        state3 ^= state1;
        state1 ^= state2;
        state0 ^= state3;
        state2 ^= shifted;
        state3 = Integer.rotateLeft(state3, 11);
        return result;
    }

    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound (" + bound + ") must be positive");
        }
        long tooLow = (WORDS - bound) % bound;
        long word = nextWord();
        while (word < tooLow) {
            word = nextWord();
        }
        return (int) (word % bound);
    }

    @Override
    public long nextLong() {
        return nextWord() << 32 | nextWord();
    }

    @Override
    public double nextDouble() {
        return (double) nextWord() / WORDS;
    }

    /** Returns {@link #nextDouble()} cut to the 24 bits that a float holds, so never 1. */
    @Override
    public float nextFloat() {
        return (float) (nextWord() >>> 8) / (1 << 24);
    }

    private long nextWord() {
        return Integer.toUnsignedLong(nextInt());
    }

    private static int mixed(int value) {
        int mixed = value;
        mixed = (mixed ^ mixed >>> 16) * 0x21f0aaad;
        mixed = (mixed ^ mixed >>> 15) * 0x735a2d97;
        return mixed ^ mixed >>> 15;
    }
}
