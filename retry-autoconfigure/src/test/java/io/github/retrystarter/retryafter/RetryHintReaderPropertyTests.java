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

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds for any headers at all, tried on seeded random ones under many default locales and time zones. */
class RetryHintReaderPropertyTests {

    /** Every field that some source reads, and the one that times are measured against. */
    static final List<String> NAMES = List.of(
            "Date",
            "Retry-After",
            "retry-after-ms",
            "x-ms-retry-after-ms",
            "x-amz-retry-after",
            "RateLimit-Reset",
            "RateLimit-Remaining",
            "X-RateLimit-Reset",
            "X-RateLimit-Remaining",
            "X-Rate-Limit-Reset",
            "X-Rate-Limit-Remaining",
            "RateLimit",
            "x-should-retry",
            "Stripe-Should-Retry");

    private static final List<String> VALID_VALUES = List.of(
            "120",
            "1.5",
            "5, 10",
            "Thu, 25 Jun 2026 21:30:12 GMT",
            "Thursday, 25-Jun-26 21:30:12 GMT",
            "Thu Jun 25 21:30:12 2026",
            "Fri, 26 Jun 2026 03:00:12 +0530",
            "1782423000",
            "1782423000123",
            "0",
            "\"default\";r=0;t=30;pk=:cHsdsRa894==:, b;r=1.5;x=?1;y=@5;z=%\"%c3%bc\"",
            "true",
            "false");

    private static final List<Clock> CLOCKS = List.of(
            Clock.fixed(Instant.parse("2026-06-25T21:30:00.123456789Z"), ZoneOffset.UTC),
            Clock.fixed(Instant.MIN, ZoneOffset.UTC),
            Clock.fixed(Instant.MAX, ZoneOffset.UTC),
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

    @Test
    void neverThrowsAndNeverAsksForLessThanNothing() {
        Random random = new Random(20_260_104);
        Defaults.runUnderEach(() -> {
            for (int i = 0; i < 1_000; i++) {
                Map<String, List<String>> headers = headers(random);
                List<HintSource> sources = sources(random);

                RetryHint hint = new RetryHintReader(sources, CLOCKS.get(random.nextInt(CLOCKS.size()))).read(headers);

                String description = sources + " " + headers + " " + hint;
                assertThat(hint.delay() == null).as(description).isEqualTo(hint.source() == null);
                if (hint.delay() != null) {
                    assertThat(hint.delay()).as(description).isBetween(Duration.ZERO, RetryHint.LONGEST);
                    assertThat(hint.delay().toNanosPart() % 1_000_000)
                            .as(description)
                            .isZero();
                    assertThat(NAMES).as(description).anyMatch(name -> name.equalsIgnoreCase(hint.source()));
                }
            }
        });
    }

    @Test
    void readsTheSameWhateverTheDefaultLocaleAndTimeZone() {
        List<List<RetryHint>> runs = new ArrayList<>();

        Defaults.runUnderEach(() -> {
            Random random = new Random(20_260_105);
            List<RetryHint> run = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                run.add(new RetryHintReader(List.of(HintSource.values()), CLOCKS.get(0)).read(headers(random)));
            }
            runs.add(run);
        });

        assertThat(runs).hasSizeGreaterThan(1).allMatch(run -> run.equals(runs.get(0)));
        assertThat(runs.get(0)).anyMatch(hint -> hint.delay() != null).anyMatch(RetryHint::unreadable);
    }

    @Test
    void neverReadsALineAsShorterForStandingBesideAnother() {
        Random random = new Random(20_260_106);
        RetryHintReader reader = new RetryHintReader(List.of(HintSource.RETRY_AFTER), CLOCKS.get(0));
        for (int i = 0; i < 20_000; i++) {
            String line = value(random);
            RetryHint alone = reader.read(Map.of("Retry-After", List.of(line)));

            RetryHint together = reader.read(Map.of("Retry-After", List.of(value(random), line, value(random))));

            if (alone.delay() != null) {
                assertThat(together.delay()).as(line).isGreaterThanOrEqualTo(alone.delay());
            }
        }
    }

    @Test
    void waitsUntilTheDateThatTheServerNames() {
        Random random = new Random(20_260_107);
        for (int i = 0; i < 5_000; i++) {
            Instant now = Instant.ofEpochMilli(random.nextLong(4_102_444_800_000L));
            Instant then = Instant.ofEpochSecond(random.nextLong(4_102_444_800L));
            RetryHintReader reader =
                    new RetryHintReader(List.of(HintSource.RETRY_AFTER), Clock.fixed(now, ZoneOffset.UTC));

            RetryHint hint = reader.read(Map.of("Retry-After", List.of(HttpDateTests.imfFixdate(then))));

            assertThat(hint.delay()).isEqualTo(then.isBefore(now) ? Duration.ZERO : Duration.between(now, then));
        }
    }

    private static List<HintSource> sources(Random random) {
        List<HintSource> sources = new ArrayList<>(List.of(HintSource.values()));
        Collections.shuffle(sources, random);
        return sources.subList(0, random.nextInt(sources.size() + 1));
    }

    private static Map<String, List<String>> headers(Random random) {
        Map<String, List<String>> headers = new HashMap<>();
        int fields = random.nextInt(NAMES.size());
        for (int i = 0; i < fields; i++) {
            String name = random.nextInt(20) == 0 ? value(random) : NAMES.get(random.nextInt(NAMES.size()));
            List<String> lines = new ArrayList<>();
            int count = random.nextInt(4);
            for (int line = 0; line < count; line++) {
                lines.add(random.nextInt(20) == 0 ? null : value(random));
            }
            headers.put(random.nextInt(50) == 0 ? null : name, random.nextInt(50) == 0 ? null : lines);
        }
        return headers;
    }

    private static String value(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> unicode(random);
            case 1 -> bytes(random);
            case 2 -> Integer.toString(random.nextInt(10)).repeat(1 + random.nextInt(400));
            case 3 -> VALID_VALUES.get(random.nextInt(VALID_VALUES.size()));
            default -> damaged(random, VALID_VALUES.get(random.nextInt(VALID_VALUES.size())));
        };
    }

    private static String unicode(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(20);
        for (int i = 0; i < length; i++) {
            // Lone surrogates among them, and digits of every script.
            text.append(
                    random.nextBoolean()
                            ? (char) random.nextInt(Character.MAX_VALUE + 1)
                            : Character.toChars(random.nextInt(Character.MAX_CODE_POINT + 1))[0]);
        }
        return text.toString();
    }

    private static String bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String damaged(Random random, String value) {
        StringBuilder text = new StringBuilder(value);
        int blows = 1 + random.nextInt(3);
        for (int i = 0; i < blows; i++) {
            int place = random.nextInt(text.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> text.insert(place, (char) random.nextInt(128));
                case 1 -> text.insert(place, unicode(random));
                case 2 -> text.delete(place, Math.min(text.length(), place + 1 + random.nextInt(3)));
                default -> text.setLength(place);
            }
        }
        return text.toString();
    }
}
