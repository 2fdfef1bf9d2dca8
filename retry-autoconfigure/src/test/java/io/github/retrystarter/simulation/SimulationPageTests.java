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

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.settings.RetrySettings;

import static org.assertj.core.api.Assertions.assertThat;

/** The page about simulations shows what they give. */
class SimulationPageTests {

    private static final String REMEDY = "after a change of backoffs, decision or budget:"
            + " mvn -pl retry-autoconfigure test -Dtest=SimulationPageTests -Ddocs.write=true";
    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @BeforeAll
    static void writeWhereAsked() {
        SimulationPage.writeWhereAsked();
    }

    @Test
    void theFiguresAreThoseOfTheSimulations() {
        assertThat(SimulationPage.written()).as(REMEDY).isEqualTo(SimulationPage.current());
    }

    @Test
    void thePlotIsTheOneThatTheSimulationDraws() {
        assertThat(SimulationPage.read(SimulationPage.PLOT)).as(REMEDY).isEqualTo(OverloadPlot.svg());
    }

    @Test
    void comparesPoliciesForAServiceOfOnesOwn() {
        ClientFleet clients = new ClientFleet(12, 25, Arrivals.RANDOM, Duration.ofMillis(800));
        SimulatedService service = new SimulatedService(16, Duration.ofMillis(40), 2_000, 0.01, null);
        Trigger trigger = Trigger.capacityLoss(Duration.ofSeconds(60), Duration.ofSeconds(20), 0.5);

        Map<String, SimulationTable> rows = new LinkedHashMap<>();
        for (double ratio : new double[] {0.1, 0.2, 0.5, 1}) {
            RetrySettings settings = RetrySettings.builder()
                    .budget(new BudgetSettings(true, ratio, Duration.ofSeconds(10), 10))
                    .build();
            OverloadResult result = OverloadSimulation.of(settings)
                    .withClients(clients)
                    .withService(service)
                    .withTrigger(trigger)
                    .withDuration(Duration.ofMinutes(5))
                    .run();
            rows.put("ratio " + ratio, result.table());
        }
        SimulationTable table = SimulationTable.compare("budget", rows);

        assertThat(table.rows()).hasSize(4);
        assertThat(table.rows().get(0).get(7)).endsWith(" s");
        assertThat(table.rows().get(3).get(7)).isEqualTo("never");
    }

    @Test
    void theExamplesOfThePageStandHereToo() {
        String source = withoutSpace(SimulationPage.read(Path.of(
                "src", "test", "java", "io", "github", "retrystarter", "simulation", "SimulationPageTests.java")));

        assertThat(JAVA.matcher(SimulationPage.read(SimulationPage.FILE)).results())
                .isNotEmpty()
                .allSatisfy(example -> assertThat(source).contains(withoutSpace(example.group(1))));
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
