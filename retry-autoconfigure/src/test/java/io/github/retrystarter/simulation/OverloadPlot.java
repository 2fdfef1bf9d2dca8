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
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.retrystarter.backoff.BackoffKind;

/** Draws what becomes of an overloaded service: with retries that nothing bounds, and with the default policy. */
final class OverloadPlot {

    private static final String UNBOUNDED = "#c0392b";
    private static final String DEFAULT = "#2471a3";
    private static final String SOLID = "";
    private static final String DASHED = " stroke-dasharray=\"6 2\"";
    private static final int LEFT = 70;
    private static final int WIDTH = 540;
    private static final int HEIGHT = 130;
    private static final int SUCCESS_TOP = 84;
    private static final int LOAD_TOP = 264;
    private static final int MOST_REQUESTS = 800;

    private OverloadPlot() {}

    static String svg() {
        OverloadSimulation simulation = OverloadSimulation.of(Overloads.DEFAULT);
        List<OverloadSecond> byDefault = simulation.run().seconds();
        List<OverloadSecond> unbounded = OverloadSimulation.of(Overloads.withoutBudget(BackoffKind.EXPONENTIAL))
                .run()
                .seconds();
        Canvas canvas = new Canvas(Math.toIntExact(simulation.duration().toSeconds()));
        canvas.text(LEFT, 24, "start", "A service that is five times as slow for 10 s");
        canvas.legend(LEFT, UNBOUNDED, SOLID, "exponential, no budget");
        canvas.legend(LEFT + 190, DEFAULT, DASHED, "full jitter and budget, the default");
        canvas.panel(SUCCESS_TOP, simulation.trigger(), "calls that end well, in percent", 100);
        canvas.line(SUCCESS_TOP, UNBOUNDED, SOLID, unbounded, OverloadPlot::success);
        canvas.line(SUCCESS_TOP, DEFAULT, DASHED, byDefault, OverloadPlot::success);
        canvas.panel(
                LOAD_TOP,
                simulation.trigger(),
                "requests a second; the grey line is all that it can serve",
                MOST_REQUESTS);
        canvas.level(LOAD_TOP, simulation.service().capacity() / MOST_REQUESTS);
        canvas.line(LOAD_TOP, UNBOUNDED, SOLID, unbounded, OverloadPlot::load);
        canvas.line(LOAD_TOP, DEFAULT, DASHED, byDefault, OverloadPlot::load);
        canvas.seconds(LOAD_TOP + HEIGHT + 20);
        return canvas.svg();
    }

    private static double success(OverloadSecond second) {
        long ended = second.succeeded() + second.failed();
        return ended == 0 ? 1 : (double) second.succeeded() / ended;
    }

    private static double load(OverloadSecond second) {
        return (double) second.attempts() / MOST_REQUESTS;
    }

    /** A drawing whose horizontal axis is time. */
    private static final class Canvas {

        private final StringBuilder svg = new StringBuilder();
        private final int seconds;

        Canvas(int seconds) {
            this.seconds = seconds;
            svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 440\" width=\"640\" height=\"440\"")
                    .append(" font-family=\"sans-serif\" font-size=\"13\">\n")
                    .append("<rect width=\"640\" height=\"440\" fill=\"#ffffff\"/>\n");
        }

        void text(int x, int y, String anchor, String text) {
            svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"#333333\">%s</text>\n"
                    .formatted(x, y, anchor, text));
        }

        void legend(int x, String colour, String dash, String text) {
            svg.append("<path d=\"M%d 40h24\" stroke=\"%s\" stroke-width=\"2\"%s/>\n".formatted(x, colour, dash));
            text(x + 30, 45, "start", text);
        }

        void panel(int top, Trigger trigger, String title, int most) {
            int start = x(trigger.start());
            svg.append("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f5e6b8\"/>\n"
                    .formatted(start, top, x(trigger.end()) - start, HEIGHT));
            for (int step = 0; step <= 2; step++) {
                int y = top + HEIGHT - HEIGHT * step / 2;
                svg.append("<path d=\"M%d %dh%d\" stroke=\"#dddddd\"/>\n".formatted(LEFT, y, WIDTH));
                text(LEFT - 8, y + 4, "end", String.valueOf(most * step / 2));
            }
            text(LEFT, top - 8, "start", title);
        }

        void level(int top, double share) {
            svg.append("<path d=\"M%d %sh%d\" stroke=\"#888888\" stroke-width=\"2\"/>\n"
                    .formatted(LEFT, y(top, share), WIDTH));
        }

        void line(
                int top,
                String colour,
                String dash,
                List<OverloadSecond> values,
                ToDoubleFunction<OverloadSecond> share) {
            String points = IntStream.range(0, values.size())
                    .mapToObj(i -> x(Duration.ofSeconds(i)) + "," + y(top, share.applyAsDouble(values.get(i))))
                    .collect(Collectors.joining(" "));
            svg.append("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n"
                    .formatted(points, colour, dash));
        }

        void seconds(int y) {
            for (int second = 0; second <= seconds; second += 30) {
                text(x(Duration.ofSeconds(second)), y, "middle", second + " s");
            }
        }

        private int x(Duration time) {
            return LEFT + Math.toIntExact(WIDTH * time.toSeconds() / seconds);
        }

        private static String y(int top, double share) {
            return String.format(Locale.ROOT, "%.1f", top + HEIGHT * (1 - share));
        }

        String svg() {
            return svg + "</svg>\n";
        }
    }
}
