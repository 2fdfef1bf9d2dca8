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
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs each benchmark in a JVM of its own, once a round, everybody in every round. */
final class Rounds {

    private final Settings settings;

    Rounds(Settings settings) {
        this.settings = settings;
    }

    /** Adds to these costs what they lack. */
    Costs calls(Costs costs) {
        for (int round = 1; round <= settings.rounds(); round++) {
            for (Scenario scenario : settings.scenarios()) {
                for (Contender contender : scenario.contenders()) {
                    if (settings.takesPart(contender) && !costs.has(scenario, contender, round)) {
                        Cost cost = cost(scenario, contender);
                        say(round, scenario.label(), contender.label(), cost);
                        costs.add(scenario, contender, round, cost);
                    }
                }
            }
        }
        return costs;
    }

    private Cost cost(Scenario scenario, Contender contender) {
        return run(options(scenario.benchmark())
                .param("contender", contender.name())
                .param("script", scenario.script().name())
                .threads(scenario.threads()));
    }

    Map<Scale, List<Cost>> atScale() {
        Map<Scale, List<Cost>> costs = new EnumMap<>(Scale.class);
        for (int round = 1; round <= settings.rounds(); round++) {
            for (Scale scale : Scale.values()) {
                Cost cost = run(options("CallsAtScale.call").param("scale", scale.name()));
                say(round, "success at scale", scale.name(), cost);
                costs.computeIfAbsent(scale, any -> new ArrayList<>()).add(cost);
            }
        }
        return costs;
    }

    private static void say(int round, String what, String who, Cost cost) {
        System.out.printf("round %d, %s, %s: %.1f ns, %.0f B%n", round, what, who, cost.nanos(), cost.bytes());
    }

    private ChainedOptionsBuilder options(String benchmark) {
        return new OptionsBuilder()
                .include("^" + Rounds.class.getPackageName() + "." + benchmark + "$")
                .forks(1)
                .warmupIterations(settings.warmUps())
                .warmupTime(TimeValue.milliseconds(settings.millis()))
                .measurementIterations(settings.iterations())
                .measurementTime(TimeValue.milliseconds(settings.millis()))
                // The pages of the heap are there from the start, since to get them from the system is nobody's share.
                // All else
                // is as applications have it.
                .jvmArgsAppend("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch")
                .addProfiler(CpuTime.class)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static Cost run(ChainedOptionsBuilder options) {
        Collection<RunResult> results;
        try {
            results = new Runner(options.build()).run();
        } catch (RunnerException ex) {
            throw new IllegalStateException(ex);
        }
        BenchmarkResult fork =
                results.iterator().next().getBenchmarkResults().iterator().next();
        return new Cost(median(fork, CpuTime.LABEL), median(fork, "gc.alloc.rate.norm"));
    }

    private static double median(BenchmarkResult fork, String label) {
        double[] sorted = fork.getIterationResults().stream()
                .mapToDouble(iteration -> secondary(iteration, label))
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double secondary(IterationResult iteration, String label) {
        for (Result<?> result : asTyped(iteration)) {
            if (result.getLabel().endsWith(label)) {
                return result.getScore();
            }
        }
        throw new IllegalStateException("JMH did not measure " + label);
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // JMH has raw types.
    private static Collection<Result<?>> asTyped(IterationResult iteration) {
        return (Collection) iteration.getSecondaryResults().values();
    }
}
