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
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetryDecision;
import io.github.retrystarter.settings.RetryDecision.GiveUp;
import io.github.retrystarter.settings.RetryDecision.RetryIn;

/** One run of an overload: the instances, their calls, and the clock that they share. */
final class OverloadRun {

    private static final long SECOND = 1_000_000_000;

    private final Timeline timeline = new Timeline();
    private final OverloadTally tally = new OverloadTally();
    private final OverloadSimulation simulation;
    private final DecisionRule rule;
    private final RandomGenerator traffic;
    private final RandomGenerator policies;
    private final ServiceRun service;
    private final List<RetryLimit> limits;

    OverloadRun(OverloadSimulation simulation, Supplier<? extends RetryLimit> limits) {
        // The three streams are apart, so that what one policy meets is what the others meet.
        long seed = simulation.seed();
        this.simulation = simulation;
        this.rule = DecisionRule.of(simulation.settings());
        this.traffic = Chance.of(seed);
        this.policies = Chance.of(seed + 1_000_000);
        this.service = new ServiceRun(simulation, timeline, Chance.of(seed + 2_000_000));
        this.limits = Stream.<RetryLimit>generate(limits)
                .limit(simulation.clients().instances())
                .toList();
    }

    OverloadResult result() {
        for (RetryLimit limit : limits) {
            timeline.afterNanos(firstDistance(), () -> arrive(limit));
        }
        timeline.after(simulation.trigger().end(), service::startNext);
        long seconds = simulation.duration().toSeconds();
        for (long second = 1; second <= seconds; second++) {
            timeline.runUntil(second * SECOND);
            tally.secondEnds(service.waiting(), available(second * SECOND));
        }
        return tally.result(simulation.trigger(), service.wasted());
    }

    private long available(long nowNanos) {
        long sum = 0;
        for (RetryLimit limit : limits) {
            long available = limit.available(nowNanos);
            sum = available > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + available;
        }
        return sum;
    }

    private void arrive(RetryLimit limit) {
        timeline.afterNanos(distance(), () -> arrive(limit));
        tally.callBegins();
        attempt(new Call(new SimulatedCall(rule, policies), limit, timeline.nowNanos()));
    }

    private long firstDistance() {
        return simulation.clients().arrivals() == Arrivals.EVEN
                ? Math.round(meanDistance() * traffic.nextDouble())
                : distance();
    }

    private long distance() {
        double random = switch (simulation.clients().arrivals()) {
            case EVEN -> 1;
            // The strict logarithm is the same on every machine.
            case RANDOM -> -StrictMath.log(1 - traffic.nextDouble());
        };
        return Math.round(meanDistance() * random);
    }

    private double meanDistance() {
        return SECOND / simulation.clients().callsPerSecond();
    }

    private void attempt(Call call) {
        tally.attemptBegins();
        call.limit().attemptStarts(call.call().attempt(), timeline.nowNanos());
        SimulatedRequest request =
                new SimulatedRequest(() -> succeeded(call), (failure, hint) -> failed(call, failure, hint));
        timeline.after(simulation.clients().timeout(), request::timeOut);
        service.arrive(request);
    }

    private void succeeded(Call call) {
        call.limit().attemptEnds(call.call().attempt(), true, timeline.nowNanos());
        tally.callSucceeds();
    }

    private void failed(Call call, Classification failure, RetryHint hint) {
        int attempt = call.call().attempt();
        long now = timeline.nowNanos();
        call.limit().attemptEnds(attempt, false, now);
        RetryDecision decision = call.call().failed(failure, hint, Duration.ofNanos(now - call.startNanos()));
        if (decision instanceof GiveUp giveUp) {
            tally.callFails(giveUp.reason());
        } else if (!call.limit().allowsRetry(attempt, now)) {
            tally.callFails(GiveUpReason.BUDGET);
        } else if (decision instanceof RetryIn wait) {
            call.call().retry(wait);
            timeline.after(wait.delay(), () -> attempt(call));
        }
    }

    /** A call of an instance, whose retries the limit of that instance allows. */
    private record Call(SimulatedCall call, RetryLimit limit, long startNanos) {}
}
