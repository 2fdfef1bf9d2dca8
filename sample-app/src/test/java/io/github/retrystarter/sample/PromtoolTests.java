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

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What Prometheus' own tool says of the files. */
@NeedsPrometheus
class PromtoolTests {

    @TempDir
    private Path folder;

    @Test
    void acceptsTheConfigurationAndTheRulesThatItNames() throws Exception {
        assertThat(PrometheusCommands.promtool(folder, "check", "config", file("prometheus.yml")))
                .contains("rule files found");
    }

    @Test
    void findsEveryRule() throws Exception {
        assertThat(PrometheusCommands.promtool(folder, "check", "rules", file("retry-alerts.yml")))
                .contains(AlertRule.all().size() + " rules found");
    }

    @Test
    void seesTheAlertsFireAndStayQuietWhereTheyShould() throws Exception {
        assertThat(PrometheusCommands.promtool(folder, "test", "rules", file("retry-alerts-test.yml")))
                .contains("SUCCESS");
    }

    private static String file(String name) {
        return Observability.FOLDER.resolve(name).toString();
    }
}
