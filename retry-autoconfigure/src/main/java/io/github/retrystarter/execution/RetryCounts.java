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
package io.github.retrystarter.execution;

import java.util.EnumMap;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;

/**
 * What a policy has counted since it was made. Reading is safe at any time; the numbers of calls that are under way
 * settle when these end.
 *
 * @since 0.1.0
 */
public final class RetryCounts {

    private final LongAdder firstTries = new LongAdder();
    private final LongAdder firstFailures = new LongAdder();
    private final LongAdder furtherFailures = new LongAdder();
    private final EnumMap<RecoveryAttempt, LongAdder> recoveries = adders(RecoveryAttempt.class);
    private final EnumMap<GiveUpReason, LongAdder> giveUps = adders(GiveUpReason.class);
    private final LongAdder unreadableHints = new LongAdder();
    private final LongAdder waiting = new LongAdder();

    private final @Nullable RetryCounts whole;

    RetryCounts() {
        this(null);
    }

    /** Counts of a part: all that they count, the whole counts too. */
    RetryCounts(@Nullable RetryCounts whole) {
        this.whole = whole;
    }

    /** One adder for each constant; the map is never written again, so that reading it needs no lock. */
    private static <E extends Enum<E>> EnumMap<E, LongAdder> adders(Class<E> type) {
        EnumMap<E, LongAdder> adders = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            adders.put(constant, new LongAdder());
        }
        return adders;
    }

    private static <E extends Enum<E>> LongAdder adder(EnumMap<E, LongAdder> adders, E constant) {
        return Objects.requireNonNull(adders.get(constant));
    }

    private static long sum(EnumMap<?, LongAdder> adders) {
        long sum = 0;
        for (LongAdder adder : adders.values()) {
            sum += adder.sum();
        }
        return sum;
    }

    void firstTry() {
        firstTries.increment();
        if (whole != null) {
            whole.firstTry();
        }
    }

    void firstFailure() {
        firstFailures.increment();
        if (whole != null) {
            whole.firstFailure();
        }
    }

    /** Calls whose first attempt has ended: what a budget relates retries to. */
    long callsBegun() {
        return firstTries.sum() + firstFailures.sum();
    }

    /** A failed attempt that was not the first of its call. */
    void furtherFailure() {
        furtherFailures.increment();
        if (whole != null) {
            whole.furtherFailure();
        }
    }

    void recovered(int attempt) {
        adder(recoveries, RecoveryAttempt.of(attempt)).increment();
        if (whole != null) {
            whole.recovered(attempt);
        }
    }

    void gaveUp(GiveUpReason reason) {
        adder(giveUps, reason).increment();
        if (whole != null) {
            whole.gaveUp(reason);
        }
    }

    void hintUnreadable() {
        unreadableHints.increment();
        if (whole != null) {
            whole.hintUnreadable();
        }
    }

    void waitBegan() {
        waiting.increment();
        if (whole != null) {
            whole.waitBegan();
        }
    }

    void waitEnded() {
        waiting.decrement();
        if (whole != null) {
            whole.waitEnded();
        }
    }

    /**
     * Returns the number of calls that ended in this way.
     *
     * @param outcome how the calls ended
     * @return the number, never falling
     */
    public long calls(CallOutcome outcome) {
        return switch (outcome) {
            case FIRST_TRY -> firstTries.sum();
            case RECOVERED -> sum(recoveries);
            case GAVE_UP -> sum(giveUps);
        };
    }

    /**
     * Returns the number of attempts that ended in this way.
     *
     * @param outcome how the attempts ended
     * @return the number, never falling
     */
    public long attempts(AttemptOutcome outcome) {
        return switch (outcome) {
            case SUCCESS -> firstTries.sum() + sum(recoveries);
            case FAILURE -> firstFailures.sum() + furtherFailures.sum();
        };
    }

    /**
     * Returns the number of calls that were saved by this attempt.
     *
     * @param attempt the attempt
     * @return the number, never falling
     */
    public long recoveries(RecoveryAttempt attempt) {
        return adder(recoveries, attempt).sum();
    }

    /**
     * Returns the number of calls that were given up for this reason.
     *
     * @param reason the reason
     * @return the number, never falling
     */
    public long giveUps(GiveUpReason reason) {
        return adder(giveUps, reason).sum();
    }

    /**
     * Returns the number of answers with a hint that could not be read.
     *
     * @return the number, never falling
     */
    public long unreadableHints() {
        return unreadableHints.sum();
    }

    /**
     * Returns the number of calls that are waiting for their next attempt right now.
     *
     * @return the number
     */
    public long waiting() {
        return waiting.sum();
    }
}
