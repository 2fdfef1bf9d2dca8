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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The outcome of a simulation in rows and columns. It prints as a table, which is Markdown at the same time, and as CSV.
 * Immutable.
 *
 * @param columns the heads of the columns, not empty
 * @param rows the rows, each with a cell for each column
 * @since 0.1.0
 */
public record SimulationTable(List<String> columns, List<List<String>> rows) {

    /** What Markdown asks of the line below the heads. */
    private static final int LEAST_WIDTH = 3;

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if a row has more or fewer cells than there are columns
     */
    public SimulationTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException("row (" + row + ") must have a cell for each of " + columns);
            }
        }
    }

    /**
     * Puts tables with the same columns below each other.
     *
     * @param first the head of a new first column
     * @param tables the tables, each by what stands in the first column of its rows; not empty, in the order of the map
     * @return the table
     * @throws IllegalArgumentException if there is no table, or one has other columns
     */
    public static SimulationTable compare(String first, Map<String, SimulationTable> tables) {
        List<List<String>> heads = tables.values().stream()
                .map(SimulationTable::columns)
                .distinct()
                .toList();
        if (heads.size() != 1) {
            throw new IllegalArgumentException("columns (" + heads + ") must be the same in all tables");
        }
        List<List<String>> rows = new ArrayList<>();
        tables.forEach((name, table) -> table.rows().forEach(row -> rows.add(prepended(name, row))));
        return new SimulationTable(prepended(first, heads.get(0)), rows);
    }

    private static List<String> prepended(String first, List<String> others) {
        return Stream.concat(Stream.of(first), others.stream()).toList();
    }

    /**
     * Returns the table as comma-separated values: a line for the heads and one for each row, each ended by a line feed.
     * Cells with a comma, a quote or a line break are quoted.
     *
     * @return the text
     */
    public String csv() {
        return lines().map(
                        line -> line.stream().map(SimulationTable::quoted).collect(Collectors.joining(",", "", "\n")))
                .collect(Collectors.joining());
    }

    /** Returns the table in columns of even width, between vertical lines. */
    @Override
    public String toString() {
        List<String> heads = escaped(columns);
        List<List<String>> cells = rows.stream().map(SimulationTable::escaped).toList();
        int[] widths = IntStream.range(0, columns.size())
                .map(column -> Stream.concat(Stream.of(heads), cells.stream())
                        .mapToInt(line -> line.get(column).length())
                        .reduce(LEAST_WIDTH, Math::max))
                .toArray();
        List<String> rule =
                Arrays.stream(widths).mapToObj(width -> "-".repeat(width)).toList();
        return Stream.of(Stream.of(heads), Stream.of(rule), cells.stream())
                .flatMap(lines -> lines)
                .map(line -> padded(line, widths))
                .collect(Collectors.joining());
    }

    private Stream<List<String>> lines() {
        return Stream.concat(Stream.of(columns), rows.stream());
    }

    private static String padded(List<String> line, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> line.get(column)
                        + " "
                                .repeat(Math.max(
                                        0, widths[column] - line.get(column).length())))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** The cells of a Markdown table, which a bar or a new line would end. */
    private static List<String> escaped(List<String> line) {
        return line.stream()
                .map(cell -> cell.replace("|", "\\|").replaceAll("\\R", " "))
                .toList();
    }

    private static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    /** Writes a share as a percentage. */
    static String percent(double share) {
        return decimal(share * 100, 1) + " %";
    }

    static String decimal(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
