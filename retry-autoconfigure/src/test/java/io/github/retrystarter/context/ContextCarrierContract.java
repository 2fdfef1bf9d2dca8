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
package io.github.retrystarter.context;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.retrystarter.execution.ContextCarrier;
import io.github.retrystarter.execution.ContextCarrier.Carried;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What every carrier does, whatever it carries. */
abstract class ContextCarrierContract {

    private final ContextCarrier carrier = carrier();

    abstract ContextCarrier carrier();

    /** Makes this thread know something, or nothing for null. */
    abstract void know(String what);

    /** What this thread knows; null for nothing. */
    abstract String known();

    @AfterEach
    void forget() {
        know(null);
    }

    private static void onAnotherThread(Runnable task) throws Exception {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                task.run();
                end.complete(null);
            } catch (Throwable failure) {
                end.completeExceptionally(failure);
            }
        });
        thread.start();
        end.get(20, TimeUnit.SECONDS);
    }

    @Test
    void theTaskKnowsWhatWasTakenAndTheThreadForgetsIt() throws Exception {
        know("caller");
        Carried carried = carrier.capture();
        know(null);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());

        onAnotherThread(() -> {
            carried.run(() -> seen.add(known()));
            seen.add(known());
            carried.run(() -> seen.add(known()));
        });

        assertThat(seen).isEqualTo(Arrays.asList("caller", null, "caller"));
    }

    @Test
    void whatTheThreadKnewBeforeItKnowsAfterwards() throws Exception {
        know("caller");
        Carried carried = carrier.capture();
        List<String> seen = Collections.synchronizedList(new ArrayList<>());

        onAnotherThread(() -> {
            know("pool");
            carried.run(() -> seen.add(known()));
            seen.add(known());
        });

        assertThat(seen).containsExactly("caller", "pool");
    }

    @Test
    void aThreadThatKnewNothingIsCarriedToo() throws Exception {
        know(null);
        Carried carried = carrier.capture();
        List<String> seen = Collections.synchronizedList(new ArrayList<>());

        onAnotherThread(() -> {
            know("pool");
            carried.run(() -> seen.add(known()));
            seen.add(known());
        });

        assertThat(seen).isEqualTo(Arrays.asList(null, "pool"));
    }

    @Test
    void theThreadForgetsAlsoWhenTheTaskThrows() {
        know("caller");
        Carried carried = carrier.capture();
        know("mine");

        assertThatThrownBy(() -> carried.run(() -> {
                    throw new IllegalStateException("fails");
                }))
                .hasMessage("fails");

        assertThat(known()).isEqualTo("mine");
    }

    @Test
    void whatWasTakenIsNotCurrentWhereSomethingElseIsKnown() {
        know("caller");
        Carried carried = carrier.capture();

        know("other");
        assertThat(carried.isCurrent()).isFalse();
        know(null);
        assertThat(carried.isCurrent()).isFalse();
        assertThat(carried.isEmpty()).isFalse();
    }

    @Test
    void nothingIsNotCurrentWhereSomethingIsKnown() {
        know(null);
        Carried nothing = carrier.capture();
        List<String> seen = new ArrayList<>();

        know("other");
        nothing.run(() -> seen.add(known()));

        assertThat(nothing.isCurrent()).isFalse();
        assertThat(seen).containsExactly((String) null);
        assertThat(known()).isEqualTo("other");
    }
}
