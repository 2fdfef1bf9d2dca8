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

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.WaitSource;

/**
 * What all observers together see of one call. One that throws changes nothing. A cancellation may come on another thread
 * while an attempt is let in: whichever is later ends the attempt.
 */
final class WatchedCall {

    private final RetryDiagnostics diagnostics;
    private final List<Part> parts;
    private final AtomicReference<List<AttemptPart>> attempt = new AtomicReference<>(List.of());
    private volatile List<Runnable> waitEnds = List.of();
    private volatile boolean over;

    private record Part(CallObserver observer, ObservedCall call) {}

    private record AttemptPart(CallObserver observer, ObservedAttempt attempt) {}

    private WatchedCall(List<Part> parts, RetryDiagnostics diagnostics) {
        this.parts = parts;
        this.diagnostics = diagnostics;
    }

    /** Tells the observers that a call begins; returns null where none of them wants to know. */
    static @Nullable WatchedCall begin(
            CallObserver[] observers,
            String policy,
            @Nullable Method method,
            Function<Object, @Nullable Object> surroundings,
            RetryDiagnostics diagnostics) {
        List<Part> parts = null;
        for (CallObserver observer : observers) {
            ObservedCall call = null;
            try {
                call = observer.begin(policy, method, surroundings);
            } catch (Throwable ex) {
                diagnostics.extensionFailed(observer, Guard.unchecked(ex));
            }
            if (call != null) {
                parts = parts == null ? new ArrayList<>(observers.length) : parts;
                parts.add(new Part(observer, call));
            }
        }
        return parts == null ? null : new WatchedCall(parts, diagnostics);
    }

    /** Makes an attempt, or starts it, on this thread; its end is told by {@link #attemptEnded}. */
    <T extends @Nullable Object, X extends Throwable> T run(RetryCall<T, X> call, Attempt attempt) throws X {
        List<AttemptPart> begun = enter(attempt);
        try {
            return call.call(attempt);
        } finally {
            for (int i = begun.size() - 1; i >= 0; i--) {
                AttemptPart part = begun.get(i);
                Guard.run(diagnostics, part.observer(), part.attempt()::leave);
            }
        }
    }

    private List<AttemptPart> enter(Attempt next) {
        List<AttemptPart> begun = new ArrayList<>(parts.size());
        for (Part part : parts) {
            Guard.run(
                    diagnostics,
                    part.observer(),
                    () -> begun.add(new AttemptPart(part.observer(), part.call().attempt(next))));
        }
        attempt.set(begun);
        if (over) {
            attemptEnded(AttemptOutcome.FAILURE, null);
        }
        return begun;
    }

    /** Adds to the context of a reactive attempt what the observers want it to know. */
    void contribute(BiConsumer<Object, Object> context) {
        for (AttemptPart part : Objects.requireNonNull(attempt.get())) {
            Guard.run(diagnostics, part.observer(), () -> part.attempt().contribute(context));
        }
    }

    void attemptEnded(Ending ending) {
        attemptEnded(ending.good() ? AttemptOutcome.SUCCESS : AttemptOutcome.FAILURE, ending.failure());
    }

    void attemptSucceeded() {
        attemptEnded(AttemptOutcome.SUCCESS, null);
    }

    private void attemptEnded(AttemptOutcome outcome, @Nullable Throwable failure) {
        for (AttemptPart part : attempt.getAndSet(List.of())) {
            Guard.run(diagnostics, part.observer(), () -> part.attempt().ended(outcome, failure));
        }
    }

    void waitBegan(Duration delay, WaitSource source) {
        List<Runnable> ends = new ArrayList<>(parts.size());
        for (Part part : parts) {
            Guard.run(diagnostics, part.observer(), () -> {
                Runnable end = part.call().waiting(delay, source);
                ends.add(() -> Guard.run(diagnostics, part.observer(), end));
            });
        }
        waitEnds = ends;
    }

    void waitEnded() {
        List<Runnable> ends = waitEnds;
        waitEnds = List.of();
        ends.forEach(Runnable::run);
    }

    /** The call has ended; an attempt that is in flight was called off. */
    void ended(CallEnd end) {
        over = true;
        attemptEnded(AttemptOutcome.FAILURE, null);
        for (Part part : parts) {
            Guard.run(diagnostics, part.observer(), () -> part.call().ended(end));
        }
    }
}
