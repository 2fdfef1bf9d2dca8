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
package io.github.retrystarter.recipes;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.retrystarter.autoconfigure.InvalidRetryPropertyException;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** The ground that all recipes stand on: 10 ms without jitter, no budget, one annotated bean, a fresh meter registry. */
final class Recipe {

    private Recipe() {}

    /** A context with the policy "p", which has these keys of its own in YAML's flow style; none is fine. */
    static ApplicationContextRunner policy(VirtualTime time, String keys) {
        return yaml(time, """
                retry:
                  defaults: {backoff: constant, base: 10ms, budget.enabled: false}
                  policies:
                    p: %s
                """.formatted(keys.isEmpty() ? "" : "{" + keys + "}"));
    }

    /** A context with this configuration, which has to have a policy "p". */
    static ApplicationContextRunner yaml(VirtualTime time, String yaml) {
        return RetryContexts.runner(time)
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(Subject.class)
                .withInitializer(Yaml.file(yaml));
    }

    /** The objection to the configuration that stopped start-up. */
    static InvalidRetryPropertyException refusal(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        Throwable level = context.getStartupFailure();
        while (level != null && !(level instanceof InvalidRetryPropertyException)) {
            level = level.getCause();
        }
        assertThat(level).as(() -> String.valueOf(context.getStartupFailure())).isNotNull();
        return (InvalidRetryPropertyException) level;
    }

    static RetryPolicy p(AssertableApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("p");
    }

    /** The count of a counter of the policy "p". */
    static double counted(AssertableApplicationContext context, String meter, String tag, String value) {
        return context.getBean(MeterRegistry.class)
                .get(meter)
                .tags("policy", "p", tag, value)
                .functionCounter()
                .count();
    }
}
