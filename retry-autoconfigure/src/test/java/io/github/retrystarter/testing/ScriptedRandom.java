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
package io.github.retrystarter.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/** Gives prepared draws, and remembers the bounds that it was asked with. */
public final class ScriptedRandom implements RandomGenerator {

    private final Deque<Long> draws = new ArrayDeque<>();
    private final List<Long> bounds = new ArrayList<>();

    public ScriptedRandom(long... draws) {
        for (long draw : draws) {
            this.draws.add(draw);
        }
    }

    @Override
    public int nextInt(int bound) {
        return (int) next(bound);
    }

    @Override
    public long nextLong(long bound) {
        return next(bound);
    }

    @Override
    public long nextLong() {
        throw new IllegalStateException("An unbounded draw was not expected");
    }

    private long next(long bound) {
        bounds.add(bound);
        if (draws.isEmpty()) {
            throw new IllegalStateException("A draw below " + bound + " was not expected");
        }
        return draws.removeFirst();
    }

    public List<Long> bounds() {
        return bounds;
    }
}
