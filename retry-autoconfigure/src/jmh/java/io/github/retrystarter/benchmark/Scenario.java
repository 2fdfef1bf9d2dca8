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

import java.util.EnumSet;
import java.util.Set;

import static io.github.retrystarter.benchmark.Contender.ADVISED_LOOP;
import static io.github.retrystarter.benchmark.Contender.ADVISED_OURS;
import static io.github.retrystarter.benchmark.Contender.ADVISED_PROXY;
import static io.github.retrystarter.benchmark.Contender.BARE;
import static io.github.retrystarter.benchmark.Contender.FAILSAFE;
import static io.github.retrystarter.benchmark.Contender.FRAMEWORK;
import static io.github.retrystarter.benchmark.Contender.OURS;
import static io.github.retrystarter.benchmark.Contender.PROXY;
import static io.github.retrystarter.benchmark.Contender.PROXY_LOOP;
import static io.github.retrystarter.benchmark.Contender.RESILIENCE4J;
import static io.github.retrystarter.benchmark.Contender.SPRING_RETRY;
import static io.github.retrystarter.benchmark.Contender.SPRING_RETRY_METERED;

/** What is measured of the contenders. */
enum Scenario {
    SUCCESS("success", "Calls.call", Script.Kind.SUCCEEDS, 1, PROXY, EnumSet.allOf(Contender.class)),
    ONE_FAILURE("one failure, then success", "Calls.call", Script.Kind.FAILS_ONCE, 1, PROXY_LOOP, Contender.retrying()),
    ONE_FRESH_FAILURE(
            "one failure, then success; a new exception each time",
            "Calls.call",
            Script.Kind.FAILS_ONCE_AFRESH,
            1,
            PROXY_LOOP,
            Contender.retrying()),
    GIVE_UP("give-up after four attempts", "Calls.call", Script.Kind.FAILS, 1, PROXY_LOOP, Contender.retrying()),
    GIVE_UP_DEEP(
            "give-up after four attempts, 100 frames deeper",
            "Calls.deep",
            Script.Kind.FAILS,
            1,
            PROXY_LOOP,
            Contender.retrying()),
    TWO_THREADS(
            "success, two threads",
            "Calls.call",
            Script.Kind.SUCCEEDS,
            2,
            PROXY,
            EnumSet.of(PROXY, OURS, FRAMEWORK, SPRING_RETRY, SPRING_RETRY_METERED, RESILIENCE4J, FAILSAFE)),
    IN_TURN(
            "success, eight beans in turn",
            "CallsInTurn.inTurn",
            Script.Kind.SUCCEEDS,
            1,
            PROXY,
            EnumSet.of(
                    PROXY,
                    OURS,
                    FRAMEWORK,
                    SPRING_RETRY,
                    SPRING_RETRY_METERED,
                    RESILIENCE4J,
                    ADVISED_PROXY,
                    ADVISED_LOOP,
                    ADVISED_OURS)),
    FUTURE(
            "success of a CompletableFuture",
            "Calls.future",
            Script.Kind.SUCCEEDS,
            1,
            PROXY,
            EnumSet.of(BARE, PROXY, OURS, FRAMEWORK, RESILIENCE4J, FAILSAFE)),
    MONO(
            "success of a Mono",
            "Calls.mono",
            Script.Kind.SUCCEEDS,
            1,
            PROXY,
            EnumSet.of(BARE, PROXY, OURS, FRAMEWORK, RESILIENCE4J));

    private final String label;
    private final String benchmark;
    private final Script.Kind script;
    private final int threads;
    private final Contender floor;
    private final Set<Contender> contenders;

    Scenario(
            String label,
            String benchmark,
            Script.Kind script,
            int threads,
            Contender floor,
            Set<Contender> contenders) {
        this.label = label;
        this.benchmark = benchmark;
        this.script = script;
        this.threads = threads;
        this.floor = floor;
        this.contenders = contenders;
    }

    String label() {
        return label;
    }

    /** Class and method of the benchmark. */
    String benchmark() {
        return benchmark;
    }

    Script.Kind script() {
        return script;
    }

    int threads() {
        return threads;
    }

    /** Whose figures the others are divided by. */
    Contender floor() {
        return floor;
    }

    Set<Contender> contenders() {
        return contenders;
    }
}
