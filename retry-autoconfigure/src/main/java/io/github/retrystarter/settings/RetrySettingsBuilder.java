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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.classify.ClassificationRules;
import io.github.retrystarter.retryafter.HintSource;

/**
 * Builds {@link RetrySettings}. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class RetrySettingsBuilder {

    /** The first wait where none is set. */
    public static final Duration DEFAULT_BASE = Duration.ofMillis(100);

    private static final String STATUSES = "must hold HTTP statuses from 100 to 599";
    private static final int LOWEST_STATUS = 100;
    private static final int HIGHEST_STATUS = 599;
    private static final Duration DEFAULT_CAP = Duration.ofSeconds(10);

    private boolean enabled = true;
    private int attempts = 3;
    private BackoffKind kind = BackoffKind.FULL_JITTER;
    private @Nullable BackoffStrategy strategy;
    private Duration base = DEFAULT_BASE;
    private @Nullable Duration cap;
    private double multiplier = 2;
    private @Nullable Duration increment;
    private @Nullable Duration deadline;
    private Set<Class<? extends Throwable>> retryOn = Set.of();
    private Set<Integer> retryOnStatuses = Set.of();
    private boolean retryUnclassified;
    private Set<Class<? extends Throwable>> neverOn = Set.of();
    private Set<Integer> neverOnStatuses = Set.of();
    private boolean retryAfterEnabled = true;
    private boolean retryAfterMaxSet;
    private @Nullable Duration retryAfterMax;
    private List<HintSource> retryAfterSources = List.of(HintSource.RETRY_AFTER);
    private @Nullable Boolean retryAfterSpread;
    private boolean idempotent = true;
    private boolean exposeAttempt;
    private BudgetSettings budget = BudgetSettings.DEFAULT;
    private NestedRetries nested = NestedRetries.STOP;
    private boolean hold;
    private @Nullable String idempotencyHeader;
    private @Nullable String breaker;

    RetrySettingsBuilder() {}

    RetrySettingsBuilder(RetrySettingsBuilder other) {
        enabled = other.enabled;
        attempts = other.attempts;
        kind = other.kind;
        strategy = other.strategy;
        base = other.base;
        cap = other.cap;
        multiplier = other.multiplier;
        increment = other.increment;
        deadline = other.deadline;
        retryOn = other.retryOn;
        retryOnStatuses = other.retryOnStatuses;
        retryUnclassified = other.retryUnclassified;
        neverOn = other.neverOn;
        neverOnStatuses = other.neverOnStatuses;
        retryAfterEnabled = other.retryAfterEnabled;
        retryAfterMaxSet = other.retryAfterMaxSet;
        retryAfterMax = other.retryAfterMax;
        retryAfterSources = other.retryAfterSources;
        retryAfterSpread = other.retryAfterSpread;
        idempotent = other.idempotent;
        exposeAttempt = other.exposeAttempt;
        budget = other.budget;
        nested = other.nested;
        hold = other.hold;
        idempotencyHeader = other.idempotencyHeader;
        breaker = other.breaker;
    }

    /**
     * Sets whether failures are retried at all; true by default.
     *
     * @param value false for one call and no retry
     * @return this
     */
    public RetrySettingsBuilder enabled(boolean value) {
        enabled = value;
        return this;
    }

    /**
     * Sets the most calls, the first one included; 3 by default.
     *
     * @param value at least 1; {@link RetrySettings#UNLIMITED} for no limit
     * @return this
     */
    public RetrySettingsBuilder attempts(int value) {
        attempts = value;
        return this;
    }

    /**
     * Chooses one of the built-in backoffs; full jitter by default.
     *
     * @param value the kind
     * @return this
     */
    public RetrySettingsBuilder backoff(BackoffKind value) {
        kind = value;
        strategy = null;
        return this;
    }

    /**
     * Uses a strategy of one's own; base, cap, multiplier and increment then mean nothing for the waits.
     *
     * @param value the strategy
     * @return this
     */
    public RetrySettingsBuilder backoff(BackoffStrategy value) {
        strategy = value;
        return this;
    }

    /**
     * Sets the first wait; 100 ms by default.
     *
     * @param value whole milliseconds, rounded up; zero only with a constant backoff
     * @return this
     */
    public RetrySettingsBuilder base(Duration value) {
        base = whole(value);
        return this;
    }

    /**
     * Sets the longest own wait; 10 s by default, or the base where that is longer.
     *
     * @param value whole milliseconds, rounded up
     * @return this
     */
    public RetrySettingsBuilder cap(Duration value) {
        cap = whole(value);
        return this;
    }

    /**
     * Sets the growth from wait to wait; 2 by default.
     *
     * @param value at least 1
     * @return this
     */
    public RetrySettingsBuilder multiplier(double value) {
        multiplier = value;
        return this;
    }

    /**
     * Sets the step of a linear backoff; the base by default.
     *
     * @param value whole milliseconds, rounded up
     * @return this
     */
    public RetrySettingsBuilder increment(Duration value) {
        increment = whole(value);
        return this;
    }

    /**
     * Sets the total time for all attempts and waits; none by default.
     *
     * @param value longer than nothing
     * @return this
     */
    public RetrySettingsBuilder deadline(Duration value) {
        deadline = whole(value);
        return this;
    }

    /**
     * Adds exceptions that are retried; none by default beside the built-in transient ones.
     *
     * @param value the exception classes
     * @return this
     */
    public RetrySettingsBuilder retryOn(Set<Class<? extends Throwable>> value) {
        retryOn = new LinkedHashSet<>(value);
        return this;
    }

    /**
     * Adds HTTP statuses that are retried; none by default beside 408, 429, 502, 503 and 504.
     *
     * @param value the statuses
     * @return this
     */
    public RetrySettingsBuilder retryOnStatuses(Set<Integer> value) {
        retryOnStatuses = new LinkedHashSet<>(value);
        return this;
    }

    /**
     * Sets whether exceptions that nothing classifies are retried too; false by default.
     *
     * @param value true to retry them
     * @return this
     */
    public RetrySettingsBuilder retryUnclassified(boolean value) {
        retryUnclassified = value;
        return this;
    }

    /**
     * Takes exceptions away from those that are retried; none by default.
     *
     * @param value the exception classes
     * @return this
     */
    public RetrySettingsBuilder neverOn(Set<Class<? extends Throwable>> value) {
        neverOn = new LinkedHashSet<>(value);
        return this;
    }

    /**
     * Takes HTTP statuses away from those that are retried; none by default.
     *
     * @param value the statuses
     * @return this
     */
    public RetrySettingsBuilder neverOnStatuses(Set<Integer> value) {
        neverOnStatuses = new LinkedHashSet<>(value);
        return this;
    }

    /**
     * Sets whether a server's hints are read; true by default.
     *
     * @param value false to ignore them
     * @return this
     */
    public RetrySettingsBuilder retryAfterEnabled(boolean value) {
        retryAfterEnabled = value;
        return this;
    }

    /**
     * Sets the longest hint that is honoured; by default 30 s, or the cap where that is longer.
     *
     * @param value the longest hint; null for no limit
     * @return this
     */
    public RetrySettingsBuilder retryAfterMax(@Nullable Duration value) {
        retryAfterMaxSet = true;
        retryAfterMax = value == null ? null : whole(value);
        return this;
    }

    /**
     * Sets the headers that are read, in order of precedence; Retry-After alone by default.
     *
     * @param value the sources
     * @return this
     */
    public RetrySettingsBuilder retryAfterSources(List<HintSource> value) {
        retryAfterSources = new ArrayList<>(value);
        return this;
    }

    /**
     * Sets whether a random part is added to a hint; by default true for jittered backoffs and for strategies of one's
     * own.
     *
     * @param value true to add it
     * @return this
     */
    public RetrySettingsBuilder retryAfterSpread(boolean value) {
        retryAfterSpread = value;
        return this;
    }

    /**
     * Sets whether repeating a call that did take effect does no harm; true by default.
     *
     * @param value false to retry only what provably did not run
     * @return this
     */
    public RetrySettingsBuilder idempotent(boolean value) {
        idempotent = value;
        return this;
    }

    /**
     * Sets whether the attempt can be asked for on the thread that runs it; false by default.
     *
     * @param value true to make it available
     * @return this
     */
    public RetrySettingsBuilder exposeAttempt(boolean value) {
        exposeAttempt = value;
        return this;
    }

    /**
     * Sets how many retries may be made in relation to the calls; by default one for five calls over ten seconds, and ten
     * in any case.
     *
     * @param value the limits
     * @return this
     */
    public RetrySettingsBuilder budget(BudgetSettings value) {
        budget = value;
        return this;
    }

    /**
     * Sets what to do with a failure that an inner policy has given up on already; to stop, by default.
     *
     * @param value what to do
     * @return this
     */
    public RetrySettingsBuilder nested(NestedRetries value) {
        nested = value;
        return this;
    }

    /**
     * Sets whether one hint holds back all retries of the policy until then; false by default.
     *
     * @param value true to hold them back
     * @return this
     */
    public RetrySettingsBuilder retryAfterHold(boolean value) {
        hold = value;
        return this;
    }

    /**
     * Sends a key with every attempt, the same one for all attempts of a call; none by default.
     *
     * @param header the name of the header; null for no key
     * @return this
     */
    public RetrySettingsBuilder idempotencyKey(@Nullable String header) {
        idempotencyHeader = header;
        return this;
    }

    /**
     * Puts a circuit breaker around the whole call; none by default.
     *
     * @param name the name of the breaker; null for none
     * @return this
     */
    public RetrySettingsBuilder circuitBreaker(@Nullable String name) {
        breaker = name;
        return this;
    }

    /**
     * Builds the settings.
     *
     * @return the settings
     * @throws IllegalArgumentException if a value is out of range; the message names the value and the rule
     */
    public RetrySettings build() {
        check();
        Duration effectiveCap = cap != null ? cap : longer(DEFAULT_CAP, base);
        Duration step = increment != null ? increment : base;
        BackoffStrategy backoff = strategy != null ? strategy : kind.strategy(base, effectiveCap, multiplier, step);
        boolean spread = retryAfterSpread != null ? retryAfterSpread : strategy != null || kind.jittered();
        Duration longestHint =
                retryAfterMaxSet ? retryAfterMax : longer(HintSettings.SHORTEST_DEFAULT_MAX, effectiveCap);
        return new RetrySettings(
                new RetrySettingsBuilder(this),
                enabled,
                attempts,
                backoff,
                deadline,
                new ClassificationRules(retryOn, neverOn, retryOnStatuses, neverOnStatuses, retryUnclassified),
                new HintSettings(retryAfterEnabled, longestHint, retryAfterSources, spread, hold),
                idempotent,
                exposeAttempt,
                budget,
                nested,
                idempotencyHeader,
                breaker);
    }

    /** The keys that were not set and whose values follow others. */
    Set<String> derived() {
        Set<String> keys = new LinkedHashSet<>();
        addUnless(cap != null, keys, "cap");
        addUnless(increment != null, keys, "increment");
        addUnless(retryAfterMaxSet, keys, "retry-after.max");
        addUnless(retryAfterSpread != null, keys, "retry-after.spread");
        return keys;
    }

    private static void addUnless(boolean set, Set<String> keys, String key) {
        if (!set) {
            keys.add(key);
        }
    }

    private void check() {
        require(attempts >= 1, "attempts", attempts, "must be at least 1");
        require(
                deadline == null || !(deadline.isZero() || deadline.isNegative()),
                "deadline",
                deadline,
                "must be longer than nothing");
        require(
                strategy != null || cap == null || cap.compareTo(base) >= 0,
                "cap",
                cap,
                "must not be shorter than base (" + base + ")");
        require(
                retryAfterMax == null || !retryAfterMax.isNegative(),
                "retry-after.max",
                retryAfterMax,
                "must not be negative");
        require(areStatuses(retryOnStatuses), "retry-on.statuses", retryOnStatuses, STATUSES);
        require(areStatuses(neverOnStatuses), "never-on.statuses", neverOnStatuses, STATUSES);
    }

    private static boolean areStatuses(Set<Integer> statuses) {
        for (int status : statuses) {
            if (status < LOWEST_STATUS || status > HIGHEST_STATUS) {
                return false;
            }
        }
        return true;
    }

    private static void require(boolean kept, String name, @Nullable Object value, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(name + " (" + value + ") " + rule);
        }
    }

    /** Whole milliseconds, rounded up; what is negative stays so, to be refused as it was given. */
    private static Duration whole(Duration value) {
        return value.isNegative() ? value : Duration.ofMillis(WholeMillis.of(value));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
