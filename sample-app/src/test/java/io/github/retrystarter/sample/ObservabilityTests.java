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
package io.github.retrystarter.sample;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

import com.jayway.jsonpath.JsonPath;

import io.github.retrystarter.sample.Dashboard.Panel;

import static org.assertj.core.api.Assertions.assertThat;

/** The files for Prometheus and Grafana fit the meters, the runbook and each other. */
@SampleTest
class ObservabilityTests {

    private static final Pattern SERIES = Pattern.compile("(\\w+)\\{(.*)}");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final List<String> OF_THE_SCRAPE = List.of("job", "instance");
    private static final Dashboard DASHBOARD = Dashboard.read();

    @LocalServerPort
    private int port;

    /** Metric, label, values. */
    private final Map<String, Map<String, Set<String>>> scraped = new HashMap<>();

    @BeforeEach
    void scrape() {
        for (String line : new ShopClient(port).scrape().series().keySet()) {
            var series = SERIES.matcher(line);
            assertThat(series.matches()).as(line).isTrue();
            Map<String, Set<String>> labels = scraped.computeIfAbsent(series.group(1), metric -> new HashMap<>());
            LABEL.matcher(series.group(2))
                    .results()
                    .forEach(label -> labels.computeIfAbsent(label.group(1), name -> new TreeSet<>())
                            .add(label.group(2)));
        }
    }

    private static Stream<PromQl> queries() {
        return Stream.concat(
                DASHBOARD.panels().stream().flatMap(panel -> panel.queries().stream()),
                AlertRule.all().stream().map(AlertRule::expression));
    }

    @Test
    void everyQueryAsksForMetricsThatAreScraped() {
        assertThat(queries())
                .hasSizeGreaterThan(20)
                .allSatisfy(query -> assertThat(query.metrics()).isNotEmpty().isSubsetOf(scraped.keySet()));
    }

    @Test
    void everyQueryAsksForLabelsAndValuesThatAreScraped() {
        assertThat(queries().flatMap(query -> query.matchers().stream()))
                .filteredOn(matcher -> !OF_THE_SCRAPE.contains(matcher.label()))
                .hasSizeGreaterThan(20)
                .allSatisfy(matcher -> {
                    assertThat(scraped.get(matcher.metric())).containsKey(matcher.label());
                    assertThat(scraped.get(matcher.metric()).get(matcher.label()))
                            .containsAll(matcher.values());
                });
    }

    @Test
    void everyQueryGroupsByLabelsThatAreScraped() {
        assertThat(queries()).allSatisfy(query -> {
            Set<String> known = query.metrics().stream()
                    .flatMap(metric -> scraped.get(metric).keySet().stream())
                    .collect(Collectors.toCollection(TreeSet::new));
            known.addAll(OF_THE_SCRAPE);
            assertThat(query.groupingLabels()).isSubsetOf(known);
        });
    }

    @Test
    void theDashboardLeavesNoMetricOut() {
        assertThat(DASHBOARD.panels().stream()
                        .flatMap(panel -> panel.queries().stream())
                        .flatMap(query -> query.metrics().stream())
                        .collect(Collectors.toSet()))
                .isEqualTo(scraped.keySet());
    }

    @Test
    void everyPanelHasAPlaceAndANumberOfItsOwn() {
        List<Panel> panels = DASHBOARD.panels();
        assertThat(panels.stream().map(panel -> panel.number("$.id"))).doesNotHaveDuplicates();
        assertThat(panels.stream().map(Panel::title)).doesNotHaveDuplicates();
        List<Panel> placed = new ArrayList<>();
        for (Panel panel : panels) {
            assertThat(panel.number("$.gridPos.x")).as(panel.title()).isNotNegative();
            assertThat(panel.number("$.gridPos.x") + panel.number("$.gridPos.w"))
                    .as(panel.title())
                    .isLessThanOrEqualTo(24);
            assertThat(placed).as(panel.title()).noneMatch(panel::overlaps);
            placed.add(panel);
        }
    }

    @Test
    void everyPanelSaysWhatItShowsAndInWhichUnit() {
        assertThat(DASHBOARD.panelsWithQueries()).allSatisfy(panel -> {
            assertThat(JsonPath.<String>read(panel.json(), "$.description")).isNotBlank();
            assertThat(JsonPath.<String>read(panel.json(), "$.fieldConfig.defaults.unit"))
                    .isNotBlank();
            assertThat(JsonPath.<String>read(panel.json(), "$.datasource.uid")).isEqualTo("${datasource}");
        });
    }

    @Test
    void theDashboardLetsTheReaderChooseSourceJobAndPolicy() {
        assertThat(JsonPath.<Integer>read(DASHBOARD.json(), "$.schemaVersion")).isGreaterThanOrEqualTo(36);
        assertThat(JsonPath.<List<String>>read(DASHBOARD.json(), "$.templating.list[*].name"))
                .containsExactly("datasource", "job", "policy");
        assertThat(DASHBOARD.panels().stream().flatMap(panel -> panel.queries().stream()))
                .allSatisfy(query -> {
                    int selectors = query.text().split("retry_", -1).length - 1;
                    assertThat(query.text().split(Pattern.quote("{job=~\"$job\", policy=~\"$policy\""), -1))
                            .hasSize(selectors + 1);
                });
    }

    @Test
    void everyAlertSaysHowBadItIsAndLeadsToASectionOfTheRunbook() {
        List<AlertRule> alerts = AlertRule.all();
        assertThat(alerts.stream().map(AlertRule::name)).doesNotHaveDuplicates();
        assertThat(alerts).allSatisfy(alert -> {
            assertThat(alert.severity()).isIn("critical", "warning", "info");
            assertThat(alert.annotations())
                    .containsOnlyKeys("summary", "description", "runbook_url")
                    .containsEntry("runbook_url", "docs/runbook.md#" + Runbook.anchor(alert.name()));
            assertThat(Runbook.headings()).contains(alert.name());
        });
    }
}
