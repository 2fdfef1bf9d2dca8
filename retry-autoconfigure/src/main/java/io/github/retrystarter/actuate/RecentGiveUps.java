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
package io.github.retrystarter.actuate;

import java.lang.reflect.Method;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.settings.GiveUpReason;

/**
 * Remembers the last 50 calls that were given up, of all policies together: names and numbers, no exception and no
 * argument. Safe for use by many threads at once; none waits for another.
 *
 * @since 0.1.0
 */
public final class RecentGiveUps implements RetryEventListener {

    static final int MOST = 50;

    private final Supplier<Clock> clock;
    private final AtomicLong given = new AtomicLong();
    private final AtomicReferenceArray<@Nullable GiveUp> ring = new AtomicReferenceArray<>(MOST);

    /**
     * Makes an empty memory.
     *
     * @param clock gives the source of the time that is told; asked at each give-up
     */
    public RecentGiveUps(Supplier<Clock> clock) {
        this.clock = clock;
    }

    @Override
    public boolean wants(RetryEvent.Kind kind) {
        return kind == RetryEvent.Kind.GAVE_UP;
    }

    @Override
    public void onRetryEvent(RetryEvent event) {
        GiveUpReason reason = event.reason();
        if (event.kind() == RetryEvent.Kind.GAVE_UP && reason != null) {
            remember(giveUp(event, reason));
        }
    }

    private GiveUp giveUp(RetryEvent event, GiveUpReason reason) {
        Throwable failure = event.failure();
        return new GiveUp(
                given.getAndIncrement(),
                clock.get().instant(),
                event.policy(),
                nameOf(event.method()),
                event.attempt(),
                event.waited(),
                reason,
                failure == null ? null : failure.getClass().getName());
    }

    private static @Nullable String nameOf(@Nullable Method method) {
        return method == null ? null : method.getDeclaringClass().getName() + "." + method.getName();
    }

    /** A thread that was held up must not put an old one over a newer one. */
    private void remember(GiveUp latest) {
        ring.accumulateAndGet(
                (int) (latest.sequence() % MOST),
                latest,
                (there, ours) -> there == null || (ours != null && there.sequence() < ours.sequence()) ? ours : there);
    }

    /** The give-ups of a policy, the latest first. */
    List<GiveUp> of(String policy) {
        return IntStream.range(0, MOST)
                .mapToObj(ring::get)
                .filter(Objects::nonNull)
                .filter(giveUp -> giveUp.policy().equals(policy))
                .sorted(Comparator.comparingLong(GiveUp::sequence).reversed())
                .toList();
    }
}
