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
package io.github.retrystarter.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

import io.github.retrystarter.settings.GiveUpReason;

/**
 * What happened in an overload. Immutable.
 *
 * @param trigger what went wrong
 * @param seconds what happened second by second, from time 0 on; not empty
 * @param giveUps why calls ended badly; reasons that did not occur are missing
 * @param wasted the requests that the service worked on after their clients had left
 * @since 0.1.0
 */
public record OverloadResult(
        Trigger trigger, List<OverloadSecond> seconds, Map<GiveUpReason, Long> giveUps, long wasted) {

    /** The share of calls that end well in a second of health. */
    public static final double HEALTHY = 0.95;

    /** A shorter time of health at the end may be an accident. */
    private static final int LEAST_HEALTHY_SECONDS = 5;

    /** Copies list and map. */
    public OverloadResult {
        seconds = List.copyOf(seconds);
        giveUps = Map.copyOf(giveUps);
    }

    /**
     * Returns the attempts for each call, over the whole time.
     *
     * @return the ratio, about 1 where nothing fails
     */
    public double amplification() {
        return amplification(Duration.ZERO, Duration.ofSeconds(seconds.size()));
    }

    /**
     * Returns the attempts for each call that began in a part of the time.
     *
     * @param from its begin, in whole seconds
     * @param to its end, in whole seconds; that second is not in it
     * @return the ratio; not a number where no call began
     */
    public double amplification(Duration from, Duration to) {
        return (double) sum(from, to, OverloadSecond::attempts) / sum(from, to, OverloadSecond::calls);
    }

    /**
     * Returns the share of calls that ended well, over the whole time.
     *
     * @return from 0 to 1
     */
    public double successRate() {
        return successRate(Duration.ZERO, Duration.ofSeconds(seconds.size()));
    }

    /**
     * Returns the share of calls that ended well, of those that ended in a part of the time.
     *
     * @param from its begin, in whole seconds
     * @param to its end, in whole seconds; that second is not in it
     * @return from 0 to 1; not a number where no call ended
     */
    public double successRate(Duration from, Duration to) {
        long succeeded = sum(from, to, OverloadSecond::succeeded);
        return (double) succeeded / (succeeded + sum(from, to, OverloadSecond::failed));
    }

    /**
     * Returns how long it took from the end of the trigger until health came back to stay. A second is healthy where 95 of
     * 100 calls that end in it end well, or where none is made and none ends. One in which calls are made and none ends
     * says nothing: it counts as those after it do, and as none where no call ends any more.
     *
     * @return the time in whole seconds; empty where health did not come back, or only in the last four seconds
     */
    public Optional<Duration> recovery() {
        int end = Math.toIntExact(trigger.end().toSeconds());
        int healthyFrom = lastEnd();
        while (healthyFrom > end && healthy(seconds.get(healthyFrom - 1))) {
            healthyFrom--;
        }
        return lastEnd() - healthyFrom < LEAST_HEALTHY_SECONDS
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(healthyFrom - end));
    }

    /** The seconds up to the last one that says something. */
    private int lastEnd() {
        int last = seconds.size();
        while (last > 0 && saysNothing(seconds.get(last - 1))) {
            last--;
        }
        return last;
    }

    private static boolean saysNothing(OverloadSecond second) {
        return second.calls() > 0 && second.succeeded() + second.failed() == 0;
    }

    private static boolean healthy(OverloadSecond second) {
        return second.succeeded() >= HEALTHY * (second.succeeded() + second.failed());
    }

    /**
     * Returns one row with the main figures: attempts for each call and success before the trigger, during it and after
     * it, and the time to recover.
     *
     * @return the table
     */
    public SimulationTable table() {
        Duration end = Duration.ofSeconds(seconds.size());
        return new SimulationTable(
                List.of(
                        "load before",
                        "load during",
                        "load after",
                        "success before",
                        "success during",
                        "success after",
                        "recovered after"),
                List.of(List.of(
                        times(Duration.ZERO, trigger.start()),
                        times(trigger.start(), trigger.end()),
                        times(trigger.end(), end),
                        success(Duration.ZERO, trigger.start()),
                        success(trigger.start(), trigger.end()),
                        success(trigger.end(), end),
                        recovery().map(time -> time.toSeconds() + " s").orElse("never"))));
    }

    /**
     * Returns a row for each second.
     *
     * @return the table
     */
    public SimulationTable series() {
        return new SimulationTable(
                List.of("second", "calls", "attempts", "succeeded", "failed", "waiting", "budget"),
                IntStream.range(0, seconds.size())
                        .mapToObj(i -> row(i, seconds.get(i)))
                        .toList());
    }

    private static List<String> row(int index, OverloadSecond second) {
        return List.of(
                String.valueOf(index),
                String.valueOf(second.calls()),
                String.valueOf(second.attempts()),
                String.valueOf(second.succeeded()),
                String.valueOf(second.failed()),
                String.valueOf(second.waiting()),
                second.budget() == Long.MAX_VALUE ? "unlimited" : String.valueOf(second.budget()));
    }

    private String times(Duration from, Duration to) {
        double amplification = amplification(from, to);
        return Double.isNaN(amplification) ? "-" : SimulationTable.decimal(amplification, 2);
    }

    private String success(Duration from, Duration to) {
        double success = successRate(from, to);
        return Double.isNaN(success) ? "-" : SimulationTable.percent(success);
    }

    private long sum(Duration from, Duration to, ToLongFunction<OverloadSecond> figure) {
        int end = (int) Math.min(to.toSeconds(), seconds.size());
        int start = (int) Math.min(from.toSeconds(), end);
        return seconds.subList(start, end).stream().mapToLong(figure).sum();
    }
}
