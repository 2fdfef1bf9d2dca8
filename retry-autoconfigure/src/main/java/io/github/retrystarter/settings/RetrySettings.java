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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.classify.ClassificationRules;
import io.github.retrystarter.retryafter.RetryHint;
import io.github.retrystarter.settings.RetryDecision.RetryIn;

/**
 * Everything a retry policy says. Immutable and safe for use by many threads at once.
 *
 * <p>Made by a {@link RetrySettingsBuilder} only, and equal where every value is.
 *
 * @since 0.1.0
 */
public final class RetrySettings {

    /** The number of attempts that stands for no limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private final boolean enabled;
    private final int attempts;
    private final BackoffStrategy backoff;
    private final @Nullable Duration limit;
    private final ClassificationRules rules;
    private final HintSettings hints;
    private final boolean idempotent;
    private final boolean exposeAttempt;
    private final BudgetSettings budget;
    private final NestedRetries nested;
    private final @Nullable String idempotencyHeader;
    private final @Nullable String breaker;

    /** What was written, and what was not: values that nobody wrote follow those that they depend on. */
    private final RetrySettingsBuilder draft;

    RetrySettings(
            RetrySettingsBuilder draft,
            boolean enabled,
            int attempts,
            BackoffStrategy backoff,
            @Nullable Duration limit,
            ClassificationRules rules,
            HintSettings hints,
            boolean idempotent,
            boolean exposeAttempt,
            BudgetSettings budget,
            NestedRetries nested,
            @Nullable String idempotencyHeader,
            @Nullable String breaker) {
        this.draft = draft;
        this.enabled = enabled;
        this.attempts = attempts;
        this.backoff = backoff;
        this.limit = limit;
        this.rules = rules;
        this.hints = hints;
        this.idempotent = idempotent;
        this.exposeAttempt = exposeAttempt;
        this.budget = budget;
        this.nested = nested;
        this.idempotencyHeader = idempotencyHeader;
        this.breaker = breaker;
    }

    /**
     * Returns a builder that starts from the built-in defaults: 3 attempts, full jitter from 100 ms up to 10 s.
     *
     * @return a new builder
     */
    public static RetrySettingsBuilder builder() {
        return new RetrySettingsBuilder();
    }

    /**
     * Returns whether failures are retried at all.
     *
     * @return whether failures are retried at all
     */
    public boolean enabled() {
        return enabled;
    }

    /**
     * Returns the most calls, the first one included, at least 1.
     *
     * @return the most calls, the first one included, at least 1; {@link #UNLIMITED} for no limit
     */
    public int attempts() {
        return attempts;
    }

    /**
     * Returns the waits between attempts.
     *
     * @return the waits between attempts
     */
    public BackoffStrategy backoff() {
        return backoff;
    }

    /**
     * Returns the total time for all attempts and waits.
     *
     * @return the total time for all attempts and waits; null for no deadline
     */
    public @Nullable Duration limit() {
        return limit;
    }

    /**
     * Returns what the user says about exceptions and statuses.
     *
     * @return what the user says about exceptions and statuses
     */
    public ClassificationRules rules() {
        return rules;
    }

    /**
     * Returns what to do with a server's hints.
     *
     * @return what to do with a server's hints
     */
    public HintSettings hints() {
        return hints;
    }

    /**
     * Returns whether repeating a call that did take effect does no harm.
     *
     * @return whether repeating a call that did take effect does no harm
     */
    public boolean idempotent() {
        return idempotent;
    }

    /**
     * Returns whether the attempt can be asked for on the thread that runs it.
     *
     * @return whether the attempt can be asked for on the thread that runs it
     */
    public boolean exposeAttempt() {
        return exposeAttempt;
    }

    /**
     * Returns how many retries may be made in relation to the calls.
     *
     * @return how many retries may be made in relation to the calls
     */
    public BudgetSettings budget() {
        return budget;
    }

    /**
     * Returns what to do with a failure that an inner policy has given up on already.
     *
     * @return what to do with a failure that an inner policy has given up on already
     */
    public NestedRetries nested() {
        return nested;
    }

    /**
     * Returns the header that carries the idempotency key.
     *
     * @return the header that carries the idempotency key; null where there is no key
     */
    public @Nullable String idempotencyHeader() {
        return idempotencyHeader;
    }

    /**
     * Returns the name of the circuit breaker around the whole call.
     *
     * @return the name of the circuit breaker around the whole call; null where there is none
     */
    public @Nullable String breaker() {
        return breaker;
    }

    /**
     * Returns what nobody set and what therefore follows other values, such as a cap that rises to the base.
     *
     * @return the keys as a configuration names them: some of {@code cap}, {@code increment}, {@code retry-after.max} and
     *     {@code retry-after.spread}
     */
    public Set<String> derived() {
        return draft.derived();
    }

    /**
     * Returns a builder that starts from these settings.
     *
     * @return a new builder
     */
    public RetrySettingsBuilder toBuilder() {
        return new RetrySettingsBuilder(draft);
    }

    /**
     * Returns these settings with retries switched off.
     *
     * @return settings like these that make one call and no retry
     */
    public RetrySettings disabled() {
        return toBuilder().enabled(false).build();
    }

    /**
     * Returns the total time for all attempts and waits.
     *
     * @return the deadline, or empty when there is none
     */
    public Optional<Duration> deadline() {
        return Optional.ofNullable(limit);
    }

    /**
     * Decides about a failed attempt. Pure: it reads no clock and changes nothing but the state of {@code random}, from
     * which it draws only where the answer may be another attempt.
     *
     * @param attempt the number of the attempt that just failed, from 1
     * @param previousDelay the {@link RetryIn#ownDelay() own part} of the wait before that attempt; zero after the first
     * @param elapsed the time since the call began; counts only where there is a deadline
     * @param failure what the failure is
     * @param hint what the server's answer says
     * @param random the source of chance
     * @return the decision
     */
    public RetryDecision decide(
            int attempt,
            Duration previousDelay,
            Duration elapsed,
            Classification failure,
            RetryHint hint,
            RandomGenerator random) {
        return new Decider(this).decide(attempt, previousDelay, elapsed, failure, hint, random);
    }

    /**
     * Decides about a retry whose wait is over while a hint that another call got still holds the policy back. Pure, like
     * {@link #decide}.
     *
     * @param attempt the number of the attempt that failed last, from 1
     * @param previousDelay the own part of the wait before that attempt
     * @param elapsed the time since the call began
     * @param delayed how long the retry has been waited for already
     * @param remaining how long the hold goes on, longer than nothing
     * @param random the source of chance
     * @return a further wait; or giving up, because all of the wait would be longer than a hint may ask for, or because of
     *     the deadline
     */
    public RetryDecision heldBack(
            int attempt,
            Duration previousDelay,
            Duration elapsed,
            Duration delayed,
            Duration remaining,
            RandomGenerator random) {
        return new Decider(this).heldBack(attempt, previousDelay, elapsed, delayed, remaining, random);
    }

    /**
     * Returns the longest time that a call can spend waiting by the policy's own backoff: the sum of the largest waits,
     * and never more than the deadline. Hints from servers are not in it.
     *
     * @return the worst case; empty where the number of attempts is unlimited and no deadline ends them, and where a
     *     user's strategy does not state its ceiling
     */
    public Optional<Duration> worstCaseWait() {
        return new WorstCase(this).ownWaits();
    }

    /**
     * Returns the longest time that a call can spend waiting where every answer carries the longest hint that is honoured.
     *
     * @return the worst case; empty where {@link #worstCaseWait()} is, and where hints have no limit and no deadline ends
     *     the call
     */
    public Optional<Duration> worstCaseWaitWithHints() {
        return new WorstCase(this).withHints();
    }

    /**
     * Returns the first waits of the policy's own backoff one by one: the least, the mean and the most.
     *
     * @return a row for each wait, 20 at most; none where nothing is retried
     */
    public List<ScheduleRow> schedule() {
        return new WorstCase(this).schedule();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RetrySettings that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "RetrySettings" + values();
    }

    private List<@Nullable Object> values() {
        return Arrays.asList(
                enabled,
                attempts,
                backoff,
                limit,
                rules,
                hints,
                idempotent,
                exposeAttempt,
                budget,
                nested,
                idempotencyHeader,
                breaker);
    }
}
