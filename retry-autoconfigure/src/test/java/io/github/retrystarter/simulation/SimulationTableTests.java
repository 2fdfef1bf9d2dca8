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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SimulationTableTests {

    private static final SimulationTable TABLE =
            new SimulationTable(List.of("backoff", "n"), List.of(List.of("full-jitter", "1"), List.of("none", "20")));

    @Test
    void printsColumnsOfEvenWidth() {
        assertThat(TABLE).hasToString("""
                        | backoff     | n   |
                        | ----------- | --- |
                        | full-jitter | 1   |
                        | none        | 20  |
                        """);
    }

    @Test
    void printsCommaSeparatedValues() {
        assertThat(TABLE.csv()).isEqualTo("backoff,n\nfull-jitter,1\nnone,20\n");
    }

    @Test
    void quotesWhatWouldNotBeOneCell() {
        SimulationTable table =
                new SimulationTable(List.of("a"), List.of(List.of("1, 2"), List.of("a \"b\""), List.of("c\nd")));

        assertThat(table.csv()).isEqualTo("a\n\"1, 2\"\n\"a \"\"b\"\"\"\n\"c\nd\"\n");
    }

    @Test
    void comparesTablesBelowEachOther() {
        Map<String, SimulationTable> tables = new LinkedHashMap<>();
        tables.put("first", TABLE);
        tables.put("second", TABLE);

        assertThat(SimulationTable.compare("policy", tables).csv()).isEqualTo("""
                        policy,backoff,n
                        first,full-jitter,1
                        first,none,20
                        second,full-jitter,1
                        second,none,20
                        """);
    }

    @Test
    void refusesWhatDoesNotFit() {
        SimulationTable other = new SimulationTable(List.of("other"), List.of());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulationTable.compare("policy", Map.of("a", TABLE, "b", other)))
                .withMessageContaining("must be the same in all tables");
        assertThatIllegalArgumentException().isThrownBy(() -> SimulationTable.compare("policy", Map.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SimulationTable(List.of("a", "b"), List.of(List.of("1"))))
                .withMessageContaining("must have a cell for each of [a, b]");
    }

    @Test
    void keepsEachRowOfColumnsWholeWhateverItsCellsHold() {
        SimulationTable table = new SimulationTable(List.of("a|b"), List.of(List.of("x\ny"), List.of("p|q")));

        assertThat(table.toString().lines().skip(2)).containsExactly("| x y  |", "| p\\|q |");
        assertThat(table.csv()).isEqualTo("a|b\n\"x\ny\"\np|q\n");
    }
}
