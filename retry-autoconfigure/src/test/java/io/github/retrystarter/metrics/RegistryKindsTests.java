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
package io.github.retrystarter.metrics;

import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.core.instrument.step.StepRegistryConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** Registries of other kinds than Prometheus's, several at once, and filters of the application. */
class RegistryKindsTests {

    private static final Duration STEP = Duration.ofMinutes(1);

    /** Publishes nowhere, once in a minute of its clock. */
    private static final class Steps extends StepMeterRegistry {

        Steps(Clock clock) {
            super(
                    new StepRegistryConfig() {
                        @Override
                        public String prefix() {
                            return "steps";
                        }

                        @Override
                        public String get(String key) {
                            return null;
                        }

                        @Override
                        public Duration step() {
                            return STEP;
                        }
                    },
                    clock);
        }

        @Override
        protected void publish() {}

        @Override
        protected TimeUnit getBaseTimeUnit() {
            return TimeUnit.SECONDS;
        }
    }

    private static ApplicationContextRunner contexts(MeterRegistry registry) {
        return RetryContexts.runner(new VirtualTime())
                .withBean(MeterRegistry.class, () -> registry)
                .withPropertyValues("retry.policies.p.backoff=constant", "retry.policies.p.base=250ms");
    }

    private static void recover(ApplicationContext context) {
        context.getBean(RetryPolicies.class).get("p").execute(new Script(new ConnectException("refused"), "value"));
    }

    private static double recovered(MeterRegistry registry) {
        return registry.get("retry.calls")
                .tags("policy", "p", "outcome", "recovered")
                .functionCounter()
                .count();
    }

    @Test
    void aRegistryOfStepsGetsWhatHappenedInEach() {
        MockClock clock = new MockClock();
        Steps steps = new Steps(clock);
        contexts(steps).run(context -> {
            recover(context);
            recover(context);
            clock.add(STEP);
            assertThat(recovered(steps)).isEqualTo(2);
            assertThat(steps.get("retry.waits").tag("source", "backoff").timer().totalTime(TimeUnit.MILLISECONDS))
                    .isEqualTo(500);

            recover(context);
            clock.add(STEP);
            assertThat(recovered(steps)).isOne();

            clock.add(STEP);
            assertThat(recovered(steps)).isZero();
        });
    }

    @Test
    void everyRegistryOfACompositeCountsOnceAlsoOneThatJoinsLate() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        PrometheusMeterRegistry late = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        CompositeMeterRegistry composite = new CompositeMeterRegistry();
        composite.add(simple);
        contexts(composite).run(context -> {
            recover(context);
            composite.add(late);

            assertThat(recovered(simple)).isOne();
            assertThat(late.scrape()).contains("retry_calls_total{outcome=\"recovered\",policy=\"p\"} 1.0");
        });
        assertThat(simple.getMeters()).isEmpty();
        assertThat(late.getMeters()).isEmpty();
    }

    @Test
    void contextsBesideEachOtherCountForThemselves() {
        SimpleMeterRegistry one = new SimpleMeterRegistry();
        SimpleMeterRegistry two = new SimpleMeterRegistry();
        contexts(one).run(first -> {
            contexts(two).run(second -> {
                recover(first);
                recover(second);
                recover(second);
                assertThat(recovered(one)).isOne();
                assertThat(recovered(two)).isEqualTo(2);
            });
            assertThat(two.getMeters()).as("meters of a context that has ended").isEmpty();
            assertThat(recovered(one)).isOne();
        });
        assertThat(one.getMeters()).isEmpty();
    }

    @Test
    void oneRegistryServesContextsAfterEachOther() {
        SimpleMeterRegistry shared = new SimpleMeterRegistry();
        for (int i = 0; i < 3; i++) {
            contexts(shared).run(context -> {
                recover(context);
                assertThat(recovered(shared)).isOne();
                assertThat(shared.get("retry.waiting").gauge().value()).isZero();
            });
            assertThat(shared.getMeters()).isEmpty();
        }
    }

    @Test
    void filtersMayDenyRenameAndTag() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.config()
                .commonTags("region", "north")
                .meterFilter(MeterFilter.denyNameStartsWith("acme.retry.recoveries"))
                .meterFilter(MeterFilter.renameTag("retry.giveups", "reason", "why"))
                .meterFilter(new MeterFilter() {
                    @Override
                    public Meter.Id map(Meter.Id id) {
                        return id.getName().startsWith("retry.") ? id.withName("acme." + id.getName()) : id;
                    }
                });
        contexts(registry).run(context -> {
            recover(context);

            assertThat(registry.scrape())
                    .contains(
                            "acme_retry_calls_total{outcome=\"recovered\",policy=\"p\",region=\"north\"} 1.0",
                            "acme_retry_giveups_total{policy=\"p\",region=\"north\",why=\"budget\"} 0.0",
                            "acme_retry_waits_seconds_count{policy=\"p\",region=\"north\",source=\"backoff\"} 1")
                    .doesNotContain("recoveries")
                    .doesNotContain("\nretry_");
        });
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void policiesThatAFilterBundlesAreCountedTogether() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        registry.config().meterFilter(MeterFilter.ignoreTags("policy"));
        contexts(registry).withPropertyValues("retry.policies.q.base=1ms").run(context -> {
            recover(context);
            context.getBean(RetryPolicies.class).get("q").execute(new Script(new ConnectException("refused"), "value"));

            assertThat(registry.get("retry.calls")
                            .tags("outcome", "recovered")
                            .functionCounter()
                            .count())
                    .isEqualTo(2);
            assertThat(registry.get("retry.waits")
                            .tags("source", "backoff")
                            .timer()
                            .count())
                    .isEqualTo(2);
        });
    }

    @Test
    void theRegistryIsMadeAfterEverythingElseThatNeedsItNot() {
        List<String> made = new ArrayList<>();
        RetryContexts.runner(new VirtualTime())
                .withPropertyValues("retry.policies.p.attempts=2")
                .withBean(
                        "registry",
                        MeterRegistry.class,
                        () -> {
                            made.add("registry");
                            return new SimpleMeterRegistry();
                        },
                        definition -> definition.setLazyInit(true))
                .withBean(CallingEarly.class)
                .withBean("last", Object.class, () -> {
                    made.add("last");
                    return new Object();
                })
                .run(context -> assertThat(made).containsExactly("last", "registry"));
    }

    /** Makes calls while the application starts, one of which is given up. */
    static class CallingEarly {

        CallingEarly(RetryPolicies policies) {
            policies.get("p").execute(new Script(new ConnectException("refused")));
        }
    }
}
