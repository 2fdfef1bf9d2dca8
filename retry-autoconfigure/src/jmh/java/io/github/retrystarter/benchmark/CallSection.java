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
package io.github.retrystarter.benchmark;

import java.util.Locale;
import java.util.Optional;

/** The tables of calls. */
final class CallSection {

    private CallSection() {}

    static Section of(Costs costs) {
        StringBuilder text = new StringBuilder("### Calls\n");
        for (Scenario scenario : Scenario.values()) {
            if (costs.has(scenario)) {
                text.append("\n#### ").append(heading(scenario)).append("\n\n");
                text.append("| contender | ns | B | time, of the floor's |\n| --- | --- | --- | --- |\n");
                for (Contender contender : scenario.contenders()) {
                    row(costs, scenario, contender).ifPresent(text::append);
                }
            }
        }
        return new Section(text.toString(), new CallGoals(costs).findings());
    }

    private static String heading(Scenario scenario) {
        String label = scenario.label();
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1) + " (floor: "
                + scenario.floor().label() + ")";
    }

    private static Optional<String> row(Costs costs, Scenario scenario, Contender contender) {
        double[] nanos = costs.nanos(scenario, contender);
        if (nanos.length == 0) {
            return Optional.empty();
        }
        double mean = Ratio.mean(nanos);
        String time = String.format(Locale.ROOT, "%,.1f ±%,.1f", mean, Ratio.halfInterval(nanos, mean));
        String bytes = costs.bytes(scenario, contender)
                .map(found -> String.format(Locale.ROOT, "%,.0f", found))
                .orElse("–");
        String ratio = contender == scenario.floor()
                ? "1"
                : costs.ratio(scenario, contender, scenario.floor())
                        .map(Ratio::toString)
                        .orElse("–");
        return Optional.of("| " + contender.label() + " | " + time + " | " + bytes + " | " + ratio + " |\n");
    }
}
