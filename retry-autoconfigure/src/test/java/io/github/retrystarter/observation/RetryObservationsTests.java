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
package io.github.retrystarter.observation;

import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.observation.RetryObservationContext.Kind;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;

import static org.assertj.core.api.Assertions.assertThat;

/** When calls are observed, and what an application may change about it. */
@ExtendWith(OutputCaptureExtension.class)
class RetryObservationsTests {

    private final ObservationRegistry registry = ObservationRegistry.create();
    private final Recorder recorder = new Recorder();
    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withBean(ObservationRegistry.class, () -> registry)
            .withPropertyValues("retry.policies.p.base=10ms", "retry.policies.p.backoff=constant");

    /** Notes what has ended. */
    private static final class Recorder implements ObservationHandler<Observation.Context> {

        private final List<Observation.Context> stopped = new CopyOnWriteArrayList<>();

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }

        @Override
        public void onStop(Observation.Context context) {
            stopped.add(context);
        }

        List<String> names() {
            return stopped.stream().map(Observation.Context::getName).toList();
        }
    }

    private static Script failingOnce() {
        return new Script(new ConnectException("refused"), "value");
    }

    private static RetryPolicy p(org.springframework.context.ApplicationContext context) {
        return context.getBean(RetryPolicies.class).get("p");
    }

    @Test
    void nothingIsObservedWhereNothingListens() {
        contexts.run(context -> {
            RetryObservations observations = context.getBean(RetryObservations.class);
            assertThat(observations.begin("p", null, key -> null)).isNull();

            registry.observationConfig().observationHandler(recorder);

            assertThat(observations.begin("p", null, key -> null)).isNotNull();
        });
    }

    private MeterRegistry withMetersOnly() {
        MeterRegistry meters = new SimpleMeterRegistry();
        registry.observationConfig()
                .observationHandler(new ObservationHandler.FirstMatchingCompositeObservationHandler(
                        new DefaultMeterObservationHandler(meters)));
        return meters;
    }

    @Test
    void nothingIsObservedForTheMetersOfTheActuatorAlone() {
        withMetersOnly();
        contexts.run(context -> {
            RetryObservations observations = context.getBean(RetryObservations.class);
            assertThat(observations.begin("p", null, key -> null)).isNull();

            registry.observationConfig()
                    .observationHandler(new ObservationHandler.AllMatchingCompositeObservationHandler(recorder));

            assertThat(observations.begin("p", null, key -> null)).isNotNull();
        });
    }

    @Test
    void anApplicationThatAsksForTheTimersHasThem() {
        MeterRegistry meters = withMetersOnly();
        contexts.withPropertyValues("management.metrics.enable.retry.attempt=true")
                .run(context -> {
                    p(context).execute(failingOnce());

                    assertThat(meters.get("retry.attempt").timers()).isNotEmpty();
                });
    }

    @Test
    void withoutARegistryThereIsNothing() {
        RetryContexts.runner(new VirtualTime())
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RetryObservations.class));
        contexts.withClassLoader(new FilteredClassLoader("io.micrometer.observation"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("retryObservations"));
    }

    @Test
    void theRegistryIsNotMadeEarly() {
        AtomicInteger made = new AtomicInteger();
        List<Integer> madeAtCall = new ArrayList<>();
        registry.observationConfig().observationHandler(recorder);
        RetryContexts.runner(new VirtualTime())
                .withPropertyValues("retry.policies.p.attempts=2")
                .withBean(
                        "registry",
                        ObservationRegistry.class,
                        () -> {
                            made.incrementAndGet();
                            return registry;
                        },
                        definition -> definition.setLazyInit(true))
                .withBean(CallingEarly.class)
                .run(context -> {
                    madeAtCall.add(made.get());
                    assertThat(recorder.stopped).isEmpty();
                    p(context).call(new Script("value"));
                    madeAtCall.add(made.get());
                });

        assertThat(madeAtCall).containsExactly(0, 1);
        assertThat(recorder.names()).containsExactly("retry.attempt", "retry.call");
    }

    /** Makes a call while the application starts. */
    static class CallingEarly {

        CallingEarly(RetryPolicies policies) throws Throwable {
            policies.get("p").call(new Script("value"));
        }
    }

    @Test
    void anApplicationLeavesThemOutByName() {
        registry.observationConfig()
                .observationHandler(recorder)
                .observationPredicate((name, context) -> !name.startsWith("retry"));
        contexts.run(context -> {
            p(context).call(failingOnce());

            assertThat(recorder.stopped).isEmpty();
        });
    }

    @Test
    void attemptsAloneCanBeLeftOut() {
        registry.observationConfig()
                .observationHandler(recorder)
                .observationPredicate((name, context) -> !name.equals("retry.attempt"));
        contexts.run(context -> {
            p(context).call(failingOnce());

            assertThat(recorder.names()).containsExactly("retry.wait", "retry.call");
            assertThat(registry.getCurrentObservation()).isNull();
        });
    }

    /** Adds a key value of the application. */
    static class OurConvention extends DefaultRetryObservationConvention {

        OurConvention() {
            super(Kind.CALL);
        }

        @Override
        public KeyValues getLowCardinalityKeyValues(RetryObservationContext context) {
            return super.getLowCardinalityKeyValues(context).and(KeyValue.of("team", "billing"));
        }
    }

    @Test
    void aConventionOfTheApplicationReplacesOurs() {
        registry.observationConfig().observationHandler(recorder).observationConvention(new OurConvention());
        contexts.run(context -> {
            p(context).call(failingOnce());

            Observation.Context call = recorder.stopped.get(3);
            assertThat(call.getName()).isEqualTo("retry.call");
            assertThat(call.getLowCardinalityKeyValue("team")).isNotNull();
            assertThat(call.getLowCardinalityKeyValue("outcome").getValue()).isEqualTo("recovered");
            assertThat(recorder.stopped.get(0).getLowCardinalityKeyValue("team"))
                    .isNull();
        });
    }

    @Test
    void aHandlerThatThrowsChangesNothingForTheCall(CapturedOutput output) {
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }

            @Override
            public void onStart(Observation.Context context) {
                if (context instanceof RetryObservationContext ours && ours.kind() != Kind.CALL) {
                    throw new IllegalStateException("broken handler");
                }
            }
        });
        contexts.run(context -> {
            assertThat(p(context).call(failingOnce())).isEqualTo("value");
            assertThat(output).containsOnlyOnce("RetryObservations threw java.lang.IllegalStateException");
            assertThat(registry.getCurrentObservation()).isNull();
        });
    }

    /** Breaks in the scope of one kind of ours. */
    private record BrokenScope(Kind kind, boolean atTheEnd, RuntimeException failure)
            implements ObservationHandler<Observation.Context> {

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof RetryObservationContext ours && ours.kind() == kind;
        }

        @Override
        public void onScopeOpened(Observation.Context context) {
            if (!atTheEnd) {
                throw failure;
            }
        }

        @Override
        public void onScopeClosed(Observation.Context context) {
            if (atTheEnd) {
                throw failure;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"CALL,false", "CALL,true", "ATTEMPT,false", "ATTEMPT,true"})
    void aHandlerThatThrowsInAScopeLeavesTheThreadAsItWas(Kind kind, boolean atTheEnd, CapturedOutput output) {
        registry.observationConfig()
                .observationHandler(new BrokenScope(kind, atTheEnd, new IllegalStateException("broken handler")));
        contexts.run(context -> {
            assertThat(p(context).call(failingOnce())).isEqualTo("value");
            assertThat(registry.getCurrentObservationScope()).isNull();

            Observation request = Observation.start("request", registry);
            try (Observation.Scope scope = request.openScope()) {
                assertThat(p(context).call(failingOnce())).isEqualTo("value");
                assertThat(registry.getCurrentObservationScope()).isSameAs(scope);
            }
            assertThat(output).containsOnlyOnce("RetryObservations threw java.lang.IllegalStateException");
        });
    }

    @Test
    void whatOtherHandlersHaveOpenedIsClosedWhereOneCannotOpen() {
        AtomicInteger open = new AtomicInteger();
        registry.observationConfig()
                .observationHandler(new ObservationHandler<>() {
                    @Override
                    public boolean supportsContext(Observation.Context context) {
                        return true;
                    }

                    @Override
                    public void onScopeOpened(Observation.Context context) {
                        open.incrementAndGet();
                    }

                    @Override
                    public void onScopeClosed(Observation.Context context) {
                        open.decrementAndGet();
                    }
                })
                .observationHandler(new BrokenScope(Kind.ATTEMPT, false, new IllegalStateException("broken handler")));
        contexts.run(context -> {
            assertThat(p(context).call(failingOnce())).isEqualTo("value");
            assertThat(open).hasValue(0);
        });
    }

    @Test
    void timersOfObservationsHaveTagsFromClosedSetsAndNamesOfTheirOwn() {
        MeterRegistry meters = new SimpleMeterRegistry();
        registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
        contexts.withPropertyValues(
                        "management.metrics.enable.retry.call=true",
                        "management.metrics.enable.retry.attempt=true",
                        "management.metrics.enable.retry.wait=true")
                .withBean(MeterRegistry.class, () -> meters)
                .run(context -> {
                    p(context).call(failingOnce());

                    assertThat(tagKeys(meters, "retry.call")).containsExactly("error", "outcome", "policy", "reason");
                    assertThat(tagKeys(meters, "retry.attempt")).containsExactly("error", "outcome", "policy");
                    assertThat(tagKeys(meters, "retry.wait")).containsExactly("error", "policy", "source");
                    assertThat(meters.get("retry.attempt").timers().stream().mapToLong(timer -> timer.count()))
                            .containsExactlyInAnyOrder(1L, 1L);
                    assertThat(meters.get("retry.wait").timer().count()).isOne();
                    assertThat(meters.get("retry.waits")
                                    .tag("source", "backoff")
                                    .timer()
                                    .count())
                            .isOne();
                });
    }

    private static List<String> tagKeys(MeterRegistry meters, String name) {
        List<List<String>> keys = meters.get(name).meters().stream()
                .map(Meter::getId)
                .map(id -> id.getTags().stream().map(Tag::getKey).sorted().toList())
                .distinct()
                .toList();
        assertThat(keys).as(name).hasSize(1);
        return keys.get(0);
    }
}
