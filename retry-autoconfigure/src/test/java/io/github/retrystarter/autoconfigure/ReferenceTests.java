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
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.backoff.BackoffStrategy;
import io.github.retrystarter.backoff.FullJitterBackoff;
import io.github.retrystarter.budget.BudgetSettings;
import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.classify.ClassificationRules;
import io.github.retrystarter.classify.PolicyClassifier;
import io.github.retrystarter.classify.StandardFailureClassifier;
import io.github.retrystarter.data.DataAccessFailureClassifier;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryRuntime;
import io.github.retrystarter.metrics.RetryMeters;
import io.github.retrystarter.retryafter.HintSource;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetryPreset;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import static io.github.retrystarter.autoconfigure.ReferenceDocument.code;
import static io.github.retrystarter.autoconfigure.ReferenceDocument.codes;
import static org.assertj.core.api.Assertions.assertThat;

/** The tables of the documentation say what the code does. */
class ReferenceTests {

    private static final ReferenceDocument REFERENCE = ReferenceDocument.of("reference.md");
    private static final ReferenceDocument CHOOSING = ReferenceDocument.of("choosing-a-policy.md");

    private static void run(String yaml, Consumer<RetryPolicies> check) {
        run(RetryContexts.runner(new VirtualTime()).withInitializer(Yaml.file(yaml)), check);
    }

    private static void run(ApplicationContextRunner contexts, Consumer<RetryPolicies> check) {
        contexts.run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context.getBean(RetryPolicies.class));
        });
    }

    private static List<String> column(List<Map<String, String>> table, String name) {
        return table.stream().map(row -> row.get(name)).toList();
    }

    private static List<String> codesIn(List<Map<String, String>> table, String name) {
        return table.stream().map(row -> code(row.get(name))).toList();
    }

    /** A duration as the documents write it: 238 ms, 1.5 s, 1 h 17 min 3 s. */
    private static String words(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1_000) {
            return millis + " ms";
        }
        StringBuilder words = new StringBuilder();
        words.append(duration.toHours() > 0 ? duration.toHours() + " h " : "");
        words.append(duration.toMinutesPart() > 0 ? duration.toMinutesPart() + " min " : "");
        long rest = millis % 60_000;
        String fraction = rest % 1_000 == 0 ? "" : ("." + "%03d".formatted(rest % 1_000)).replaceAll("0+$", "");
        words.append(rest > 0 ? rest / 1_000 + fraction + " s" : "");
        return words.toString().strip();
    }

    private static String attempts(int attempts) {
        return attempts == RetrySettings.UNLIMITED ? "unlimited" : String.valueOf(attempts);
    }

    private static String number(double number) {
        return String.valueOf(number).replaceAll("\\.0$", "");
    }

    @Nested
    class Keys {

        private static final Map<String, JsonNode> METADATA = new LinkedHashMap<>();

        static {
            try {
                new ObjectMapper()
                        .readTree(RetryProperties.class.getResourceAsStream(
                                "/META-INF/spring-configuration-metadata.json"))
                        .get("properties")
                        .forEach(property -> METADATA.put(property.get("name").asText(), property));
            } catch (IOException ex) {
                throw new ExceptionInInitializerError(ex);
            }
        }

        @Test
        void everyKeyHasOneRowAndNoRowIsAboutAnotherKey() {
            List<String> keys = Stream.concat(
                            codesIn(REFERENCE.table("Keys of a policy"), "key").stream()
                                    .map("retry.defaults."::concat),
                            codesIn(REFERENCE.table("Keys beside the policies"), "key").stream())
                    .toList();
            Set<String> known = new TreeSet<>(METADATA.keySet());
            known.remove("retry.policies");
            known.removeIf(key -> key.startsWith("management.endpoint."));

            assertThat(keys).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(known);
        }

        @Test
        void everyRowHasTheTypeAndTheDefaultOfItsKey() {
            REFERENCE.table("Keys of a policy").forEach(row -> check("retry.defaults." + code(row.get("key")), row));
            REFERENCE.table("Keys beside the policies").forEach(row -> check(code(row.get("key")), row));
        }

        private void check(String key, Map<String, String> row) {
            JsonNode property = METADATA.get(key);
            assertThat(row.get("default")).as("default of %s", key).isEqualTo(shownDefault(row, property));
            assertThat(row.get("type")).as("type of %s", key).matches(typeOf(property));
            assertThat(row.get("meaning")).as("meaning of %s", key).isNotBlank();
        }

        private static String shownDefault(Map<String, String> row, JsonNode property) {
            JsonNode value = property.path("defaultValue");
            if (value.isMissingNode()) {
                return row.get("default").startsWith("none") ? row.get("default") : "none";
            }
            return "`" + (value.isArray() ? value.get(0) : value).asText() + "`";
        }

        private static String typeOf(JsonNode property) {
            return switch (property.get("type").asText()) {
                case "java.time.Duration" -> "duration";
                case "java.lang.Boolean" -> "boolean";
                case "java.lang.Integer" -> "integer";
                case "java.lang.Double" -> "decimal";
                case "java.util.List<java.lang.String>" -> "list of (classes|texts)";
                case "java.util.List<java.lang.Integer>" -> "list of numbers";
                case "java.lang.String" -> "text|(number|duration) or `unlimited`";
                default -> property.get("type").asText();
            };
        }

        @Test
        void inheritanceGoesAsTheExampleSays() {
            run(
                    REFERENCE.block("yaml", "Precedence"),
                    policies -> REFERENCE.table("Precedence").forEach(row -> {
                        RetrySettings settings =
                                policies.get(code(row.get("policy"))).settings();
                        FullJitterBackoff backoff = (FullJitterBackoff) settings.backoff();
                        assertThat(row)
                                .containsEntry("attempts", attempts(settings.attempts()))
                                .containsEntry("base", words(backoff.base()))
                                .containsEntry("cap", words(backoff.cap()));
                    }));
        }

        @Test
        void beansHaveTheNamesShown() {
            REFERENCE
                    .tables("Names")
                    .get(0)
                    .forEach(row ->
                            assertThat(Names.bean(code(row.get("policy")))).isEqualTo(code(row.get("bean"))));
        }

        @Test
        void environmentVariablesReachTheKeysShown() {
            String policies = "retry.policies: {partner-api: {base: 1s}, \"[inventory.v2/read]\": {base: 1s}}";
            REFERENCE.tables("Names").get(1).forEach(row -> {
                String key = code(row.get("key"));
                String value = key.endsWith("max") ? "7s" : "7";
                String written = key.startsWith("retry.defaults.") ? key : "\"" + key + "\"";
                run(
                        policies + "\n---\n" + written + ": " + value,
                        byKey -> run(
                                RetryContexts.runner(new VirtualTime())
                                        .withInitializer(Yaml.file(policies))
                                        .withInitializer(Yaml.environmentVariable(code(row.get("variable")), value)),
                                byVariable -> {
                                    assertThat(byVariable.names()).isEqualTo(byKey.names());
                                    for (String name : byKey.names()) {
                                        assertThat(byVariable.get(name).settings())
                                                .as(key)
                                                .isEqualTo(byKey.get(name).settings());
                                    }
                                    assertThat(byVariable
                                                    .get("partner-api")
                                                    .settings()
                                                    .equals(byVariable
                                                            .get("inventory.v2/read")
                                                            .settings()))
                                            .as(key)
                                            .isEqualTo(key.startsWith("retry.defaults."));
                                }));
            });
        }

        @Test
        void aKeyMayBeWrittenInThreeWays() {
            for (String key : List.of("min-retries", "minRetries", "min_retries")) {
                assertThat(REFERENCE.text()).contains("`" + key + "`");
                run(
                        "retry.policies.p.budget." + key + ": 7",
                        policies -> assertThat(
                                        policies.get("p").settings().budget().minRetries())
                                .isEqualTo(7));
            }
        }
    }

    @Nested
    class Presets {

        @Test
        void everyCellIsComputed() {
            List<Map<String, String>> table = REFERENCE.table("Presets");
            assertThat(codesIn(table, "preset"))
                    .containsExactlyElementsOf(Arrays.stream(RetryPreset.values())
                            .map(RetryPreset::key)
                            .toList());
            String yaml = table.stream()
                    .map(row -> code(row.get("preset")))
                    .map(preset -> "retry.policies." + preset + ".preset: " + preset)
                    .collect(Collectors.joining("\n"));
            run(
                    yaml,
                    policies -> table.forEach(row -> {
                        RetrySettings settings =
                                policies.get(code(row.get("preset"))).settings();
                        RetryPreset preset =
                                RetryPreset.of(code(row.get("preset"))).orElseThrow();
                        assertThat(row)
                                .containsEntry("attempts", attempts(preset.attempts()))
                                .containsEntry("base", words(preset.base()))
                                .containsEntry("cap", words(preset.cap()))
                                .containsEntry("multiplier", number(preset.multiplier()))
                                .containsEntry("budget", settings.budget().enabled() ? "on" : "off")
                                .containsEntry(
                                        "retry-after.max",
                                        words(settings.hints().max().orElseThrow()))
                                .containsEntry(
                                        "worst-case wait",
                                        settings.worstCaseWait()
                                                .map(ReferenceTests::words)
                                                .orElse("none"));
                    }));
        }

        @Test
        void eachHasItsPlaceAmongTheChoices() {
            assertThat(codesIn(CHOOSING.table("Which preset"), "preset"))
                    .containsExactlyInAnyOrderElementsOf(Arrays.stream(RetryPreset.values())
                            .map(RetryPreset::key)
                            .toList());
        }
    }

    @Nested
    class Failures {

        private final PolicyClassifier classifier = new PolicyClassifier(
                ClassificationRules.DEFAULT,
                List.of(),
                List.of(new StandardFailureClassifier(), new DataAccessFailureClassifier()),
                List.of());

        @Test
        void statusesAreRetriedAsTheTableSays() {
            REFERENCE
                    .table("Statuses")
                    .forEach(row -> codes(row.get("statuses"))
                            .forEach(status -> assertThat(ClassificationRules.DEFAULT.retries(Integer.parseInt(status)))
                                    .as(status)
                                    .isEqualTo(row.get("retried").equals("yes"))));
            assertThat(codes(REFERENCE.table("Statuses").get(0).get("statuses")))
                    .containsExactlyInAnyOrderElementsOf(ClassificationRules.TRANSIENT_STATUSES.stream()
                            .map(String::valueOf)
                            .toList());
        }

        @Test
        void exceptionsAreJudgedAsTheTableSays() throws ReflectiveOperationException {
            for (Map<String, String> row : REFERENCE.table("Exceptions")) {
                for (String type : codes(row.get("classes"))) {
                    Classification classification = classifier.classify(failure(type));
                    assertThat(row.get("retried")).as(type).isEqualTo(retried(classification.kind()));
                    assertThat(row.get("provably did not run"))
                            .as(type)
                            .isEqualTo(classification.neverRan() ? "yes" : "no");
                }
            }
        }

        private static String retried(Classification.Kind kind) {
            return switch (kind) {
                case RETRYABLE -> "yes";
                case NOT_RETRYABLE -> "no";
                case INTERRUPTED -> "no, `interrupted`";
                case CANCELLED -> "no, `cancelled`";
                case UNCLASSIFIED -> "no, `unclassified`";
            };
        }

        private static Throwable failure(String type) throws ReflectiveOperationException {
            for (Constructor<?> constructor : Class.forName(type).getConstructors()) {
                List<Class<?>> types = List.of(constructor.getParameterTypes());
                if (types.equals(List.of(String.class))) {
                    return (Throwable) constructor.newInstance("example");
                }
                if (types.equals(List.of(String.class, Throwable.class))) {
                    return (Throwable) constructor.newInstance("example", null);
                }
            }
            return (Throwable) Class.forName(type).getConstructor().newInstance();
        }
    }

    @Nested
    class Words {

        @Test
        void everyReasonIsThereOnce() {
            List<Map<String, String>> table = REFERENCE.table("Give-up reasons");
            assertThat(codesIn(table, "reason"))
                    .containsExactlyInAnyOrderElementsOf(Arrays.stream(GiveUpReason.values())
                            .map(GiveUpReason::key)
                            .toList());
            for (GiveUpReason reason : GiveUpReason.values()) {
                assertThat(table)
                        .anySatisfy(row -> assertThat(row)
                                .containsEntry("reason", "`" + reason.key() + "`")
                                .containsEntry("marker", reason.marksFailure() ? "yes" : "no"));
            }
        }

        @Test
        void everySourceOfHintsIsThereOnce() {
            assertThat(codesIn(REFERENCE.table("Retry-After"), "source"))
                    .containsExactlyElementsOf(Arrays.stream(HintSource.values())
                            .map(HintSource::key)
                            .toList());
        }

        @Test
        void everyMeterIsThereWithItsTypeItsTagsAndTheirValues() {
            MeterRegistry registry = new SimpleMeterRegistry();
            RetryPolicy policy = RetryPolicy.of("p", RetrySettings.builder().build(), new VirtualTime().runtime());
            new RetryMeters(() -> new RetryPolicies(RetryRuntime.standalone(), List.of(policy), List::of))
                    .bindTo(registry);
            Map<String, List<Meter>> meters = registry.getMeters().stream()
                    .collect(
                            Collectors.groupingBy(meter -> meter.getId().getName(), TreeMap::new, Collectors.toList()));
            List<Map<String, String>> table = REFERENCE.table("Meters");

            assertThat(codesIn(table, "meter")).containsExactlyInAnyOrderElementsOf(meters.keySet());
            for (Map<String, String> row : table) {
                List<Meter> series = meters.get(code(row.get("meter")));
                assertThat(row.get("type"))
                        .isEqualToIgnoringCase(series.get(0).getId().getType().name());
                Set<String> tags = new TreeSet<>();
                Set<String> values = new TreeSet<>();
                for (Meter meter : series) {
                    for (Tag tag : meter.getId().getTags()) {
                        tags.add(tag.getKey());
                        if (!tag.getKey().equals("policy")) {
                            values.add(tag.getValue());
                        }
                    }
                }
                assertThat(codes(row.get("tags"))).as(row.get("meter")).containsExactlyElementsOf(tags);
                if (!tags.contains("reason")) {
                    assertThat(codes(row.get("values")))
                            .as(row.get("meter"))
                            .containsExactlyInAnyOrderElementsOf(values);
                }
            }
        }
    }

    @Nested
    class Waits {

        @Test
        void theSeriesOfEveryBackoffIsComputed() {
            List<Map<String, String>> table = CHOOSING.table("How waits grow");
            assertThat(codesIn(table, "backoff"))
                    .containsExactlyElementsOf(Arrays.stream(BackoffKind.values())
                            .map(BackoffKind::key)
                            .toList());
            for (Map<String, String> row : table) {
                List<String> cells = List.copyOf(row.values());
                BackoffKind kind = BackoffKind.of(code(cells.get(0))).orElseThrow();
                assertThat(cells.subList(1, cells.size())).as(kind.key()).isEqualTo(series(kind, cells.size() - 1));
            }
        }

        private static List<String> series(BackoffKind kind, int waits) {
            Duration base = Duration.ofMillis(100);
            BackoffStrategy backoff = kind.strategy(base, Duration.ofSeconds(10), 2, base);
            Duration[] previous = {Duration.ZERO};
            return IntStream.rangeClosed(1, waits)
                    .mapToObj(attempt -> {
                        Duration floor = backoff.floor(attempt, previous[0]);
                        Duration ceiling = backoff.ceiling(attempt, previous[0]).orElseThrow();
                        previous[0] = ceiling;
                        return floor.equals(ceiling) ? words(ceiling) : words(floor) + " to " + words(ceiling);
                    })
                    .toList();
        }

        @Test
        void theBudgetAllowsTheLoadShown() {
            BudgetSettings budget = BudgetSettings.DEFAULT;
            long seconds = budget.window().toSeconds();
            for (Map<String, String> row : CHOOSING.table("Budget")) {
                long calls = Long.parseLong(row.get("calls that fail, each second"));
                long retries = Math.max(budget.minRetries(), (long) (budget.ratio() * calls * seconds)) / seconds;
                assertThat(row)
                        .containsEntry("load without a budget, 3 attempts", 3 * calls + " each second")
                        .containsEntry("load with the default budget", calls + retries + " each second");
            }
        }

        @Test
        void thePlotIsTheOneThatTheCodeDraws() {
            ReferencePlot.writeWhereAsked();

            assertThat(ReferenceDocument.read(ReferencePlot.FILE))
                    .as("after a change of the backoffs: mvn -pl retry-autoconfigure test -Dtest=ReferenceTests"
                            + " -Ddocs.write=true")
                    .isEqualTo(ReferencePlot.svg());
        }
    }

    @Nested
    class Links {

        private static final Pattern LINK = Pattern.compile("\\]\\(([a-zA-Z0-9./-]*)#([^)]+)\\)");

        static Stream<Arguments> anchoredLinks() {
            return Stream.of(
                            "README.md",
                            "reference.md",
                            "choosing-a-policy.md",
                            "testing.md",
                            "runbook.md",
                            "migrating.md",
                            "anti-patterns.md")
                    .map(ReferenceDocument::of)
                    .flatMap(page -> LINK.matcher(page.text())
                            .results()
                            .map(link -> Arguments.of(
                                    page.name(),
                                    link.group(1).isEmpty() ? page.name() : link.group(1),
                                    link.group(2))));
        }

        @ParameterizedTest
        @MethodSource("anchoredLinks")
        void everyAnchorIsAHeading(String page, String target, String anchor) {
            assertThat(ReferenceDocument.of(target).anchors())
                    .as("link in %s", page)
                    .contains(anchor);
        }
    }
}
