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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What one waiting call holds, and what very many hold. */
final class WaitingSection {

    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xms1g", "-Xmx1g", "-Xbatch");
    private static final int MANY = 100_000;
    private static final int MANY_MOST_MB = 64;
    private static final int MANY_MOST_THREADS = 60;

    private final Settings settings;
    private final List<Finding> findings = new ArrayList<>();
    private final StringBuilder text = new StringBuilder("""
            ### Calls that wait

            | waiting as | contender | B of one |
            | --- | --- | --- |
            """);

    WaitingSection(Settings settings) {
        this.settings = settings;
    }

    Section measure() {
        for (Waiter waiter : Waiter.values()) {
            for (Contender contender : waiter.contenders()) {
                if (waiter.isPossible() && settings.takesPart(contender)) {
                    one(waiter, contender);
                }
            }
        }
        many();
        return new Section(text.toString(), findings);
    }

    private void one(Waiter waiter, Contender contender) {
        int count = settings.quick() ? 1_000 : 10_000;
        long[] bytes = new long[settings.quick() ? 1 : 3];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = run(waiter, contender, count, count).get("bytes");
        }
        Arrays.sort(bytes);
        long median = bytes[bytes.length / 2];
        text.append(String.format(Locale.ROOT, "| %s | %s | %,d |%n", waiter.label(), contender.label(), median));
        System.out.printf("waiting %s, %s: %d B%n", waiter.label(), contender.label(), median);
        if (contender == Contender.OURS) {
            long most = most(waiter);
            findings.add(Finding.of(
                    "one call waiting as a " + waiter.label(),
                    String.format(Locale.ROOT, "at most %,d B", most),
                    String.format(Locale.ROOT, "%,d B", median),
                    median <= most));
        }
    }

    private static long most(Waiter waiter) {
        return switch (waiter) {
            case VIRTUAL_THREAD -> 2_500;
            case FUTURE -> 500;
            case MONO -> 2_000;
        };
    }

    private void many() {
        Map<String, Long> found = run(Waiter.FUTURE, Contender.OURS, 1_000, MANY);
        long megabytes = found.get("all") / 1_000_000;
        long threads = found.get("threads");
        text.append(String.format(
                Locale.ROOT,
                "%n%,d futures of ours that wait at once hold %d MB of heap; the JVM has %d threads then.%n",
                MANY,
                megabytes,
                threads));
        findings.add(Finding.of(
                "100,000 waiting futures",
                "under " + MANY_MOST_MB + " MB, at most " + MANY_MOST_THREADS + " threads",
                megabytes + " MB, " + threads + " threads",
                megabytes < MANY_MOST_MB && threads <= MANY_MOST_THREADS));
    }

    private static Map<String, Long> run(Waiter waiter, Contender contender, int before, int count) {
        return ChildJvm.run(OPTIONS, List.of(), WaitingCalls.class, waiter, contender, before, count);
    }
}
