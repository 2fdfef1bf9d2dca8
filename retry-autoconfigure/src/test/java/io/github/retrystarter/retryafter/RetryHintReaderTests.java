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
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.retrystarter.retryafter.RetryHint.Directive;

import static io.github.retrystarter.retryafter.HintSource.RATELIMIT;
import static io.github.retrystarter.retryafter.HintSource.RATELIMIT_RESET;
import static io.github.retrystarter.retryafter.HintSource.RETRY_AFTER;
import static io.github.retrystarter.retryafter.HintSource.RETRY_AFTER_MS;
import static io.github.retrystarter.retryafter.HintSource.SHOULD_RETRY;
import static io.github.retrystarter.retryafter.HintSource.X_AMZ_RETRY_AFTER;
import static io.github.retrystarter.retryafter.HintSource.X_MS_RETRY_AFTER_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

class RetryHintReaderTests {

    private static final Instant NOW = Instant.parse("2026-06-25T21:30:00Z");

    private static final RetryHint UNREADABLE = new RetryHint(Directive.NONE, null, null, true);

    private static RetryHintReader reader(HintSource... sources) {
        return new RetryHintReader(List.of(sources), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static RetryHint retryAfter(String... lines) {
        return reader(RETRY_AFTER).read(Map.of("Retry-After", List.of(lines)));
    }

    private static RetryHint hint(long delayMillis, String source) {
        return new RetryHint(Directive.NONE, Duration.ofMillis(delayMillis), source, false);
    }

    private static RetryHint hint(long delayMillis) {
        return hint(delayMillis, "retry-after");
    }

    @Nested
    class WithoutAHint {

        @Test
        void saysNothingForNoHeadersAtAll() {
            assertThat(reader(HintSource.values()).read(Map.of())).isSameAs(RetryHint.NONE);
            assertThat(reader(HintSource.values()).read(null)).isSameAs(RetryHint.NONE);
        }

        @Test
        void saysNothingWithoutSources() {
            assertThat(reader().read(Map.of("Retry-After", List.of("5")))).isSameAs(RetryHint.NONE);
        }

        @Test
        void looksAtNoSourceThatIsNotListed() {
            Map<String, List<String>> headers = Map.of("Retry-After", List.of("5"), "x-should-retry", List.of("false"));

            assertThat(reader(RETRY_AFTER_MS, X_AMZ_RETRY_AFTER, RATELIMIT).read(headers))
                    .isSameAs(RetryHint.NONE);
        }

        @Test
        void demandsSourcesAndAClock() {
            Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);

            assertThatNullPointerException().isThrownBy(() -> new RetryHintReader(null, clock));
            assertThatNullPointerException()
                    .isThrownBy(() -> new RetryHintReader(Arrays.asList(RETRY_AFTER, null), clock));
            assertThatNullPointerException().isThrownBy(() -> new RetryHintReader(List.of(), null));
        }
    }

    @Nested
    class Names {

        @ParameterizedTest
        @ValueSource(strings = {"Retry-After", "retry-after", "Retry-after", "RETRY-AFTER", "rEtRy-aFtEr"})
        void matchesWithoutRegardToCase(String name) {
            Defaults.runUnderEach(() -> assertThat(reader(RETRY_AFTER).read(Map.of(name, List.of("2"))))
                    .isEqualTo(hint(2_000)));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "retry",
                    "retry-after-x",
                    "x-retry-after",
                    " retry-after",
                    "retry-after ",
                    "retry_after",
                    "retry\u2010after",
                    "ret\u0433y-after",
                    "retry-after\u0000"
                })
        void matchesWholeNamesOnly(String name) {
            assertThat(reader(RETRY_AFTER).read(Map.of(name, List.of("2")))).isSameAs(RetryHint.NONE);
        }

        @Test
        void takesNoOtherLetterForAnAsciiOne() {
            assertThat(reader(X_MS_RETRY_AFTER_MS).read(Map.of("x-m\u017f-retry-after-ms", List.of("2"))))
                    .isSameAs(RetryHint.NONE);
            assertThat(reader(RATELIMIT).read(Map.of("ratel\u0131mit", List.of("a;r=0;t=1"))))
                    .isSameAs(RetryHint.NONE);
        }

        @Test
        void bringsTheSpellingsOfOneNameTogether() {
            Map<String, List<String>> headers = new LinkedHashMap<>();
            headers.put("Retry-After", List.of("5"));
            headers.put("retry-after", List.of("10"));
            headers.put("RETRY-AFTER", List.of("7"));

            assertThat(reader(RETRY_AFTER).read(headers)).isEqualTo(hint(10_000));
        }
    }

    @Nested
    class Values {

        @ParameterizedTest
        @CsvSource({"2, 2000", "2.0, 2000", "0.503, 503", "' 3 ', 3000", "'\t42 ', 42000", "0, 0", "0.0001, 1"})
        void readsSeconds(String line, long expectedMillis) {
            assertThat(retryAfter(line)).isEqualTo(hint(expectedMillis));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "", " ", "\t", "+3", "-1", "-3", "-0", "1e3", "０", "²", "٣٠", "1m0s", "120s", "0x10", "\u00a05",
                    "5\u2003", "\ufeff5", "5\r\n", "\u0000"
                })
        void reportsWhatItCannotRead(String line) {
            assertThat(retryAfter(line)).isEqualTo(UNREADABLE);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "2026 | 2026000",
                    "Thu, 25 Jun 2026 21:30:12 GMT | 12000",
                    "Mon, 25 Jun 2026 21:30:12 GMT | 12000",
                    "Thu, 25 Jun 2026 21:30:12 -0000 | 12000",
                    "Thu, 25 Jun 2026 21:30:12 UTC | 12000",
                    "Thu, 25 Jun 2026 20:30:00 GMT | 0",
                    "-3 |",
                    "1 Jan 2099 00:00:00 |",
                    "Thu, 32 Jun 2026 21:30:12 GMT |",
                    "Thu, 25 Jun 2026 21:30:12 GMT+2 |",
                    "Thu, 25 Jun 2026 21:30:12 |",
                    "Thu, 25 Jun 2026 21:30:12 EST |",
                })
        void readsNoJunkAsADate(String line, Long expectedMillis) {
            assertThat(retryAfter(line)).isEqualTo(expectedMillis == null ? UNREADABLE : hint(expectedMillis));
        }

        @ParameterizedTest
        @ValueSource(strings = {"9223372036854775808", "18446744073709551617", "99999999999999999.9"})
        void saturatesWhatDoesNotFit(String line) {
            assertThat(retryAfter(line).delay()).isEqualTo(RetryHint.LONGEST);
            assertThat(retryAfter("9".repeat(400)).delay()).isEqualTo(RetryHint.LONGEST);
        }

        @Test
        void readsMillisecondsWithAFractionButNotForAmazon() {
            assertThat(reader(RETRY_AFTER_MS).read(Map.of("retry-after-ms", List.of("0.2"))))
                    .isEqualTo(hint(1, "retry-after-ms"));
            assertThat(reader(X_AMZ_RETRY_AFTER).read(Map.of("x-amz-retry-after", List.of("200"))))
                    .isEqualTo(hint(200, "x-amz-retry-after"));
            assertThat(reader(X_AMZ_RETRY_AFTER).read(Map.of("x-amz-retry-after", List.of("200.0"))))
                    .isEqualTo(UNREADABLE);
        }

        @Test
        void readsNoDateAsMilliseconds() {
            assertThat(reader(RETRY_AFTER_MS).read(Map.of("retry-after-ms", List.of("Thu, 25 Jun 2026 21:30:12 GMT"))))
                    .isEqualTo(UNREADABLE);
        }
    }

    @Nested
    class RepeatedLines {

        @Test
        void readsTheLongestOfRepeatedLines() {
            assertThat(retryAfter("5", "10", "7")).isEqualTo(hint(10_000));
            assertThat(retryAfter("5", "Thu, 25 Jun 2026 21:30:12 GMT")).isEqualTo(hint(12_000));
        }

        @Test
        void leavesOutLinesThatItCannotRead() {
            assertThat(retryAfter("abc", "0", "")).isEqualTo(hint(0));
            assertThat(retryAfter("abc", "")).isEqualTo(UNREADABLE);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {"5,10 | 10000", "10 ,\t5 | 10000", "1,000 | 1000", "0,0 | 0", "3,9223372036854775808 | max"})
        void readsTheLargestOfWholeNumbersBetweenCommas(String line, String expected) {
            assertThat(retryAfter(line))
                    .isEqualTo(hint(expected.equals("max") ? Long.MAX_VALUE : Long.parseLong(expected)));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    ",",
                    "5,",
                    ",5",
                    "5,,10",
                    "5,abc",
                    "5,1.5",
                    "1.5,5",
                    "5,-1",
                    "Thu, 25 Jun 2026 21:30:12 GMT, 120"
                })
        void readsNoOtherList(String line) {
            assertThat(retryAfter(line)).isEqualTo(UNREADABLE);
        }

        @Test
        void readsTheLongestOfRepeatedCompanions() {
            assertThat(reader(RETRY_AFTER_MS).read(Map.of("retry-after-ms", List.of("5", "junk", "10"))))
                    .isEqualTo(hint(10, "retry-after-ms"));
        }
    }

    @Nested
    class Precedence {

        private final Map<String, List<String>> headers = Map.of(
                "Retry-After", List.of("1"), "retry-after-ms", List.of("250"), "x-ms-retry-after-ms", List.of("junk"));

        @Test
        void takesTheFirstSourceThatYieldsAWait() {
            assertThat(reader(RETRY_AFTER_MS, RETRY_AFTER).read(headers)).isEqualTo(hint(250, "retry-after-ms"));
            assertThat(reader(RETRY_AFTER, RETRY_AFTER_MS).read(headers)).isEqualTo(hint(1_000));
        }

        @Test
        void fallsThroughAnUnreadableSourceAndSaysSo() {
            assertThat(reader(X_MS_RETRY_AFTER_MS, RETRY_AFTER).read(headers))
                    .isEqualTo(new RetryHint(Directive.NONE, Duration.ofSeconds(1), "retry-after", true));
        }

        @Test
        void doesNotLookAtSourcesAfterTheOneThatWon() {
            assertThat(reader(RETRY_AFTER, X_MS_RETRY_AFTER_MS).read(headers)).isEqualTo(hint(1_000));
        }

        @Test
        void takesAWaitOfZeroForAHint() {
            assertThat(reader(RETRY_AFTER_MS, RETRY_AFTER)
                            .read(Map.of("retry-after-ms", List.of("0"), "retry-after", List.of("5"))))
                    .isEqualTo(hint(0, "retry-after-ms"));
        }

        @Test
        void readsASourceThatIsListedTwiceLikeOne() {
            assertThat(reader(RETRY_AFTER, RETRY_AFTER).read(headers)).isEqualTo(hint(1_000));
        }
    }

    @Nested
    class DateHeader {

        private static final String IN_A_MINUTE = "Thu, 25 Jun 2026 21:31:00 GMT";

        private RetryHint read(String... dateLines) {
            return reader(RETRY_AFTER)
                    .read(Map.of("Retry-After", List.of(IN_A_MINUTE), "date", Arrays.asList(dateLines)));
        }

        @Test
        void measuresADateAgainstTheServersClock() {
            assertThat(read("Thu, 25 Jun 2026 21:30:59 GMT")).isEqualTo(hint(1_000));
            assertThat(read("Thu, 25 Jun 2026 20:31:00 GMT")).isEqualTo(hint(3_600_000));
            assertThat(read("Thu, 25 Jun 2026 21:32:00 GMT")).isEqualTo(hint(0));
            assertThat(read("Thursday, 25-Jun-26 21:30:58 GMT")).isEqualTo(hint(2_000));
        }

        @Test
        void measuresAgainstTheLocalClockWhereTheServersIsUnreadable() {
            assertThat(read()).isEqualTo(hint(60_000));
            assertThat(read("", "yesterday", "0")).isEqualTo(hint(60_000));
        }

        @Test
        void measuresAgainstTheEarliestOfRepeatedDates() {
            assertThat(read("Thu, 25 Jun 2026 21:30:59 GMT", "junk", "Thu, 25 Jun 2026 21:30:50 GMT"))
                    .isEqualTo(hint(10_000));
        }

        @Test
        void leavesSecondsAlone() {
            assertThat(reader(RETRY_AFTER)
                            .read(Map.of(
                                    "Retry-After", List.of("5"), "Date", List.of("Thu, 25 Jun 2020 21:30:59 GMT"))))
                    .isEqualTo(hint(5_000));
        }

        @Test
        void roundsUpToTheMillisecond() {
            Instant almost = Instant.parse("2026-06-25T21:30:59.999000001Z");
            RetryHintReader reader = new RetryHintReader(List.of(RETRY_AFTER), Clock.fixed(almost, ZoneOffset.UTC));

            assertThat(reader.read(Map.of("Retry-After", List.of(IN_A_MINUTE)))).isEqualTo(hint(1));
        }

        @Test
        void survivesAnyLocalClock() {
            Map<String, List<String>> headers = Map.of("Retry-After", List.of(IN_A_MINUTE));

            assertThat(new RetryHintReader(List.of(RETRY_AFTER), Clock.fixed(Instant.MIN, ZoneOffset.UTC))
                            .read(headers)
                            .delay())
                    .isEqualTo(RetryHint.LONGEST);
            assertThat(new RetryHintReader(List.of(RETRY_AFTER), Clock.fixed(Instant.MAX, ZoneOffset.UTC))
                            .read(headers)
                            .delay())
                    .isZero();
        }
    }

    @Nested
    class RateLimitReset {

        private RetryHint read(String... namesAndLines) {
            Map<String, List<String>> headers = new HashMap<>();
            for (int i = 0; i < namesAndLines.length; i += 2) {
                headers.put(namesAndLines[i], List.of(namesAndLines[i + 1].split("\\|", -1)));
            }
            return reader(RATELIMIT_RESET).read(headers);
        }

        @Test
        void tellsEpochsFromSecondsByTheirSize() {
            long epochSecond = NOW.getEpochSecond() + 7;

            assertThat(read("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", Long.toString(epochSecond)))
                    .isEqualTo(hint(7_000, "x-ratelimit-reset"));
            assertThat(read("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", epochSecond + "250"))
                    .isEqualTo(hint(7_250, "x-ratelimit-reset"));
            assertThat(read("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "7"))
                    .isEqualTo(hint(7_000, "x-ratelimit-reset"));
        }

        @ParameterizedTest
        @CsvSource({
            "0, 0",
            "999999999, 999999999000",
            "1000000000, 0",
            "999999999999, 998217576999000",
            "1000000000000, 0",
            "1782423000001, 1",
            "0001782423001, 1000",
            "9223372036854775806, 9223370254431775806",
            "9223372036854775807, 9223372036854775807",
            "9223372036854775808, 9223372036854775807",
        })
        void turnsFromOneUnitToTheNextAtTheThresholds(String reset, long expectedMillis) {
            assertThat(read("RateLimit-Reset", reset)).isEqualTo(hint(expectedMillis, "ratelimit-reset"));
        }

        @Test
        void measuresAnEpochAgainstTheServersClock() {
            assertThat(read("Date", "Thu, 25 Jun 2026 21:29:55 GMT", "RateLimit-Reset", "1782423000"))
                    .isEqualTo(hint(5_000, "ratelimit-reset"));
            assertThat(read("Date", "Thu, 25 Jun 2026 21:29:55 GMT", "RateLimit-Reset", "7"))
                    .isEqualTo(hint(7_000, "ratelimit-reset"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"1", "12", "0.1", "599.0", "007"})
        void asksForNoWaitWhileQuotaIsLeft(String remaining) {
            assertThat(read("X-RateLimit-Remaining", remaining, "X-RateLimit-Reset", "7"))
                    .isSameAs(RetryHint.NONE);
        }

        @ParameterizedTest
        @ValueSource(strings = {"0", "00", "0.0", " 0", "5|0"})
        void asksForAWaitWhenNoQuotaIsLeft(String remaining) {
            assertThat(read("X-RateLimit-Remaining", remaining, "X-RateLimit-Reset", "7"))
                    .isEqualTo(hint(7_000, "x-ratelimit-reset"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "none", "-1", "0 of 5"})
        void asksForNoWaitWhenTheQuotaIsUnreadable(String remaining) {
            assertThat(read("X-RateLimit-Remaining", remaining, "X-RateLimit-Reset", "7"))
                    .isEqualTo(UNREADABLE);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "7.0", "-7", "6m0s", "5,7", "2026-10-21T07:28Z", "Thu, 25 Jun 2026 21:30:12 GMT"})
        void readsDigitsOnly(String reset) {
            assertThat(read("X-RateLimit-Reset", reset)).isEqualTo(UNREADABLE);
        }

        @Test
        void pairsEachResetWithItsOwnCompanion() {
            assertThat(read("RateLimit-Remaining", "3", "X-Rate-Limit-Reset", "7"))
                    .isEqualTo(hint(7_000, "x-rate-limit-reset"));
            assertThat(read("X-Rate-Limit-Remaining", "3", "X-Rate-Limit-Reset", "7"))
                    .isSameAs(RetryHint.NONE);
            assertThat(read("RateLimit-Remaining", "junk")).isSameAs(RetryHint.NONE);
        }

        @Test
        void takesTheLongestOfSeveralResets() {
            assertThat(read("RateLimit-Reset", "7", "X-RateLimit-Reset", "9", "X-Rate-Limit-Reset", "8"))
                    .isEqualTo(hint(9_000, "x-ratelimit-reset"));
            assertThat(read("RateLimit-Reset", "9", "X-RateLimit-Reset", "9"))
                    .isEqualTo(hint(9_000, "ratelimit-reset"));
            assertThat(read("RateLimit-Reset", "junk", "X-RateLimit-Reset", "9"))
                    .isEqualTo(new RetryHint(Directive.NONE, Duration.ofSeconds(9), "x-ratelimit-reset", true));
        }
    }

    @Nested
    class RateLimitField {

        private RetryHint read(String... lines) {
            return reader(RATELIMIT).read(Map.of("RateLimit", List.of(lines)));
        }

        @Test
        void takesTheLongestResetOfThePoliciesThatAreUsedUp() {
            assertThat(read("\"a\";r=0;t=5, \"b\";r=0;t=60, \"c\";r=1;t=3600")).isEqualTo(hint(60_000, "ratelimit"));
            assertThat(read("\"a\";r=0;t=60", "\"b\";r=0;t=5")).isEqualTo(hint(60_000, "ratelimit"));
            assertThat(read("\"a\";r=0;t=0")).isEqualTo(hint(0, "ratelimit"));
            assertThat(read("\"a\";r=0;t=999999999999999")).isEqualTo(hint(999_999_999_999_999_000L, "ratelimit"));
        }

        @Test
        void readsTheTokensOfEarlierDrafts() {
            assertThat(read("default;r=0;t=5")).isEqualTo(hint(5_000, "ratelimit"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "  ", "\"a\"", "\"a\";t=5", "\"a\";r=0", "\"a\";r=5;t=5", "\"a\";r=0;r=5;t=5"})
        void saysNothingWhereNoPolicyIsUsedUp(String line) {
            assertThat(read(line)).isSameAs(RetryHint.NONE);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "\"a;r=0;t=5",
                    "\"a\";r=0;t=1.5",
                    "\"a\";r=0;t",
                    "\"a\";r=0;t=\"5\"",
                    "\"a\";r=0;t=-5",
                    "\"a\";r=-1;t=5",
                    "\"a\";r;t=5",
                    "\"a\";r=0.0;t=5",
                    "\"a\";r=0;t=1000000000000000",
                    "\"a\";r=0;t=5,",
                    "(\"a\";r=0;t=5)",
                    "limit=100, remaining=0, reset=5",
                })
        void ignoresAMalformedFieldWhole(String line) {
            assertThat(read(line)).isEqualTo(UNREADABLE);
            assertThat(read("\"b\";r=0;t=60", line)).isEqualTo(UNREADABLE);
            assertThat(read(line, "\"b\";r=0;t=60")).isEqualTo(UNREADABLE);
        }

        @Test
        void yieldsToRetryAfterWhereThatComesFirst() {
            assertThat(reader(RETRY_AFTER, RATELIMIT)
                            .read(Map.of("RateLimit", List.of("\"a\";r=0;t=60"), "Retry-After", List.of("5"))))
                    .isEqualTo(hint(5_000));
        }
    }

    @Nested
    class ShouldRetryHeaders {

        private Directive directive(Map<String, List<String>> headers) {
            return reader(RETRY_AFTER, SHOULD_RETRY).read(headers).directive();
        }

        @Test
        void obeysEitherHeaderToTheLetter() {
            for (String name : List.of("X-Should-Retry", "Stripe-Should-Retry")) {
                assertThat(directive(Map.of(name, List.of("false")))).isEqualTo(Directive.DO_NOT_RETRY);
                assertThat(directive(Map.of(name, List.of(" true\t")))).isEqualTo(Directive.RETRY);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "False", "TRUE", "0", "1", "?0", "no", "\"false\"", "false;a", "true, false"})
        void hearsNothingInAnythingElse(String line) {
            assertThat(reader(SHOULD_RETRY).read(Map.of("x-should-retry", List.of(line))))
                    .isSameAs(RetryHint.NONE);
        }

        @Test
        void takesNoForAnAnswerWhereTheServerContradictsItself() {
            assertThat(directive(Map.of("x-should-retry", List.of("true", "false"))))
                    .isEqualTo(Directive.DO_NOT_RETRY);
            assertThat(directive(Map.of("x-should-retry", List.of("true"), "stripe-should-retry", List.of("false"))))
                    .isEqualTo(Directive.DO_NOT_RETRY);
        }

        @Test
        void readsTheWaitAllTheSameWhereverItIsListed() {
            Map<String, List<String>> headers = Map.of("x-should-retry", List.of("false"), "Retry-After", List.of("2"));
            RetryHint expected = new RetryHint(Directive.DO_NOT_RETRY, Duration.ofSeconds(2), "retry-after", false);

            assertThat(reader(SHOULD_RETRY, RETRY_AFTER).read(headers)).isEqualTo(expected);
            assertThat(reader(RETRY_AFTER, SHOULD_RETRY).read(headers)).isEqualTo(expected);
            assertThat(reader(RETRY_AFTER).read(headers)).isEqualTo(hint(2_000));
        }

        @Test
        void comesWithoutAWaitToo() {
            assertThat(reader(SHOULD_RETRY).read(Map.of("x-should-retry", List.of("true"))))
                    .isEqualTo(new RetryHint(Directive.RETRY, null, null, false));
        }
    }

    @Nested
    class ForeignMaps {

        @Test
        void passesOverNulls() {
            Map<String, List<String>> headers = new HashMap<>();
            headers.put(null, List.of("HTTP/1.1 503 Service Unavailable"));
            headers.put("X-Nothing", null);
            headers.put("Retry-After", Arrays.asList(null, "5", null));
            headers.put("retry-after", null);

            assertThat(reader(HintSource.values()).read(headers).delay()).isEqualTo(Duration.ofSeconds(5));
        }

        @Test
        void takesAFieldWithoutLinesForAbsent() {
            Map<String, List<String>> headers = new HashMap<>();
            headers.put("Retry-After", Collections.singletonList(null));
            headers.put("RateLimit-Reset", List.of());

            assertThat(reader(HintSource.values()).read(headers)).isSameAs(RetryHint.NONE);
        }

        @Test
        @SuppressWarnings({"unchecked", "rawtypes"})
        void passesOverWhatIsNotText() {
            Map headers = new LinkedHashMap<>();
            headers.put(42, List.of("1"));
            headers.put("Date", "not a list");
            headers.put("Retry-After", List.of(7, "5"));

            assertThat(reader(RETRY_AFTER).read(headers)).isEqualTo(hint(5_000));
        }

        @Test
        void takesAMapThatFailsForAnEmptyOne() {
            Map<String, List<String>> failing = new AbstractMap<>() {
                @Override
                public Set<Entry<String, List<String>>> entrySet() {
                    throw new IllegalStateException("the answer is closed");
                }
            };

            assertThat(reader(HintSource.values()).read(failing)).isSameAs(RetryHint.NONE);
        }

        @Test
        void leavesTheMapAsItWas() {
            Map<String, List<String>> headers = Collections.unmodifiableMap(Map.of("Retry-After", List.of(" 5 ")));

            assertThat(reader(RETRY_AFTER).read(headers)).isEqualTo(hint(5_000));
        }
    }

    @Nested
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    class HugeHeaders {

        private static final int MEGABYTE = 1 << 20;

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "9",
                    "0",
                    " ",
                    " 5",
                    "a",
                    ",",
                    "1,",
                    "5, ",
                    "0.",
                    ".0",
                    "-",
                    ";",
                    "a;",
                    "\"",
                    "\"\\\\",
                    "(",
                    ":",
                    "%\"",
                    "a;r=0;t=5,",
                    "\"a\";b",
                    "Fri, ",
                    "Thu Jun 25 ",
                    "25-Jun-",
                    "\u0661",
                    "\ud83d\ude00",
                    "\u0000",
                    "*=",
                    "false"
                })
        void readsAMegabyteOfAnything(String piece) {
            String value = piece.repeat(MEGABYTE / piece.length());
            for (String name : RetryHintReaderPropertyTests.NAMES) {
                Map<String, List<String>> headers = Map.of(name, List.of(value, "Thu," + value));

                assertThat(reader(HintSource.values()).read(headers)).isNotNull();
            }
        }

        @Test
        void readsAMillionLines() {
            List<String> lines = Collections.nCopies(1_000_000, "5");

            assertThat(reader(RETRY_AFTER).read(Map.of("Retry-After", lines))).isEqualTo(hint(5_000));
            assertThat(reader(RATELIMIT).read(Map.of("RateLimit", Collections.nCopies(1_000_000, "a;r=0;t=5"))))
                    .isEqualTo(hint(5_000, "ratelimit"));
        }

        @Test
        void readsAHugeName() {
            assertThat(reader(RETRY_AFTER)
                            .read(Map.of("A".repeat(MEGABYTE), List.of("1"), "Retry-After", List.of("5"))))
                    .isEqualTo(hint(5_000));
        }
    }
}
