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
package io.github.retrystarter.execution;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.execution.ContextCarrier.Carried;
import io.github.retrystarter.settings.RetrySettings;

import static org.assertj.core.api.Assertions.assertThat;

class CarriedContextTests {

    private final AtomicReference<String> first = new AtomicReference<>();
    private final AtomicReference<String> second = new AtomicReference<>();
    private final RetryPolicy policy = RetryPolicy.of(
            "p",
            RetrySettings.builder().build(),
            RetryRuntime.builder()
                    .contextCarriers(() -> List.of(new Carrier(first), new Carrier(second)))
                    .build());

    /** Carries one value. */
    private record Carrier(AtomicReference<String> known, Carried nothing) implements ContextCarrier {

        Carrier(AtomicReference<String> known) {
            this(known, new Taken(known, null));
        }

        @Override
        public Carried capture() {
            String taken = known.get();
            return taken == null ? nothing : new Taken(known, taken);
        }
    }

    private record Taken(AtomicReference<String> known, String taken) implements Carried {

        @Override
        public void run(Runnable task) {
            String before = known.getAndSet(taken);
            try {
                task.run();
            } finally {
                known.set(before);
            }
        }

        @Override
        public boolean isCurrent() {
            return known.get() == taken;
        }

        @Override
        public boolean isEmpty() {
            return taken == null;
        }
    }

    @Test
    void callsOfThreadsThatKnowNothingShareWhatWasTaken() {
        Carried one = policy.captureContext();

        assertThat(policy.captureContext()).isSameAs(one);
        assertThat(one.isEmpty()).isTrue();
        assertThat(one.isCurrent()).isTrue();
    }

    @Test
    void whatOneCarrierTookIsOfOneCallAlone() {
        Carried nothing = policy.captureContext();
        second.set("caller");

        Carried taken = policy.captureContext();

        assertThat(taken).isNotSameAs(nothing);
        assertThat(taken.isEmpty()).isFalse();
        assertThat(taken.isCurrent()).isTrue();
        assertThat(nothing.isCurrent()).isFalse();
        taken.run(() -> assertThat(second).hasValue("caller"));
        nothing.run(() -> assertThat(second).hasValue(null));
        assertThat(second).hasValue("caller");
    }

    @Test
    void whatIsKnownFirstIsNotKeptForOthers() {
        first.set("caller");
        Carried taken = policy.captureContext();
        first.set(null);

        Carried nothing = policy.captureContext();

        assertThat(taken.isCurrent()).isFalse();
        nothing.run(() -> assertThat(first).hasValue(null));
        taken.run(() -> assertThat(first).hasValue("caller"));
    }
}
