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
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import static io.github.retrystarter.benchmark.Contender.ADVISED_LOOP;
import static io.github.retrystarter.benchmark.Contender.ADVISED_OURS;
import static io.github.retrystarter.benchmark.Contender.FRAMEWORK;
import static io.github.retrystarter.benchmark.Contender.OURS;
import static io.github.retrystarter.benchmark.Contender.PROXY;
import static io.github.retrystarter.benchmark.Contender.PROXY_LOOP;
import static io.github.retrystarter.benchmark.Contender.RESILIENCE4J;
import static io.github.retrystarter.benchmark.Contender.SPRING_RETRY;
import static io.github.retrystarter.benchmark.Contender.SPRING_RETRY_METERED;
import static io.github.retrystarter.benchmark.Scenario.FUTURE;
import static io.github.retrystarter.benchmark.Scenario.GIVE_UP;
import static io.github.retrystarter.benchmark.Scenario.GIVE_UP_DEEP;
import static io.github.retrystarter.benchmark.Scenario.IN_TURN;
import static io.github.retrystarter.benchmark.Scenario.MONO;
import static io.github.retrystarter.benchmark.Scenario.ONE_FAILURE;
import static io.github.retrystarter.benchmark.Scenario.SUCCESS;
import static io.github.retrystarter.benchmark.Scenario.TWO_THREADS;

/**
 * What calls may cost. A goal of time is met when the lower end of the interval of ratios is at or below it; bytes are
 * taken as they are.
 */
final class CallGoals {

    private static final double NOISE_BYTES = 0.5;

    private final Costs costs;
    private final boolean java17 = Runtime.version().feature() == 17;
    private final List<Finding> findings = new ArrayList<>();

    CallGoals(Costs costs) {
        this.costs = costs;
    }

    List<Finding> findings() {
        success();
        againstPeers();
        advised();
        time("two threads", TWO_THREADS, OURS, PROXY, 1.2);
        time("eight beans in turn", IN_TURN, OURS, PROXY, 1.2);
        time("one failure, cached exception", ONE_FAILURE, OURS, PROXY_LOOP, 0.15);
        time("one failure, other advice behind", ONE_FAILURE, ADVISED_OURS, ADVISED_LOOP, 1.2);
        time("give-up after four", GIVE_UP, OURS, PROXY_LOOP, 0.25);
        time("give-up after four, 100 frames deeper", GIVE_UP_DEEP, OURS, PROXY_LOOP, 0.1);
        time("success of a future", FUTURE, OURS, PROXY, 1.3);
        time("success of a Mono", MONO, OURS, PROXY, 1.3);
        return findings;
    }

    private void success() {
        time("success", SUCCESS, OURS, PROXY, 1.1);
        bytes("success, memory", SUCCESS, OURS, PROXY, 1);
        time("success, stretch", SUCCESS, OURS, PROXY, 0.8);
        bytes("success, memory, stretch", OURS, java17 ? 56 : 80);
    }

    private void againstPeers() {
        faster(FRAMEWORK, 3.2, 4.5);
        faster(SPRING_RETRY, 3.9, 5.5);
        faster(SPRING_RETRY_METERED, 12, 17);
        faster(RESILIENCE4J, 16, 22);
        bytes("success, memory, of Spring Framework 7's", SUCCESS, OURS, FRAMEWORK, java17 ? 1 / 8.0 : 1 / 6.0);
        bytes("success, memory, of Spring Framework 7's, stretch", SUCCESS, OURS, FRAMEWORK, 1 / 10.0);
    }

    private void faster(Contender peer, double times, double stretch) {
        faster("success against " + peer.label(), peer, times);
        faster("success against " + peer.label() + ", stretch", peer, stretch);
    }

    /** The plain loop clones once a call: nothing beside that is allowed. */
    private void advised() {
        time("success, other advice behind", SUCCESS, ADVISED_OURS, ADVISED_LOOP, 1.1);
        bytes("success, other advice behind, memory", SUCCESS, ADVISED_OURS, ADVISED_LOOP, 1);
    }

    private void time(String measure, Scenario scenario, Contender contender, Contender other, double most) {
        String goal = String.format(Locale.ROOT, "at most %.2f × %s", most, other.label());
        Optional<Ratio> ratio = costs.ratio(scenario, contender, other);
        findings.add(ratio.map(found -> Finding.of(measure, goal, found.toString(), found.isWithin(most)))
                .orElseGet(() -> Finding.none(measure, goal)));
    }

    private void faster(String measure, Contender peer, double times) {
        String goal = String.format(Locale.ROOT, "%.1f times as fast", times);
        Optional<Ratio> ratio = costs.ratio(SUCCESS, peer, OURS);
        findings.add(ratio.map(found -> Finding.of(measure, goal, found.toString(), found.isAtLeast(times)))
                .orElseGet(() -> Finding.none(measure, goal)));
    }

    private void bytes(String measure, Scenario scenario, Contender contender, Contender other, double share) {
        Optional<Double> most = costs.bytes(scenario, other);
        if (most.isEmpty()) {
            findings.add(Finding.none(measure, "not more than " + other.label()));
            return;
        }
        double limit = most.get() * share;
        bytes(measure, String.format(Locale.ROOT, "at most %.0f B", limit), costs.bytes(scenario, contender), limit);
    }

    private void bytes(String measure, Contender contender, double limit) {
        bytes(measure, String.format(Locale.ROOT, "at most %.0f B", limit), costs.bytes(SUCCESS, contender), limit);
    }

    private void bytes(String measure, String goal, Optional<Double> bytes, double limit) {
        findings.add(bytes.map(found -> Finding.of(
                        measure, goal, String.format(Locale.ROOT, "%.0f B", found), found <= limit + NOISE_BYTES))
                .orElseGet(() -> Finding.none(measure, goal)));
    }
}
