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
package io.github.retrystarter.benchmark;

/**
 * Whether a goal is met.
 *
 * @param measure what was measured
 * @param goal what it is to be
 * @param found what it is
 * @param verdict what to make of it
 */
record Finding(String measure, String goal, String found, Verdict verdict) {

    enum Verdict {
        MET("met"),
        MISSED("**missed**"),
        NOT_MEASURED("not measured");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    static Finding of(String measure, String goal, String found, boolean met) {
        return new Finding(measure, goal, found, met ? Verdict.MET : Verdict.MISSED);
    }

    static Finding none(String measure, String goal) {
        return new Finding(measure, goal, "–", Verdict.NOT_MEASURED);
    }

    String row() {
        return "| " + measure + " | " + goal + " | " + found + " | " + verdict.label() + " |\n";
    }
}
