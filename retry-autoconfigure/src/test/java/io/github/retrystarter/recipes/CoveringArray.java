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
package io.github.retrystarter.recipes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Few rows in which every pair of values of two factors stands together at least once, made greedily and the same each
 * time. A row has one value for each factor, by its place in the factor's list; 0 is "left out".
 */
final class CoveringArray {

    private static final int TRIES = 600;
    private static final int CANDIDATES = 12;

    private final List<Integer> sizes;
    private final Predicate<List<Integer>> allowed;
    private final Random random = new Random(7);
    private final Set<Pair> left = new HashSet<>();
    private final List<List<Integer>> rows = new ArrayList<>();
    private final List<List<Integer>> impossible = new ArrayList<>();

    private record Pair(int factor, int value, int otherFactor, int otherValue) {}

    /** Covers all pairs that an allowed row can have. */
    CoveringArray(List<Integer> sizes, Predicate<List<Integer>> allowed) {
        this.sizes = sizes;
        this.allowed = allowed;
        List<Pair> pairs = pairs();
        left.addAll(pairs);
        for (Pair pair : pairs) {
            if (left.contains(pair)) {
                best(pair).ifPresentOrElse(this::take, () -> impossible.add(alone(pair)));
            }
        }
    }

    List<List<Integer>> rows() {
        return rows;
    }

    /** Rows that have nothing but one pair, for each pair that no allowed row was found for. */
    List<List<Integer>> impossible() {
        return impossible;
    }

    private void take(List<Integer> row) {
        rows.add(row);
        left.removeAll(pairsOf(row));
    }

    private Optional<List<Integer>> best(Pair pair) {
        List<Integer> best = null;
        int most = 0;
        int found = 0;
        for (int i = 0; i < TRIES && found < CANDIDATES; i++) {
            List<Integer> row = i == 0 ? alone(pair) : randomWith(pair);
            if (allowed.test(row)) {
                found++;
                int gain = (int) pairsOf(row).stream().filter(left::contains).count();
                if (gain > most) {
                    most = gain;
                    best = row;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private List<Integer> alone(Pair pair) {
        return with(pair, new ArrayList<>(Collections.nCopies(sizes.size(), 0)));
    }

    private List<Integer> randomWith(Pair pair) {
        List<Integer> row = new ArrayList<>();
        // Some rows are full and some are nearly empty, for a full one is hardly ever without a contradiction.
        double written = random.nextDouble();
        for (int size : sizes) {
            row.add(random.nextDouble() < written ? random.nextInt(size) : 0);
        }
        return with(pair, row);
    }

    private static List<Integer> with(Pair pair, List<Integer> row) {
        row.set(pair.factor(), pair.value());
        row.set(pair.otherFactor(), pair.otherValue());
        return row;
    }

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (int f = 0; f < sizes.size(); f++) {
            for (int g = f + 1; g < sizes.size(); g++) {
                for (int v = 0; v < sizes.get(f); v++) {
                    for (int w = 0; w < sizes.get(g); w++) {
                        pairs.add(new Pair(f, v, g, w));
                    }
                }
            }
        }
        return pairs;
    }

    private static List<Pair> pairsOf(List<Integer> row) {
        List<Pair> pairs = new ArrayList<>();
        for (int f = 0; f < row.size(); f++) {
            for (int g = f + 1; g < row.size(); g++) {
                pairs.add(new Pair(f, row.get(f), g, row.get(g)));
            }
        }
        return pairs;
    }
}
