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

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.retrystarter.execution.Ticker;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.Clock;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;

/** A tracer of OpenTelemetry behind Micrometer's observations, as Boot sets it up, on the clock of the test. */
public final class Tracing {

    private final List<SpanData> spans = new CopyOnWriteArrayList<>();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final Tracer tracer;

    public Tracing(Ticker ticker) {
        io.opentelemetry.api.trace.Tracer sdk = SdkTracerProvider.builder()
                .setClock(new TickerClock(ticker))
                .addSpanProcessor(SimpleSpanProcessor.create(new Collector()))
                .build()
                .get("test");
        OtelTracer bridge = new OtelTracer(sdk, new OtelCurrentTraceContext(), event -> {});
        tracer = bridge;
        registry.observationConfig()
                .observationHandler(new ObservationHandler.FirstMatchingCompositeObservationHandler(
                        new PropagatingSenderTracingObservationHandler<>(
                                bridge,
                                new OtelPropagator(
                                        ContextPropagators.create(W3CTraceContextPropagator.getInstance()), sdk)),
                        new DefaultTracingObservationHandler(bridge)));
    }

    public ObservationRegistry registry() {
        return registry;
    }

    public Tracer tracer() {
        return tracer;
    }

    /** All spans that have ended, in the order of their starts. */
    public List<SpanData> spans() {
        return spans.stream()
                .sorted(Comparator.comparingLong(SpanData::getStartEpochNanos))
                .toList();
    }

    /** Those with this name. */
    public List<SpanData> spans(String name) {
        return spans().stream().filter(span -> span.getName().equals(name)).toList();
    }

    /** The only one with this name. */
    public SpanData span(String name) {
        List<SpanData> named = spans(name);
        if (named.size() != 1) {
            throw new AssertionError(named.size() + " spans " + name + " among "
                    + spans().stream().map(SpanData::getName).toList());
        }
        return named.get(0);
    }

    private record TickerClock(Ticker ticker) implements Clock {

        @Override
        public long now() {
            return ticker.nanos();
        }

        @Override
        public long nanoTime() {
            return ticker.nanos();
        }
    }

    private final class Collector implements SpanExporter {

        @Override
        public CompletableResultCode export(Collection<SpanData> ended) {
            spans.addAll(ended);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
