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

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * A date in a header field: IMF-fixdate, RFC 850 and asctime (RFC 9110, section 5.6.7), and what mail programs write
 * (RFC 5322, section 3.3) where it can be read in one way only.
 *
 * <p>Written by hand because {@link java.time.format.DateTimeFormatter} rejects a wrong day name, and accepts hour 24 and
 * the 30th of February.
 */
final class HttpDate {

    private static final List<String> SHORT_DAYS = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

    private static final List<String> LONG_DAYS =
            List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");

    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    private static final List<String> ZONES = List.of("gmt", "utc", "ut");

    private static final int SECONDS_PER_MINUTE = 60;

    private static final int SECONDS_PER_HOUR = 3_600;

    private static final long SECONDS_PER_DAY = 86_400;

    /** Years that a 2-digit year may lie ahead. */
    private static final int YEARS_AHEAD = 50;

    // Beyond these a broken local clock would take the calendar out of its range.
    private static final Instant EARLIEST_NOW = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant LATEST_NOW = Instant.parse("9999-12-31T00:00:00Z");

    private final Cursor in;

    // Parsing runs to the end whatever it meets; one look at this flag then tells whether to believe the fields.
    private boolean valid = true;

    private int day;

    private int month;

    private int year;

    private boolean shortYear;

    private int secondOfDay;

    private int offsetSeconds;

    private HttpDate(String text) {
        this.in = new Cursor(text);
    }

    /**
     * Reads a date.
     *
     * @param text the value, without white space around it
     * @param now the local time, which decides the century of a 2-digit year
     * @return the instant; empty when the text is not a date
     */
    static Optional<Instant> parse(String text, Instant now) {
        HttpDate date = new HttpDate(text);
        date.read();
        return date.valid ? date.instant(now) : Optional.empty();
    }

    private void read() {
        String word = word();
        boolean comma = false;
        if (SHORT_DAYS.contains(word) || LONG_DAYS.contains(word)) {
            comma = in.skip(',');
            require(in.skipSpaces() || comma);
            word = word();
        }
        if (word.isEmpty()) {
            readDayFirst();
        } else {
            // Only asctime starts with the month, and it has no comma and no zone.
            require(!comma);
            readMonthFirst(word);
        }
        require(in.atEnd());
    }

    private void readDayFirst() {
        day = number(1, 2);
        require(in.skip('-') || in.skipSpaces());
        readMonth(word());
        require(in.skip('-') || in.skipSpaces());
        readYear();
        require(in.skipSpaces());
        readTime();
        require(in.skipSpaces());
        readZone();
    }

    private void readMonthFirst(String monthName) {
        readMonth(monthName);
        require(in.skipSpaces());
        day = number(1, 2);
        require(in.skipSpaces());
        readTime();
        require(in.skipSpaces());
        readYear();
    }

    private void readMonth(String name) {
        month = MONTHS.indexOf(name) + 1;
        require(month > 0);
    }

    private void readYear() {
        String digits = in.digits();
        require(digits.length() == 2 || digits.length() == 4);
        year = parse(digits);
        shortYear = digits.length() == 2;
    }

    private void readTime() {
        int hour = number(2, 2);
        require(in.skip(':'));
        int minute = number(2, 2);
        require(in.skip(':'));
        int second = number(2, 2);
        // Second 60 is a leap second: adding it up makes it the next second.
        require(hour <= 23 && minute <= 59 && second <= 60);
        secondOfDay = hour * SECONDS_PER_HOUR + minute * SECONDS_PER_MINUTE + second;
    }

    private void readZone() {
        boolean west = in.peek() == '-';
        if (in.skip('+') || in.skip('-')) {
            int hoursAndMinutes = number(4, 4);
            int hours = hoursAndMinutes / 100;
            int minutes = hoursAndMinutes % 100;
            require(hours <= 23 && minutes <= 59);
            int seconds = hours * SECONDS_PER_HOUR + minutes * SECONDS_PER_MINUTE;
            offsetSeconds = west ? -seconds : seconds;
        } else {
            require(ZONES.contains(word()));
        }
    }

    private String word() {
        return Ascii.lowerCase(in.letters());
    }

    private int number(int leastDigits, int mostDigits) {
        String digits = in.digits();
        require(digits.length() >= leastDigits && digits.length() <= mostDigits);
        return parse(digits);
    }

    private int parse(String digits) {
        return valid ? Integer.parseInt(digits) : 0;
    }

    private void require(boolean condition) {
        valid &= condition;
    }

    private Optional<Instant> instant(Instant now) {
        return shortYear ? instantInLatestCentury(latestInstant(now)) : instantIn(year);
    }

    private static OffsetDateTime latestInstant(Instant now) {
        Instant sane = now.isBefore(EARLIEST_NOW) ? EARLIEST_NOW : now.isAfter(LATEST_NOW) ? LATEST_NOW : now;
        return sane.atOffset(ZoneOffset.UTC).plusYears(YEARS_AHEAD);
    }

    private Optional<Instant> instantInLatestCentury(OffsetDateTime latest) {
        // It starts a century above the limit's own, because a zone can move the instant back over New Year, and goes
        // down far enough to meet the one century in four whose year 00 has a 29 February.
        int candidate = latest.getYear() / 100 * 100 + 100 + year;
        for (int century = 0; century <= 5; century++) {
            Optional<Instant> instant = instantIn(candidate - century * 100);
            if (instant.isPresent() && !instant.get().isAfter(latest.toInstant())) {
                return instant;
            }
        }
        return Optional.empty();
    }

    private Optional<Instant> instantIn(int fullYear) {
        if (day < 1 || day > YearMonth.of(fullYear, month).lengthOfMonth()) {
            return Optional.empty();
        }
        long epochDay = LocalDate.of(fullYear, month, day).toEpochDay();
        return Optional.of(Instant.ofEpochSecond(epochDay * SECONDS_PER_DAY + secondOfDay - offsetSeconds));
    }
}
