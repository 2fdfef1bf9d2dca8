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

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;

/** A source of chance that gives what a test wants of each range and remembers how it was asked. */
final class ScriptedRandom implements RandomGenerator {

    /** One question: the method and its exclusive bound; 0 where the method has none. */
    record Draw(String method, long bound) {}

    private final LongUnaryOperator choice;

    private final List<Draw> draws = new ArrayList<>();

    private ScriptedRandom(LongUnaryOperator choice) {
        this.choice = choice;
    }

    /** Gives the least of each range. */
    static ScriptedRandom lowest() {
        return new ScriptedRandom(most -> 0);
    }

    /** Gives the middle of each range. */
    static ScriptedRandom middle() {
        return new ScriptedRandom(most -> most / 2);
    }

    /** Gives the most of each range. */
    static ScriptedRandom highest() {
        return new ScriptedRandom(most -> most);
    }

    /** Gives what the function makes of the most of each range. */
    static ScriptedRandom choosing(LongUnaryOperator choice) {
        return new ScriptedRandom(choice);
    }

    List<Draw> draws() {
        return draws;
    }

    @Override
    public int nextInt(int bound) {
        return (int) answer("nextInt", bound);
    }

    @Override
    public long nextLong(long bound) {
        return answer("nextLong", bound);
    }

    /** Answers from all longs, so that the upper 63 bits are the chosen number. */
    @Override
    public long nextLong() {
        draws.add(new Draw("nextLong", 0));
        return choice.applyAsLong(Long.MAX_VALUE) << 1;
    }

    private long answer(String method, long bound) {
        draws.add(new Draw(method, bound));
        long value = choice.applyAsLong(bound - 1);
        if (value < 0 || value >= bound) {
            throw new AssertionError(method + "(" + bound + ") cannot give " + value);
        }
        return value;
    }
}
