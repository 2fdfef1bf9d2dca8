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
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.reactive.ReactiveRetry;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.OneCall;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.StyleKind;
import io.github.retrystarter.testing.Tracing;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import reactor.core.publisher.Mono;

/** What a trace shows of a call, with a real tracer, in virtual time: an attempt takes 10 ms, a wait 100 ms. */
class TraceTests {

    private final VirtualTime time = new VirtualTime();
    private final Tracing tracing = new Tracing(time.ticker());
    private final ApplicationContextRunner contexts = RetryContexts.runner(time)
            .withBean(ObservationRegistry.class, tracing::registry)
            .withBean(EveryStyle.class)
            .withInitializer(Yaml.file("""
                    retry.policies.p: {backoff: constant, base: 100ms, budget.enabled: false}
                    """));

    /** Fails so often, and then gives a value; notes which span was current. */
    private final class Work implements EveryStyle.Work {

        private final int failures;
        private final AtomicInteger attempts = new AtomicInteger();

        Work(int failures) {
            this.failures = failures;
        }

        @Override
        public Object attempt() throws ConnectException {
            time.ticker().advance(Duration.ofMillis(10));
            var downstream = tracing.tracer().nextSpan().name("downstream").start();
            downstream.end();
            if (attempts.incrementAndGet() <= failures) {
                throw new ConnectException("refused");
            }
            return "value";
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallWithTwoFailuresIsThreeAttemptsAndTwoWaits(StyleKind style) {
        contexts.run(context -> {
            Executor sameThread = Runnable::run;
            Observation outer = Observation.start("outer", tracing.registry());
            OneCall call;
            try (Observation.Scope scope = outer.openScope()) {
                call = style.begin(context.getBean(EveryStyle.class), new Work(2), sameThread);
            }
            assertThat(call.failure()).isNull();
            outer.stop();

            assertTrace("EveryStyle." + style.name().toLowerCase(Locale.ROOT));
        });
    }

    @Test
    void callsInCodeAreTracedLikeThoseOfMethods() {
        contexts.run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            List<EveryStyle.Work> calls = List.of(
                    () -> policy.call(attempt -> new Work(0).attempt()),
                    () -> policy.execute(attempt -> new Work(0).attempt()),
                    () -> policy.callAsync(attempt -> CompletableFuture.completedFuture(new Work(0).attempt()))
                            .join(),
                    () -> ReactiveRetry.of(policy)
                            .mono(attempt -> Mono.fromCallable(new Work(0)::attempt))
                            .block(),
                    () -> ReactiveRetry.of(policy)
                            .flux(attempt -> Mono.fromCallable(new Work(0)::attempt))
                            .blockLast());
            for (EveryStyle.Work call : calls) {
                call.attempt();
            }

            assertThat(tracing.spans("retry p"))
                    .hasSize(5)
                    .allSatisfy(span -> assertThat(attribute(span, "method")).isEqualTo("none"));
            assertThat(parents(tracing.spans("retry p attempt"))).isEqualTo(ids(tracing.spans("retry p")));
            assertThat(parents(tracing.spans("downstream"))).isEqualTo(ids(tracing.spans("retry p attempt")));
        });
    }

    private void assertTrace(String method) {
        SpanData outer = tracing.span("outer");
        SpanData call = tracing.span("retry p");
        List<SpanData> attempts = tracing.spans("retry p attempt");
        List<SpanData> waits = tracing.spans("retry p wait");

        assertThat(call.getParentSpanId()).isEqualTo(outer.getSpanId());
        assertThat(attempts)
                .hasSize(3)
                .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(call.getSpanId()));
        assertThat(waits)
                .hasSize(2)
                .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(call.getSpanId()));
        assertThat(tracing.spans().stream().map(SpanData::getTraceId).distinct())
                .hasSize(1);
        assertThat(parents(tracing.spans("downstream"))).isEqualTo(ids(attempts));

        assertThat(millis(call)).isEqualTo(230);
        assertThat(attempts).allSatisfy(span -> assertThat(millis(span)).isEqualTo(10));
        assertThat(waits).allSatisfy(span -> assertThat(millis(span)).isEqualTo(100));
        assertThat(inOrder(attempts.get(0), waits.get(0), attempts.get(1), waits.get(1), attempts.get(2)))
                .isTrue();

        assertThat(attribute(call, "policy")).isEqualTo("p");
        assertThat(attribute(call, "outcome")).isEqualTo("recovered");
        assertThat(attribute(call, "reason")).isEqualTo("none");
        assertThat(attribute(call, "attempts")).isEqualTo("3");
        assertThat(attribute(call, "waited")).isEqualTo("200ms");
        assertThat(attribute(call, "method")).isEqualTo(method);
        assertThat(attempts.stream().map(span -> attribute(span, "attempt"))).containsExactly("1", "2", "3");
        assertThat(attempts.stream().map(span -> attribute(span, "outcome")))
                .containsExactly("failure", "failure", "success");
        assertThat(attempts.stream().map(span -> failed(span))).containsExactly(true, true, false);
        assertThat(waits).allSatisfy(span -> {
            assertThat(attribute(span, "source")).isEqualTo("backoff");
            assertThat(attribute(span, "delay")).isEqualTo("100ms");
        });
        assertThat(failed(call)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aGiveUpIsAnErrorWithItsReason(StyleKind style) {
        contexts.run(context -> {
            OneCall call = style.begin(context.getBean(EveryStyle.class), new Work(3), Runnable::run);
            assertThat(call.failure()).isInstanceOf(ConnectException.class);

            SpanData span = tracing.span("retry p");
            assertThat(attribute(span, "outcome")).isEqualTo("gave-up");
            assertThat(attribute(span, "reason")).isEqualTo("attempts-exhausted");
            assertThat(failed(span)).isTrue();
            assertThat(tracing.spans("retry p attempt")).hasSize(3);
            assertThat(tracing.registry().getCurrentObservation()).isNull();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatSucceedsAtOnceIsOneAttempt(StyleKind style) {
        contexts.run(context -> {
            OneCall call = style.begin(context.getBean(EveryStyle.class), new Work(0), Runnable::run);
            assertThat(call.failure()).isNull();

            assertThat(attribute(tracing.span("retry p"), "outcome")).isEqualTo("first-try");
            assertThat(tracing.span("retry p attempt").getParentSpanId())
                    .isEqualTo(tracing.span("retry p").getSpanId());
            assertThat(tracing.registry().getCurrentObservation()).isNull();
        });
    }

    @Test
    void aCancelledAttemptEndsWithItsCall() {
        contexts.run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            CompletableFuture<Object> future = policy.callAsync(attempt -> new CompletableFuture<>());
            future.cancel(true);
            ReactiveRetry.of(policy).mono(attempt -> Mono.never()).subscribe().dispose();

            Eventually.until("both have ended", () -> tracing.spans("retry p").size() == 2);
            assertThat(tracing.spans("retry p")).allSatisfy(span -> {
                assertThat(attribute(span, "reason")).isEqualTo("cancelled");
                assertThat(failed(span)).isFalse();
            });
            assertThat(tracing.spans("retry p attempt"))
                    .hasSize(2)
                    .allSatisfy(span -> assertThat(attribute(span, "outcome")).isEqualTo("failure"));
        });
    }

    @Test
    void theParentOfAReactiveCallIsInTheContextOfItsSubscriber() {
        contexts.run(context -> {
            Observation outer = Observation.start("outer", tracing.registry());
            Mono<Object> mono = context.getBean(EveryStyle.class)
                    .mono(new Work(1))
                    .contextWrite(c -> c.put("micrometer.observation", outer));
            assertThat(mono.block(Duration.ofSeconds(30))).isEqualTo("value");
            outer.stop();

            assertThat(tracing.span("retry p").getParentSpanId())
                    .isEqualTo(tracing.span("outer").getSpanId());
        });
    }

    @Test
    void theWorkOfAReactiveAttemptFindsTheAttemptInItsContext() {
        contexts.run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            Observation seen = ReactiveRetry.of(policy)
                    .mono(attempt -> Mono.deferContextual(c -> Mono.just(c.<Observation>get("micrometer.observation"))))
                    .block();

            assertThat(seen.getContextView()).isInstanceOfSatisfying(RetryObservationContext.class, observed -> {
                assertThat(observed.kind()).isEqualTo(RetryObservationContext.Kind.ATTEMPT);
                assertThat(observed.attempt()).isOne();
            });
        });
    }

    @Test
    void nestedCallsHangBelowTheAttemptAroundThem() {
        contexts.withPropertyValues("retry.policies.outer.attempts=1").run(context -> {
            RetryPolicies policies = context.getBean(RetryPolicies.class);
            assertThatThrownBy(() -> policies.get("outer")
                            .call(attempt -> policies.get("p").call(inner -> new Work(3).attempt())))
                    .isInstanceOf(ConnectException.class);

            assertThat(tracing.span("retry p").getParentSpanId())
                    .isEqualTo(tracing.span("retry outer attempt").getSpanId());
        });
    }

    private static boolean failed(SpanData span) {
        return span.getStatus().getStatusCode() == StatusCode.ERROR;
    }

    private static boolean inOrder(SpanData... spans) {
        for (int i = 1; i < spans.length; i++) {
            if (spans[i].getStartEpochNanos() != spans[i - 1].getEndEpochNanos()) {
                return false;
            }
        }
        return true;
    }

    private static long millis(SpanData span) {
        return Duration.ofNanos(span.getEndEpochNanos() - span.getStartEpochNanos())
                .toMillis();
    }

    private static String attribute(SpanData span, String key) {
        return span.getAttributes().get(AttributeKey.stringKey(key));
    }

    private static List<String> parents(List<SpanData> spans) {
        return spans.stream().map(SpanData::getParentSpanId).toList();
    }

    private static List<String> ids(List<SpanData> spans) {
        return spans.stream().map(SpanData::getSpanId).toList();
    }
}
