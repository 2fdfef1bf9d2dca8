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
package io.github.retrystarter.compat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.MethodMode;

import io.github.retrystarter.execution.RetryPolicy;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@SpringBootTest(properties = "management.prometheus.metrics.export.enabled=true")
class InstalledJarTests {

    @Autowired
    private Inventory inventory;

    @Autowired
    private PrometheusMeterRegistry registry;

    @Test
    void runsOnTheLineThatWasAskedFor() {
        assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("expected.spring-boot.version"));
    }

    @Test
    void usesTheJarAsItWasInstalled() throws Exception {
        URI jar = RetryPolicy.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(Path.of(jar)));

        assertThat(HexFormat.of().formatHex(sha256)).isEqualTo(System.getProperty("expected.jar.sha256"));
    }

    @Test
    void needsNoAspectJ() {
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> Class.forName("org.aspectj.weaver.Advice"));
    }

    @Test
    @DirtiesContext(methodMode = MethodMode.BEFORE_METHOD)
    void seesEveryMeterAtZeroBeforeTheFirstCall() {
        assertThat(lines())
                .contains(
                        "retry_attempts_total{outcome=\"failure\",policy=\"inventory\"} 0.0",
                        "retry_attempts_total{outcome=\"success\",policy=\"inventory\"} 0.0",
                        "retry_calls_total{outcome=\"recovered\",policy=\"inventory\"} 0.0",
                        "retry_giveups_total{policy=\"inventory\",reason=\"attempts-exhausted\"} 0.0",
                        "retry_recoveries_total{attempt=\"3\",policy=\"inventory\"} 0.0",
                        "retry_waiting{policy=\"inventory\"} 0.0",
                        "retry_waits_seconds_count{policy=\"inventory\",source=\"backoff\"} 0");
    }

    @Test
    @DirtiesContext(methodMode = MethodMode.BEFORE_METHOD)
    void seesThreeAttempts() throws Exception {
        assertThat(inventory.count()).isEqualTo(3);

        assertThat(lines())
                .contains(
                        "retry_attempts_total{outcome=\"failure\",policy=\"inventory\"} 2.0",
                        "retry_attempts_total{outcome=\"success\",policy=\"inventory\"} 1.0",
                        "retry_calls_total{outcome=\"recovered\",policy=\"inventory\"} 1.0",
                        "retry_recoveries_total{attempt=\"3\",policy=\"inventory\"} 1.0",
                        "retry_waits_seconds_count{policy=\"inventory\",source=\"backoff\"} 2");
    }

    private String[] lines() {
        return registry.scrape().lines().toArray(String[]::new);
    }
}
