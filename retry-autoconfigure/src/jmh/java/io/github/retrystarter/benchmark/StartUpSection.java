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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the starter adds to the start of an application, against a bare one and against the least that advice costs. */
final class StartUpSection {

    private static final Set<Contender> CONTENDERS = EnumSet.of(
            Contender.BARE,
            Contender.PROXY,
            Contender.OURS,
            Contender.FRAMEWORK,
            Contender.SPRING_RETRY,
            Contender.SPRING_RETRY_METERED,
            Contender.RESILIENCE4J);
    private static final List<String> OPTIONS = List.of("-Xms1g", "-Xmx1g");
    private static final int MOST_CLASSES = 450;
    private static final double MICROS_PER_MILLI = 1_000;

    private final Settings settings;
    private final Path folder;
    private final Map<Contender, List<Map<String, Long>>> starts = new EnumMap<>(Contender.class);

    StartUpSection(Settings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
    }

    Section measure() {
        BeanClasses.write(PlainBean.class, StartUp.BEANS - StartUp.ANNOTATED, folder);
        Set<Class<?>> types = new java.util.HashSet<>();
        CONTENDERS.forEach(contender -> types.add(contender.type()));
        types.forEach(type -> BeanClasses.write(type, StartUp.ANNOTATED, folder));
        int rounds = settings.quick() ? 1 : 2 * settings.rounds() + 1;
        for (int round = 0; round < rounds; round++) {
            for (Contender contender : CONTENDERS) {
                Map<String, Long> start = ChildJvm.runPlain(
                        jar -> has(contender, jar), OPTIONS, List.of(folder), StartUp.class, "beans", contender);
                System.out.printf("start-up, %s: %s%n", contender.label(), start);
                starts.computeIfAbsent(contender, any -> new ArrayList<>()).add(start);
            }
        }
        return new Section(text(rounds), List.of(time(), classes()));
    }

    /** Jars of libraries are there for those who need them only: Spring Boot configures what it finds. */
    private static boolean has(Contender contender, String jar) {
        if (jar.startsWith("aspectjweaver")) {
            return EnumSet.of(Contender.SPRING_RETRY, Contender.SPRING_RETRY_METERED, Contender.RESILIENCE4J)
                    .contains(contender);
        }
        return !jar.startsWith("resilience4j-") || contender == Contender.RESILIENCE4J;
    }

    private String text(int rounds) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "### Start-up%n%nAn application with Spring Boot's auto-configurations, the actuator and %d beans, of which %d are"
                        + " annotated, with no more jars than it needs; each start in a JVM of its own, the"
                        + " median of %d. The bare one is given as it is, the others as what they add to it.%n%n"
                        + "| contender | ms (quartiles) | classes | bean definitions | singletons | heap, kB |%n"
                        + "| --- | --- | --- | --- | --- | --- |%n",
                StartUp.BEANS,
                StartUp.ANNOTATED,
                rounds));
        for (Contender contender : CONTENDERS) {
            double[] millis = contender == Contender.BARE ? millis(contender) : added(contender, Contender.BARE);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %+,.0f (%+,.0f to %+,.0f) | %+,d | %+,d | %+,d | %+,d |%n",
                    contender.label(),
                    quantile(millis, 0.5),
                    quantile(millis, 0.25),
                    quantile(millis, 0.75),
                    beyondBare(contender, "classes"),
                    beyondBare(contender, "definitions"),
                    beyondBare(contender, "singletons"),
                    beyondBare(contender, "heap") / 1_000));
        }
        return text.toString();
    }

    /** Not above the plain advisor, as far as can be told: at least one of four rounds says otherwise. */
    private Finding time() {
        double[] more = added(Contender.OURS, Contender.PROXY);
        return Finding.of(
                "start-up, 500 beans, 50 annotated",
                "not above a plain pass-through advisor beyond noise",
                String.format(
                        Locale.ROOT,
                        "%+.0f ms (%+.0f to %+.0f)",
                        quantile(more, 0.5),
                        quantile(more, 0.25),
                        quantile(more, 0.75)),
                quantile(more, 0.25) <= 0);
    }

    private Finding classes() {
        long more = beyondBare(Contender.OURS, "classes");
        return Finding.of(
                "start-up, classes",
                "at most " + MOST_CLASSES + " more than the bare context",
                "+" + more,
                more <= MOST_CLASSES);
    }

    private long beyondBare(Contender contender, String what) {
        long own = median(contender, what);
        return contender == Contender.BARE ? own : own - median(Contender.BARE, what);
    }

    private long median(Contender contender, String what) {
        long[] sorted = starts.get(contender).stream()
                .mapToLong(start -> start.get(what))
                .sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }

    private double[] millis(Contender contender) {
        return starts.get(contender).stream()
                .mapToDouble(start -> start.get("micros") / MICROS_PER_MILLI)
                .toArray();
    }

    private double[] added(Contender contender, Contender other) {
        double[] added = millis(contender);
        double[] others = millis(other);
        for (int i = 0; i < added.length; i++) {
            added[i] -= others[i];
        }
        return added;
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
