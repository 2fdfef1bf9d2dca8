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
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What calls and start-up cost in small and large applications. */
final class GrowthSection {

    private static final List<String> OPTIONS = List.of("-Xms1g", "-Xmx1g");
    private static final double FLAT = 1.2;
    private static final double MICROS_PER_MILLI = 1_000;

    private final Settings settings;
    private final List<Finding> findings = new ArrayList<>();

    GrowthSection(Settings settings) {
        this.settings = settings;
    }

    Section measure() {
        Map<Scale, List<Cost>> costs = new Rounds(settings).atScale();
        Map<Scale, List<Map<String, Long>>> starts = starts();
        StringBuilder text = new StringBuilder("""
                ### Growth

                One call of ours in an application with so many policies and so many annotated methods that have all been called, and the start of that application (median).

                | policies | annotated methods | ns | B | time, of the smallest's | start, ms |
                | --- | --- | --- | --- | --- | --- |
                """);
        for (Scale scale : Scale.values()) {
            Ratio ratio = ratio(costs.get(scale), costs.get(Scale.ONE));
            double[] nanos = costs.get(scale).stream().mapToDouble(Cost::nanos).toArray();
            text.append(String.format(
                    Locale.ROOT,
                    "| %,d | %,d | %.1f | %.0f | %s | %,.0f |%n",
                    scale.policies(),
                    scale.methods(),
                    Ratio.mean(nanos),
                    costs.get(scale).get(0).bytes(),
                    scale == Scale.ONE ? "1" : ratio,
                    startMillis(starts, scale)));
            if (scale == Scale.THOUSAND || scale == Scale.TEN_THOUSAND_METHODS) {
                flat(scale, ratio);
            }
        }
        linear(starts);
        return new Section(text.toString(), findings);
    }

    private Map<Scale, List<Map<String, Long>>> starts() {
        Map<Scale, List<Map<String, Long>>> starts = new EnumMap<>(Scale.class);
        for (int round = 0; round < (settings.quick() ? 1 : settings.rounds()); round++) {
            for (Scale scale : Scale.values()) {
                Map<String, Long> start = ChildJvm.run(OPTIONS, List.of(), StartUp.class, "scale", scale);
                System.out.printf("start-up at scale, %s: %s%n", scale, start);
                starts.computeIfAbsent(scale, any -> new ArrayList<>()).add(start);
            }
        }
        return starts;
    }

    private static double startMillis(Map<Scale, List<Map<String, Long>>> starts, Scale scale) {
        long[] micros = starts.get(scale).stream()
                .mapToLong(start -> start.get("micros"))
                .sorted()
                .toArray();
        return micros[micros.length / 2] / MICROS_PER_MILLI;
    }

    private static Ratio ratio(List<Cost> costs, List<Cost> others) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < costs.size(); i++) {
            ratios.add(costs.get(i).nanos() / others.get(i).nanos());
        }
        return Ratio.of(ratios);
    }

    private void flat(Scale scale, Ratio ratio) {
        findings.add(Finding.of(
                String.format(Locale.ROOT, "call with %,d policies, %,d methods", scale.policies(), scale.methods()),
                "flat: at most " + FLAT + " × the call with one of each",
                ratio.toString(),
                ratio.isWithin(FLAT)));
    }

    /** Ten times the policies and methods must not take more than ten times the time that the tenth of them adds. */
    private void linear(Map<Scale, List<Map<String, Long>>> starts) {
        double one = startMillis(starts, Scale.ONE);
        double hundred = startMillis(starts, Scale.HUNDRED) - one;
        double thousand = startMillis(starts, Scale.THOUSAND) - one;
        findings.add(Finding.of(
                "start-up from 100 to 1,000 policies and methods",
                "linear: at most 10 × what 100 add",
                String.format(
                        Locale.ROOT, "+%,.0f ms, %.1f × the +%,.0f ms of 100", thousand, thousand / hundred, hundred),
                thousand <= 10 * hundred));
    }
}
