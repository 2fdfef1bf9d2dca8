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

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.UnknownRetryPolicyException;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

class UnknownPolicyTests {

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime());

    static class Shop {

        @Retryable("paymnets")
        void charge() {}
    }

    static class Stock {

        @Retryable("inventory.v2/read")
        void count() {}
    }

    @Test
    void aNameThatLostItsTextForWantOfBracketsIsShownHowToBeWritten() {
        contexts.withBean("stock", Stock.class)
                .withInitializer(Yaml.file("retry.policies.inventory/v2read.attempts: 3"))
                .run(context -> {
                    UnknownRetryPolicyException failure = failure(context);
                    assertThat(failure).hasMessageContaining("Known policies: inventoryv2read.");
                    assertThat(new UnknownRetryPolicyFailureAnalyzer()
                                    .analyze(failure)
                                    .getAction())
                            .contains("add retry.policies.[inventory.v2/read]");
                });
    }

    interface Remote {

        @Retryable("missing")
        String fetch();
    }

    private static UnknownRetryPolicyException failure(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        assertThat(context.getStartupFailure()).isInstanceOf(UnknownRetryPolicyException.class);
        return (UnknownRetryPolicyException) context.getStartupFailure();
    }

    @Test
    void stopsStartUpWithBeanMethodNearestAndAllNames() {
        contexts.withBean("shop", Shop.class)
                .withPropertyValues("retry.policies.payments.attempts=3", "retry.policies.orders.attempts=3")
                .run(context -> {
                    UnknownRetryPolicyException failure = failure(context);
                    assertThat(failure)
                            .hasMessageContaining("Method " + Shop.class.getName() + ".charge of the bean \"shop\"")
                            .hasMessageContaining("\"paymnets\", which does not exist")
                            .hasMessageContaining("Did you mean \"payments\"?")
                            .hasMessageContaining("Known policies: orders, payments.");
                    FailureAnalysis analysis = new UnknownRetryPolicyFailureAnalyzer().analyze(failure);
                    assertThat(analysis.getDescription()).isEqualTo(failure.getMessage());
                    assertThat(analysis.getAction()).startsWith("Use \"payments\"");
                });
    }

    @Test
    void stopsStartUpWhereNoPolicyIsConfiguredAtAll() {
        contexts.withBean("shop", Shop.class)
                .run(context -> assertThat(failure(context)).hasMessageContaining("No retry policy is configured"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Lazily {

        private static final AtomicInteger CREATED = new AtomicInteger();

        @Bean
        @Lazy
        Remote remote() {
            CREATED.incrementAndGet();
            return () -> "value";
        }
    }

    @Test
    void lazyBeansAndLambdasAreCheckedByTheTypeOfTheirDefinitionWithoutBeingCreated() {
        Lazily.CREATED.set(0);
        contexts.withUserConfiguration(Lazily.class).run(context -> {
            assertThat(failure(context)).hasMessageContaining("Remote.fetch of the bean \"remote\"");
            assertThat(Lazily.CREATED).hasValue(0);
        });
    }

    @Test
    void applicationsThatAreLazyAsAWholeAreCheckedToo() {
        contexts.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withBean("shop", Shop.class)
                .run(context -> failure(context));
    }

    @Test
    void aPolicyBeanOfTheApplicationCountsAsKnown() {
        contexts.withBean("shop", Shop.class)
                .withBean(
                        RetryPolicy.class,
                        () -> RetryPolicy.of("paymnets", RetrySettings.builder().build()))
                .run(context -> assertThat(context).hasNotFailed());
    }
}
