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
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What to measure, and for how long.
 *
 * @param rounds how often each thing is measured, everybody in every round
 * @param warmUps iterations before those that count
 * @param iterations iterations that count
 * @param millis length of an iteration
 * @param parts what to measure
 * @param scenarios which calls to measure
 * @param contenders whose calls to measure
 * @param resume whether to keep what an earlier run measured of calls, and to add what is lacking
 */
record Settings(
        int rounds,
        int warmUps,
        int iterations,
        int millis,
        Set<Part> parts,
        Set<Scenario> scenarios,
        Set<Contender> contenders,
        boolean resume) {

    enum Part {
        CALLS,
        WAITING,
        START_UP,
        FOOTPRINT,
        GROWTH
    }

    static final String USAGE = """
            --quick                   one short round, to see that everything runs
            --resume                  goes on with the calls of a run that was cut short
            --rounds N                default 5
            --parts A,B               of calls, waiting, start-up, footprint, growth; default all
            --scenarios A,B           of %s; default all
            --contenders A,B          of %s; default all
            """.formatted(names(Scenario.values()), names(Contender.values()));

    static Settings of(String... arguments) {
        List<String> left = new ArrayList<>(Arrays.asList(arguments));
        boolean quick = left.remove("--quick");
        boolean resume = left.remove("--resume");
        int rounds = Integer.parseInt(value(left, "--rounds", quick ? "1" : "5"));
        Settings settings = new Settings(
                rounds,
                quick ? 1 : 8,
                quick ? 1 : 5,
                quick ? 100 : 600,
                set(Part.class, value(left, "--parts", "")),
                set(Scenario.class, value(left, "--scenarios", "")),
                set(Contender.class, value(left, "--contenders", "")),
                resume);
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("Unknown: " + left + "\n" + USAGE);
        }
        return settings;
    }

    private static String value(List<String> arguments, String name, String otherwise) {
        int at = arguments.indexOf(name);
        if (at < 0) {
            return otherwise;
        }
        if (at + 1 == arguments.size()) {
            throw new IllegalArgumentException(name + " needs a value\n" + USAGE);
        }
        arguments.remove(at);
        return arguments.remove(at);
    }

    private static <E extends Enum<E>> Set<E> set(Class<E> type, String names) {
        if (names.isEmpty()) {
            return EnumSet.allOf(type);
        }
        Set<E> set = EnumSet.noneOf(type);
        for (String name : names.split(",")) {
            set.add(Enum.valueOf(type, name.toUpperCase(Locale.ROOT).replace('-', '_')));
        }
        return set;
    }

    private static String names(Enum<?>[] constants) {
        return String.join(
                ", ",
                Arrays.stream(constants)
                        .map(constant ->
                                constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .toList());
    }

    boolean takesPart(Contender contender) {
        return contenders.contains(contender);
    }

    boolean quick() {
        return iterations == 1;
    }
}
