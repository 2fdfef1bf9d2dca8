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
import java.util.Objects;

/**
 * What goes wrong with a service for a time, and then is over. Immutable.
 *
 * @param kind what goes wrong
 * @param start when it begins, not negative
 * @param length how long it lasts, not negative
 * @param factor how bad it is, as the kind says
 * @since 0.1.0
 */
public record Trigger(Kind kind, Duration start, Duration length, double factor) {

    /** What goes wrong. */
    public enum Kind {

        /** Every request that arrives is refused at once; the factor means nothing. */
        OUTAGE,

        /** A request that is begun takes longer by the factor, from 1. */
        SLOW_DOWN,

        /** Only this share of the workers begins requests, from 0 to 1. */
        CAPACITY_LOSS
    }

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range; the message names the value and the rule
     */
    public Trigger {
        Objects.requireNonNull(kind, "kind");
        Checks.notNegative("start", start);
        Checks.notNegative("length", length);
        if (kind == Kind.SLOW_DOWN && !(factor >= 1 && Double.isFinite(factor))) {
            throw new IllegalArgumentException("factor (" + factor + ") must be at least 1");
        }
        if (kind == Kind.CAPACITY_LOSS) {
            Checks.share("factor", factor);
        }
    }

    /**
     * Nothing goes wrong.
     *
     * @return a trigger that lasts no time
     */
    public static Trigger none() {
        return outage(Duration.ZERO, Duration.ZERO);
    }

    /**
     * Everything is refused.
     *
     * @param start when it begins, not negative
     * @param length how long it lasts, not negative
     * @return the trigger
     */
    public static Trigger outage(Duration start, Duration length) {
        return new Trigger(Kind.OUTAGE, start, length, 0);
    }

    /**
     * Everything takes longer.
     *
     * @param start when it begins, not negative
     * @param length how long it lasts, not negative
     * @param times how many times as long a request takes, at least 1
     * @return the trigger
     */
    public static Trigger slowDown(Duration start, Duration length, double times) {
        return new Trigger(Kind.SLOW_DOWN, start, length, times);
    }

    /**
     * Workers are missing.
     *
     * @param start when it begins, not negative
     * @param length how long it lasts, not negative
     * @param left the share of the workers that are left, from 0 to 1
     * @return the trigger
     */
    public static Trigger capacityLoss(Duration start, Duration length, double left) {
        return new Trigger(Kind.CAPACITY_LOSS, start, length, left);
    }

    /**
     * Returns when it is over.
     *
     * @return the time
     */
    public Duration end() {
        return start.plus(length);
    }

    boolean active(Kind asked, long nowNanos) {
        return kind == asked && nowNanos >= start.toNanos() && nowNanos < end().toNanos();
    }
}
