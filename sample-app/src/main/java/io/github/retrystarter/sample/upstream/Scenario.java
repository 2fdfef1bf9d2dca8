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
package io.github.retrystarter.sample.upstream;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/** The ways in which the upstream treats its callers. */
enum Scenario {

    /** Answers {@code failures} requests with 503, and then succeeds. */
    FLAKY((script, visit) -> visit.earlier() < script.number("failures", 2) ? Response.of(503) : Response.of(200)),

    /** Answers 503 until {@code seconds} after the first request. */
    OUTAGE((script, visit) -> visit.isWithin(script.number("seconds", 2)) ? Response.of(503) : Response.of(200)),

    /** Answers 429 until {@code seconds} after the first request, and says how long that still is. */
    RATE_LIMIT(RateLimit::answer),

    /** Answers every request with 400. */
    BAD_REQUEST((script, visit) -> Response.of(400)),

    /** Resets {@code failures} connections without an answer, and then succeeds. */
    RESET((script, visit) -> visit.earlier() < script.number("failures", 1) ? new Reset() : Response.of(200));

    private final BiFunction<Script, Visit, Answer> behaviour;

    Scenario(BiFunction<Script, Visit, Answer> behaviour) {
        this.behaviour = behaviour;
    }

    static Optional<Scenario> named(String name) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.pathName().equals(name))
                .findFirst();
    }

    private String pathName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Answer answer(Script script, Visit visit) {
        return behaviour.apply(script, visit);
    }
}
