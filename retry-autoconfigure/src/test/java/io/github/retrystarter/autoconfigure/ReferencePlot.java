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
package io.github.retrystarter.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.BackoffStrategy;

/** Draws when a thousand callers come back whose wait has reached the cap: with chance, and without. */
final class ReferencePlot {

    static final Path FILE = ReferenceDocument.DOCS.resolve("images/spread-at-the-cap.svg");

    private static final int CALLERS = 1_000;
    private static final int ATTEMPT = 20;
    private static final Duration CAP = Duration.ofSeconds(10);
    private static final int BUCKETS = 20;
    private static final int LEFT = 70;
    private static final int TOP = 60;
    private static final int WIDTH = 540;
    private static final int HEIGHT = 220;
    private static final int BUCKET_WIDTH = WIDTH / BUCKETS;

    private ReferencePlot() {}

    /** Writes the file anew where the system property {@code docs.write} is true. */
    static void writeWhereAsked() {
        if (Boolean.getBoolean("docs.write")) {
            try {
                Files.createDirectories(FILE.getParent());
                Files.writeString(FILE, svg());
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    static String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 350\" width=\"640\" height=\"350\"")
                .append(" font-family=\"sans-serif\" font-size=\"13\">\n")
                .append("<rect width=\"640\" height=\"350\" fill=\"#ffffff\"/>\n");
        text(svg, LEFT, 24, "start", CALLERS + " callers that failed together, their wait at the cap of 10 s");
        legend(svg, LEFT, "#c0392b", BackoffKind.EXPONENTIAL);
        legend(svg, LEFT + 120, "#2471a3", BackoffKind.FULL_JITTER);
        for (int share = 0; share <= 4; share++) {
            int y = TOP + HEIGHT - HEIGHT * share / 4;
            svg.append("<path d=\"M%d %dh%d\" stroke=\"#dddddd\"/>\n".formatted(LEFT, y, WIDTH));
            text(svg, LEFT - 8, y + 4, "end", String.valueOf(CALLERS * share / 4));
        }
        for (int second = 0; second <= 10; second += 2) {
            text(svg, LEFT + WIDTH * second / 10, TOP + HEIGHT + 20, "middle", second + " s");
        }
        text(svg, LEFT + WIDTH / 2, TOP + HEIGHT + 44, "middle", "time of the next attempt, in halves of a second");
        bars(svg, BackoffKind.EXPONENTIAL, "#c0392b", BUCKET_WIDTH / 2);
        bars(svg, BackoffKind.FULL_JITTER, "#2471a3", 0);
        return svg.append("</svg>\n").toString();
    }

    private static void bars(StringBuilder svg, BackoffKind kind, String colour, int shift) {
        int[] callers = callersByBucket(kind);
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            int height = Math.round((float) HEIGHT * callers[bucket] / CALLERS);
            if (height > 0) {
                svg.append(
                        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"><title>%s: %d</title></rect>\n"
                                .formatted(
                                        LEFT + bucket * BUCKET_WIDTH + shift + 1,
                                        TOP + HEIGHT - height,
                                        BUCKET_WIDTH / 2 - 1,
                                        height,
                                        colour,
                                        kind.key(),
                                        callers[bucket]));
            }
        }
    }

    private static int[] callersByBucket(BackoffKind kind) {
        BackoffStrategy backoff = kind.strategy(Duration.ofMillis(100), CAP, 2, Duration.ZERO);
        Random random = new Random(7);
        int[] callers = new int[BUCKETS];
        for (int caller = 0; caller < CALLERS; caller++) {
            long millis = backoff.waitAfter(ATTEMPT, CAP, random).toMillis();
            callers[(int) Math.min(BUCKETS - 1, millis * BUCKETS / CAP.toMillis())]++;
        }
        return callers;
    }

    private static void legend(StringBuilder svg, int x, String colour, BackoffKind kind) {
        svg.append("<rect x=\"%d\" y=\"34\" width=\"12\" height=\"12\" fill=\"%s\"/>\n".formatted(x, colour));
        text(svg, x + 18, 45, "start", kind.key());
    }

    private static void text(StringBuilder svg, int x, int y, String anchor, String text) {
        svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"#333333\">%s</text>\n"
                .formatted(x, y, anchor, text));
    }
}
