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
package io.github.retrystarter.testing;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.retrystarter.autoconfigure.RetryAopAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryCircuitBreakerAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryContextAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryDataAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryEndpointAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryFeignAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryHeadersAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryHttpClientAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryMetricsAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryObservationAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryReactiveAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryWebAutoConfiguration;
import io.github.retrystarter.execution.TimeAndChance;

/** Application contexts with the whole auto-configuration, in virtual time. */
public final class RetryContexts {

    private RetryContexts() {}

    public static ApplicationContextRunner runner(VirtualTime time) {
        return runner().withBean(TimeAndChance.class, time::timeAndChance);
    }

    /** On the machine's own time. */
    public static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RetryAopAutoConfiguration.class,
                        RetryContextAutoConfiguration.class,
                        RetryAutoConfiguration.class,
                        RetryCircuitBreakerAutoConfiguration.class,
                        RetryDataAutoConfiguration.class,
                        RetryEndpointAutoConfiguration.class,
                        RetryFeignAutoConfiguration.class,
                        RetryHeadersAutoConfiguration.class,
                        RetryHttpClientAutoConfiguration.class,
                        RetryMetricsAutoConfiguration.class,
                        RetryObservationAutoConfiguration.class,
                        RetryReactiveAutoConfiguration.class,
                        RetryWebAutoConfiguration.class));
    }
}
