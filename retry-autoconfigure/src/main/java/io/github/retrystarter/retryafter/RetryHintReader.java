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
package io.github.retrystarter.retryafter;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.retryafter.RetryHint.Directive;

/**
 * Reads what the headers of an answer say about the next attempt.
 *
 * <p>Reading never fails: a header that is not in a known form is left out and reported as
 * {@linkplain RetryHint#unreadable() unreadable}, and no header, locale or time zone makes the reader throw. It does not
 * look at the status: callers ask it only about answers that the policy retries, or that {@link Directive#RETRY} opens.
 *
 * <p>Times in the headers, and epochs, are measured against the server's {@code Date} header (RFC 9110, section 6.6.1)
 * where that can be read, else against the clock. Immutable, and safe for use by many threads at once.
 *
 * <pre>{@code
 * RetryHintReader reader = new RetryHintReader(List.of(HintSource.RETRY_AFTER), Clock.systemUTC());
 * RetryHint hint = reader.read(Map.of("Retry-After", List.of("120"))); // 120 s, from retry-after
 * }</pre>
 *
 * @since 0.1.0
 */
public final class RetryHintReader {

    private final List<List<HintField>> fieldsBySource;

    private final boolean readsDirective;

    private final Clock clock;

    /**
     * Creates a reader.
     *
     * @param sources the headers to look at, in order of precedence; none means that every answer says nothing. The
     *     place of {@link HintSource#SHOULD_RETRY} does not matter. Not null, nor any of them
     * @param clock the local clock, used for dates and for the century of 2-digit years, never null
     */
    public RetryHintReader(List<HintSource> sources, Clock clock) {
        this.fieldsBySource = sources.stream().map(RetryHintReader::fields).toList();
        this.readsDirective = sources.contains(HintSource.SHOULD_RETRY);
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    private static List<HintField> fields(HintSource source) {
        return switch (source) {
            case RETRY_AFTER -> List.of(new RetryAfterField());
            case RETRY_AFTER_MS, X_MS_RETRY_AFTER_MS -> List.of(MillisecondsField.decimal(source.key()));
            case X_AMZ_RETRY_AFTER -> List.of(MillisecondsField.whole(source.key()));
            case RATELIMIT_RESET ->
                List.of(
                        new RateLimitResetField("ratelimit-reset", "ratelimit-remaining"),
                        new RateLimitResetField("x-ratelimit-reset", "x-ratelimit-remaining"),
                        new RateLimitResetField("x-rate-limit-reset", "x-rate-limit-remaining"));
            case RATELIMIT -> List.of(new RateLimitField());
            case SHOULD_RETRY -> List.of();
        };
    }

    /**
     * Reads the hint in the headers of one answer.
     *
     * <p>The first source that yields a wait wins, and those after it are not looked at. Where a source has several
     * headers or lines, the longest wait wins, so that no attempt comes earlier than any of them asks.
     *
     * @param headers the headers by name, each line of a repeated header an element of its own. Names are compared
     *     without regard to case. Null maps, names, lists and lines are passed over
     * @return the hint, never null; {@link RetryHint#NONE} when the headers say nothing. A wait is in whole
     *     milliseconds, rounded up, from 0 to {@link RetryHint#LONGEST}; longer ones become that
     */
    public RetryHint read(@Nullable Map<String, List<String>> headers) {
        HeaderLines lines = HeaderLines.of(headers);
        Directive directive = readsDirective ? ShouldRetry.directive(lines) : Directive.NONE;
        ResponseClock responseClock = ResponseClock.of(lines, clock.instant());
        boolean unreadable = false;
        for (List<HintField> fields : fieldsBySource) {
            String source = null;
            long longestMillis = -1;
            for (HintField field : fields) {
                FieldReading reading = field.read(lines, responseClock);
                unreadable |= reading.unreadable();
                long delayMillis = reading.delayMillis().orElse(-1);
                if (delayMillis > longestMillis) {
                    source = field.name();
                    longestMillis = delayMillis;
                }
            }
            if (source != null) {
                return new RetryHint(directive, Duration.ofMillis(longestMillis), source, unreadable);
            }
        }
        return directive == Directive.NONE && !unreadable
                ? RetryHint.NONE
                : new RetryHint(directive, null, null, unreadable);
    }
}
