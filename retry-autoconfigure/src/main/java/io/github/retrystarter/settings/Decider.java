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
package io.github.retrystarter.settings;

import java.time.Duration;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.RetryDecision.GiveUp;
import io.github.retrystarter.settings.RetryDecision.RetryIn;

/** The decision between another attempt and giving up: everything that settings alone can say. */
record Decider(RetrySettings settings) {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    RetryDecision decide(
            int attempt,
            Duration previousDelay,
            Duration elapsed,
            Classification failure,
            RetryHint hint,
            RandomGenerator random) {
        GiveUpReason refusal = refusal(attempt, failure, hint);
        if (refusal != null) {
            return new GiveUp(refusal);
        }
        Duration own = settings.backoff().waitAfter(attempt, previousDelay, random);
        long ownMillis = WholeMillis.of(own);
        long leftMillis = settings.limit() == null
                ? Long.MAX_VALUE
                : WholeMillis.of(settings.limit().minus(elapsed));
        long delayMillis = ownMillis;
        WaitSource source = WaitSource.BACKOFF;
        if (hint.delay() != null && WholeMillis.of(hint.delay()) >= ownMillis) {
            delayMillis = spread(
                    WholeMillis.of(hint.delay()), attempt, previousDelay, ownMillis, leftMillis, Duration.ZERO, random);
            source = WaitSource.RETRY_AFTER;
        }
        if (settings.limit() != null && delayMillis >= leftMillis) {
            return new GiveUp(GiveUpReason.DEADLINE);
        }
        Duration ownDelay = WholeMillis.rounded(own);
        return new RetryIn(delayMillis == ownMillis ? ownDelay : Duration.ofMillis(delayMillis), ownDelay, source);
    }

    RetryDecision heldBack(
            int attempt,
            Duration previousDelay,
            Duration elapsed,
            Duration delayed,
            Duration remaining,
            RandomGenerator random) {
        if (!settings.hints().accepts(delayed.plus(remaining))) {
            return new GiveUp(GiveUpReason.RETRY_AFTER_TOO_LONG);
        }
        long leftMillis = settings.limit() == null
                ? Long.MAX_VALUE
                : WholeMillis.of(settings.limit().minus(elapsed));
        long delayMillis = spread(WholeMillis.of(remaining), attempt, previousDelay, 0, leftMillis, delayed, random);
        if (settings.limit() != null && delayMillis >= leftMillis) {
            return new GiveUp(GiveUpReason.DEADLINE);
        }
        return new RetryIn(Duration.ofMillis(delayMillis), Duration.ZERO, WaitSource.RETRY_AFTER);
    }

    private @Nullable GiveUpReason refusal(int attempt, Classification failure, RetryHint hint) {
        GiveUpReason byKind = refusalByKind(failure, hint);
        if (byKind != null) {
            return byKind;
        }
        if (!settings.enabled()) {
            return GiveUpReason.DISABLED;
        }
        if (hint.directive() == RetryHint.Directive.DO_NOT_RETRY) {
            return GiveUpReason.SERVER_SAID_NO;
        }
        if (!settings.idempotent() && !harmless(failure, hint)) {
            return GiveUpReason.NOT_IDEMPOTENT;
        }
        if (attempt >= settings.attempts() && settings.attempts() != RetrySettings.UNLIMITED) {
            return GiveUpReason.ATTEMPTS_EXHAUSTED;
        }
        if (hint.delay() != null && !settings.hints().accepts(hint.delay())) {
            return GiveUpReason.RETRY_AFTER_TOO_LONG;
        }
        return null;
    }

    private static @Nullable GiveUpReason refusalByKind(Classification failure, RetryHint hint) {
        return switch (failure.kind()) {
            case RETRYABLE -> null;
            case NOT_RETRYABLE -> allowedByServer(failure, hint) ? null : GiveUpReason.NOT_RETRYABLE;
            case UNCLASSIFIED -> GiveUpReason.NOT_RETRYABLE;
            case INTERRUPTED -> GiveUpReason.INTERRUPTED;
            case CANCELLED -> GiveUpReason.CANCELLED;
        };
    }

    /** Where nothing but the status stands in the way, the server may say that a retry is fine. */
    private static boolean allowedByServer(Classification failure, RetryHint hint) {
        return failure.byStatusAlone() && hint.directive() == RetryHint.Directive.RETRY;
    }

    /** Whether the failed attempt provably had no effect. */
    private static boolean harmless(Classification failure, RetryHint hint) {
        if (failure.neverRan()) {
            return true;
        }
        if (failure.http() == null) {
            return false;
        }
        int status = failure.http().status();
        return status == TOO_MANY_REQUESTS || (status == SERVICE_UNAVAILABLE && hint.delay() != null);
    }

    /** Adds a draw to a hint, so that callers that got the same hint do not come back together. */
    private long spread(
            long hintMillis,
            int attempt,
            Duration previousDelay,
            long ownMillis,
            long leftMillis,
            Duration delayed,
            RandomGenerator random) {
        if (!settings.hints().spread()) {
            return hintMillis;
        }
        long ceilingMillis = settings.backoff()
                .ceiling(attempt, previousDelay)
                .map(WholeMillis::of)
                .orElse(ownMillis);
        long spreadMillis = WholeMillis.sum(hintMillis, WholeMillis.draw(ceilingMillis, random));
        long mostMillis = settings.hints()
                .max()
                .map(most -> WholeMillis.of(most.minus(delayed)))
                .orElse(Long.MAX_VALUE);
        if (settings.limit() != null) {
            mostMillis = Math.min(mostMillis, leftMillis - 1);
        }
        return Math.max(hintMillis, Math.min(spreadMillis, mostMillis));
    }
}
