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
package io.github.retrystarter.architecture;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The one-way house: who may use whom, and who may touch time and chance. */
class ArchitectureTests {

    private static final String BASE = "io.github.retrystarter.";
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.github.retrystarter");
    private static final JavaClasses TESTS = new ClassFileImporter()
            .withImportOption(new ImportOption.OnlyIncludeTests())
            .importPackages("io.github.retrystarter");

    /** What each package of the core may use beside the JDK and itself. */
    private static final Map<String, List<String>> CORE = Map.of(
            "backoff", List.of(),
            "classify", List.of(),
            "retryafter", List.of(),
            "annotation", List.of(),
            "budget", List.of(),
            "settings", List.of("backoff", "budget", "classify", "retryafter"),
            "execution", List.of("backoff", "budget", "classify", "retryafter", "settings"),
            "simulation", List.of("backoff", "budget", "classify", "retryafter", "settings"));

    /** Packages for one outside library each; they use the core and never each other. */
    private static final List<String> ADAPTERS = List.of(
            "aop",
            "web",
            "data",
            "feign",
            "metrics",
            "logging",
            "circuitbreaker",
            "reactive",
            "context",
            "actuate",
            "observation");

    @Test
    void everyPackageIsKnownHere() {
        List<String> known = new java.util.ArrayList<>(CORE.keySet());
        known.addAll(ADAPTERS);
        known.add("autoconfigure");
        assertThat(MAIN.stream()
                        .map(type -> type.getPackageName().substring(BASE.length()))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void theCoreUsesTheJdkAndWhatIsBelowIt() {
        CORE.forEach((name, below) -> classes()
                .that()
                .resideInAPackage(BASE + name)
                .should()
                .onlyDependOnClassesThat(in(name, below).or(jdk()))
                .check(MAIN));
    }

    @Test
    void adaptersUseTheCoreAndNeverEachOther() {
        for (String adapter : ADAPTERS) {
            String[] others = ADAPTERS.stream()
                    .filter(other -> !other.equals(adapter))
                    .map(other -> BASE + other)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(BASE + adapter)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAPackage(BASE + "autoconfigure")
                    .check(MAIN);
        }
    }

    @Test
    void micrometerAppearsInOnePackageAndItsAutoConfiguration() {
        noClasses()
                .that()
                .resideOutsideOfPackage(BASE + "metrics")
                .and()
                .haveSimpleNameNotContaining("RetryMetricsAutoConfiguration")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer.core..")
                .check(MAIN);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.github.retrystarter.(*)..")
                .should()
                .beFreeOfCycles()
                .check(MAIN);
    }

    @Test
    void timeAndChanceComeFromOnePlace() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.TimeAndChance(\\$.*)?")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Clock.class, "systemDefaultZone")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callMethod(ThreadLocalRandom.class, "current")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(java.util.concurrent.TimeUnit.class, "sleep", long.class)
                .check(MAIN);
    }

    @Test
    void autoConfigurationsArePublicAndFinalWithoutPublicMembers() {
        classes()
                .that()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .bePublic()
                .andShould()
                .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.FINAL)
                .check(MAIN);
        methods()
                .that()
                .areDeclaredInClassesThat()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .notBePublic()
                .check(MAIN);
    }

    @Test
    void theShapeOfTheConfigurationIsMadeOfRecords() {
        classes()
                .that()
                .haveNameMatching(".*\\.RetryProperties(\\$.*)?")
                .should()
                .beRecords()
                .check(MAIN);
    }

    @Test
    void testClassesArePackagePrivate() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Tests")
                .should()
                .bePackagePrivate()
                .check(TESTS);
    }

    private static DescribedPredicate<JavaClass> in(String name, List<String> below) {
        return DescribedPredicate.describe("are in " + name + " or " + below, type -> {
            String packageName = type.getPackageName();
            return packageName.equals(BASE + name)
                    || below.stream().anyMatch(other -> packageName.equals(BASE + other));
        });
    }

    private static DescribedPredicate<JavaClass> jdk() {
        return DescribedPredicate.describe(
                "are of the JDK",
                type -> type.isPrimitive()
                        || type.getBaseComponentType().isPrimitive()
                        || type.getBaseComponentType().getPackageName().startsWith("java.")
                        || type.getBaseComponentType().getPackageName().startsWith("javax.net")
                        || type.getPackageName().equals("org.jspecify.annotations"));
    }
}
