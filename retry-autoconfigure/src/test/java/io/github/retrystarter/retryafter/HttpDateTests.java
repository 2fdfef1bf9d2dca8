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

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HttpDateTests {

    private static final Instant NOW = Instant.parse("2026-06-25T21:30:00Z");

    private static final String[] DAYS = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

    private static final String[] MONTHS = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
    };

    private static Optional<Instant> parse(String text) {
        return HttpDate.parse(text, NOW);
    }

    @Nested
    class Forms {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "Thu, 25 Jun 2026 21:30:12 GMT",
                    "Thursday, 25-Jun-26 21:30:12 GMT",
                    "Thu Jun 25 21:30:12 2026",
                    "Jun 25 21:30:12 2026",
                    "Thursday Jun 25 21:30:12 26",
                    "Mon, 25 Jun 2026 21:30:12 GMT",
                    "Thursday, 25 Jun 2026 21:30:12 GMT",
                    "Thu 25 Jun 2026 21:30:12 GMT",
                    "Thu,25 Jun 2026 21:30:12 GMT",
                    "25 Jun 2026 21:30:12 GMT",
                    "25-Jun-2026 21:30:12 GMT",
                    "25-Jun 26 21:30:12 UT",
                    "Thu,   25   Jun   2026   21:30:12   utc",
                    "tHU, 25 jUN 2026 21:30:12 gmt",
                    "Thu, 25 Jun 2026 21:30:12 +0000",
                    "Thu, 25 Jun 2026 21:30:12 -0000",
                    "Fri, 26 Jun 2026 03:00:12 +0530",
                    "Thu, 25 Jun 2026 18:00:12 -0330",
                    "Fri, 26 Jun 2026 21:29:12 +2359",
                })
        void readsEveryFormOfOneInstant(String text) {
            assertThat(parse(text)).contains(Instant.parse("2026-06-25T21:30:12Z"));
        }

        @Test
        void readsADayOfOneDigit() {
            Instant instant = Instant.parse("2026-06-05T21:30:12Z");

            assertThat(parse("Fri, 5 Jun 2026 21:30:12 GMT")).contains(instant);
            assertThat(parse("Fri Jun  5 21:30:12 2026")).contains(instant);
            assertThat(parse("Fri Jun 5 21:30:12 2026")).contains(instant);
            assertThat(parse("Fri Jun 05 21:30:12 2026")).contains(instant);
        }

        @Test
        void takesSecondSixtyForTheNextSecond() {
            assertThat(parse("Thu, 25 Jun 2026 21:30:60 GMT")).contains(Instant.parse("2026-06-25T21:31:00Z"));
            assertThat(parse("Thu, 31 Dec 2026 23:59:60 GMT")).contains(Instant.parse("2027-01-01T00:00:00Z"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    " ",
                    "Thu",
                    "Thu,",
                    "Thu, 25 Jun 2026",
                    "Thu, 25 Jun 2026 21:30:12",
                    "1 Jan 2099 00:00:00",
                    "Thu, 25 Jun 2026 21:30 GMT",
                    "Thu, 25 Jun 2026 21:30:12GMT",
                    "Thu, 25 Jun 2026 21:30:12.5 GMT",
                    "Thu, 25 Jun 2026 9:30:12 GMT",
                    "Thu, 25 Jun 2026 021:30:12 GMT",
                    "Thu, 25 Jun 2026 21:30:12 GMT ",
                    "Thu, 25 Jun 2026 21:30:12 GMT, 5",
                    "Thu, 25 Jun 2026 21:30:12 GMT+2",
                    "Thu, 25 Jun 2026 21:30:12 GMT+0200",
                    "Thu, 25 Jun 2026 21:30:12 +02:00",
                    "Thu, 25 Jun 2026 21:30:12 +02",
                    "Thu, 25 Jun 2026 21:30:12 +00000",
                    "Thu, 25 Jun 2026 21:30:12 +2400",
                    "Thu, 25 Jun 2026 21:30:12 +0060",
                    "Thu, 25 Jun 2026 21:30:12 0000",
                    "Thu, 25 Jun 2026 21:30:12 +-000",
                    "Thu, 25 Jun 2026 21:30:12 EST",
                    "Thu, 25 Jun 2026 21:30:12 Z",
                    "Thu, 25 Jun 2026 21:30:12 (UTC)",
                    "Thu, 25 Jun 2026 24:00:00 GMT",
                    "Thu, 25 Jun 2026 21:60:00 GMT",
                    "Thu, 25 Jun 2026 21:30:61 GMT",
                    "Thu, 0 Jun 2026 21:30:12 GMT",
                    "Thu, 00 Jun 2026 21:30:12 GMT",
                    "Thu, 31 Jun 2026 21:30:12 GMT",
                    "Thu, 32 Jun 2026 21:30:12 GMT",
                    "Thu, 29 Feb 2026 21:30:12 GMT",
                    "Thu, 029 Jun 2026 21:30:12 GMT",
                    "Thu, 25 Jun 226 21:30:12 GMT",
                    "Thu, 25 Jun 6 21:30:12 GMT",
                    "Thu, 25 Jun 02026 21:30:12 GMT",
                    "Thu, 25 June 2026 21:30:12 GMT",
                    "Thu, 25 Foo 2026 21:30:12 GMT",
                    "Thu, 25 2026 21:30:12 GMT",
                    "Thu, 25--Jun-2026 21:30:12 GMT",
                    "Thu, 25Jun2026 21:30:12 GMT",
                    "Thu, 25Jun 2026 21:30:12 GMT",
                    "Thu, 25 Jun2026 21:30:12 GMT",
                    "Thu, 25 Jun 2026T21:30:12 GMT",
                    "Thu, 25 Jun 2026 21.30.12 GMT",
                    "Thu Jun25 21:30:12 2026",
                    "Thu Jun 25,21:30:12 2026",
                    "Thu Jun 25 21:30:12,2026",
                    "Foo, 25 Jun 2026 21:30:12 GMT",
                    "Thurs, 25 Jun 2026 21:30:12 GMT",
                    "Thu,, 25 Jun 2026 21:30:12 GMT",
                    "Thu , 25 Jun 2026 21:30:12 GMT",
                    "Thu25 Jun 2026 21:30:12 GMT",
                    "Thu Thu 25 Jun 2026 21:30:12 GMT",
                    "\"Thu, 25 Jun 2026 21:30:12 GMT\"",
                    "Thu, Jun 25 21:30:12 2026",
                    "Thu Jun 25 21:30:12 2026 GMT",
                    "Thu Jun 25 21:30:12 GMT 2026",
                    "Thu Jun 25 2026 21:30:12 GMT",
                    "Thu Jun-25 21:30:12 2026",
                    "2026-06-25T21:30:12Z",
                    "2026-06-25 21:30:12 GMT",
                    "20260625T213012Z",
                    "06/25/2026 21:30:12 GMT",
                    "Thu,\t25 Jun 2026 21:30:12 GMT",
                    "Thu,\u00a025 Jun 2026 21:30:12 GMT",
                    "Thu, ２５ Jun 2026 21:30:12 GMT",
                    "Thu, 25 Jun 2026 21:30:12 ＧＭＴ",
                    "\u017fat, 25 Jun 2026 21:30:12 GMT",
                    "Prş, 25 Haz 2026 21:30:12 GMT",
                })
        void readsNothingElse(String text) {
            assertThat(parse(text)).isEmpty();
        }
    }

    @Nested
    class TwoDigitYears {

        @ParameterizedTest
        @CsvSource({
            "2026-06-01T00:00:00Z, 01-Jun-76 00:00:00 GMT, 2076-06-01T00:00:00Z",
            "2026-06-01T00:00:00Z, 01-Jun-76 00:00:01 GMT, 1976-06-01T00:00:01Z",
            "2026-06-01T00:00:00.5Z, 01-Jun-76 00:00:00 GMT, 2076-06-01T00:00:00Z",
            "2026-06-01T00:00:00Z, 01-Jun-76 05:30:00 +0530, 2076-06-01T00:00:00Z",
            "1999-12-31T23:59:30Z, 01-Jan-00 00:00:30 GMT, 2000-01-01T00:00:30Z",
            "2049-12-31T23:00:00Z, 01-Jan-00 00:30:00 +0130, 2099-12-31T23:00:00Z",
            "2099-12-31T23:59:50Z, 01-Jan-00 00:00:10 GMT, 2100-01-01T00:00:10Z",
            "2150-01-01T00:00:00Z, 01-Jan-00 00:00:00 GMT, 2200-01-01T00:00:00Z",
            "2026-06-01T00:00:00Z, 01-Jan-77 00:00:00 GMT, 1977-01-01T00:00:00Z",
            "2026-06-01T00:00:00Z, 29-Feb-00 00:00:00 GMT, 2000-02-29T00:00:00Z",
            "2360-06-01T00:00:00Z, 29-Feb-00 00:00:00 GMT, 2400-02-29T00:00:00Z",
            "2350-01-15T00:00:00Z, 29-Feb-00 00:00:00 GMT, 2000-02-29T00:00:00Z",
            "2340-06-01T00:00:00Z, 29-Feb-00 00:00:00 GMT, 2000-02-29T00:00:00Z",
        })
        void takesTheLatestYearNotMoreThanFiftyYearsAhead(String now, String text, String expected) {
            assertThat(HttpDate.parse(text, Instant.parse(now))).contains(Instant.parse(expected));
        }

        @ParameterizedTest
        @ValueSource(strings = {"30-Feb-26 00:00:00 GMT", "29-Feb-27 00:00:00 GMT", "00-Jan-27 00:00:00 GMT"})
        void readsNoDayThatNoCenturyHas(String text) {
            assertThat(parse(text)).isEmpty();
        }

        @Test
        void survivesAnyLocalClock() {
            for (Instant now : List.of(Instant.MIN, Instant.EPOCH, Instant.MAX)) {
                assertThat(HttpDate.parse("Thursday, 25-Jun-26 21:30:12 GMT", now))
                        .isPresent();
                assertThat(HttpDate.parse("Tuesday, 29-Feb-00 21:30:12 GMT", now))
                        .isPresent();
            }
        }
    }

    @Test
    void readsBackRandomInstantsInAllThreeForms() {
        Random random = new Random(20_260_102);
        Defaults.runUnderEach(() -> {
            for (int i = 0; i < 500; i++) {
                Instant instant = Instant.ofEpochSecond(random.nextLong(253_402_300_800L));
                assertThat(parse(imfFixdate(instant))).contains(instant);
                assertThat(parse(asctime(instant))).contains(instant);
                Instant near = NOW.plusSeconds(random.nextLong(-1_545_000_000L, 1_545_000_000L));
                assertThat(parse(rfc850(near))).contains(near);
            }
        });
    }

    @Test
    void agreesWithTheCalendarOnWhichDatesThereAre() {
        Random random = new Random(20_260_103);
        for (int i = 0; i < 20_000; i++) {
            int year = random.nextInt(10_000);
            int month = random.nextInt(12);
            int day = random.nextInt(34);
            int hour = random.nextInt(26);
            int minute = random.nextInt(62);
            int second = random.nextInt(60);
            int zone = random.nextInt(-1_439, 1_440);
            String text = String.format(
                    Locale.ROOT,
                    "%d %s %04d %02d:%02d:%02d %s%02d%02d",
                    day,
                    MONTHS[month],
                    year,
                    hour,
                    minute,
                    second,
                    zone < 0 ? "-" : "+",
                    Math.abs(zone) / 60,
                    Math.abs(zone) % 60);

            assertThat(parse(text)).as(text).isEqualTo(instant(year, month + 1, day, hour, minute, second, zone));
        }
    }

    private static Optional<Instant> instant(
            int year, int month, int day, int hour, int minute, int second, int zoneMinutes) {
        try {
            return Optional.of(LocalDateTime.of(year, month, day, hour, minute, second)
                    .toInstant(ZoneOffset.UTC)
                    .minusSeconds(zoneMinutes * 60L));
        } catch (DateTimeException ex) {
            return Optional.empty();
        }
    }

    static String imfFixdate(Instant instant) {
        OffsetDateTime time = instant.atOffset(ZoneOffset.UTC);
        return "%s, %02d %s %04d %s GMT"
                .formatted(day(time).substring(0, 3), time.getDayOfMonth(), month(time), time.getYear(), clock(time))
                .transform(HttpDateTests::inAsciiDigits);
    }

    private static String rfc850(Instant instant) {
        OffsetDateTime time = instant.atOffset(ZoneOffset.UTC);
        return "%s, %02d-%s-%02d %s GMT"
                .formatted(day(time), time.getDayOfMonth(), month(time), time.getYear() % 100, clock(time))
                .transform(HttpDateTests::inAsciiDigits);
    }

    private static String asctime(Instant instant) {
        OffsetDateTime time = instant.atOffset(ZoneOffset.UTC);
        return "%s %s %2d %s %04d"
                .formatted(day(time).substring(0, 3), month(time), time.getDayOfMonth(), clock(time), time.getYear())
                .transform(HttpDateTests::inAsciiDigits);
    }

    // Formatting uses the digits of the default locale, which some of these tests change on purpose.
    private static String inAsciiDigits(String text) {
        return text.codePoints()
                .map(c -> Character.isDigit(c) ? '0' + Character.digit(c, 10) : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String day(OffsetDateTime time) {
        return DAYS[time.getDayOfWeek().getValue() - 1];
    }

    private static String month(OffsetDateTime time) {
        return MONTHS[time.getMonthValue() - 1];
    }

    private static String clock(OffsetDateTime time) {
        return "%02d:%02d:%02d".formatted(time.getHour(), time.getMinute(), time.getSecond());
    }
}
