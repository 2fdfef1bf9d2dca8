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

/**
 * The mean of the walk that decorrelated jitter takes. The distribution of the waits is carried from step to step in equal
 * bins between base and cap; what would go beyond the cap gathers at the cap, as in the strategy itself.
 */
final class DecorrelatedWalk {

    private static final int BINS = 4_000;

    /** The distribution no longer changes by then, whatever base and cap are. */
    private static final int MOST_STEPS = 64;

    private final double base;
    private final double width;
    private final double cap;
    private double[] share = new double[BINS];
    private double atCap;

    private DecorrelatedWalk(long base, long cap) {
        this.base = base;
        this.cap = cap;
        this.width = (double) (cap - base) / BINS;
    }

    /** Returns the mean of the wait with this number, in milliseconds. */
    static long mean(long base, long cap, int wait) {
        if (cap <= base) {
            return cap;
        }
        DecorrelatedWalk walk = new DecorrelatedWalk(base, Math.min(cap, beyondReach(base, cap, wait)));
        walk.start();
        for (int step = 1; step < Math.min(wait, MOST_STEPS); step++) {
            walk.step();
        }
        return Math.round(walk.mean());
    }

    /** A cap that no draw can reach, where there is as good as none: the bins are for what can happen. */
    private static long beyondReach(long base, long cap, int wait) {
        long reach = base;
        for (int step = 0; step < wait && reach < cap; step++) {
            reach = BackoffArithmetic.tripled(reach);
        }
        return WholeMillis.sum(reach, 1);
    }

    private void start() {
        double[] next = new double[BINS + 1];
        atCap = spread(next, base, 1);
        share = accumulate(next);
    }

    private void step() {
        double[] next = new double[BINS + 1];
        double nextAtCap = spread(next, cap, atCap);
        for (int bin = 0; bin < BINS; bin++) {
            nextAtCap += spread(next, value(bin), share[bin]);
        }
        atCap = nextAtCap;
        share = accumulate(next);
    }

    /** Spreads a share evenly from the base to three times a wait, as changes from bin to bin; returns what is beyond. */
    private double spread(double[] changes, double previous, double part) {
        double bins = (3 * previous - base) / width;
        double inside = Math.min(bins, BINS);
        int whole = (int) inside;
        double perBin = part / bins;
        changes[0] += perBin;
        changes[whole] -= perBin;
        if (whole < BINS) {
            changes[whole] += perBin * (inside - whole);
            changes[whole + 1] -= perBin * (inside - whole);
        }
        return part - perBin * inside;
    }

    private static double[] accumulate(double[] changes) {
        double[] shares = new double[BINS];
        double sum = 0;
        for (int bin = 0; bin < BINS; bin++) {
            sum += changes[bin];
            shares[bin] = sum;
        }
        return shares;
    }

    private double value(int bin) {
        return base + (bin + 0.5) * width;
    }

    private double mean() {
        double mean = atCap * cap;
        for (int bin = 0; bin < BINS; bin++) {
            mean += share[bin] * value(bin);
        }
        return mean;
    }
}
