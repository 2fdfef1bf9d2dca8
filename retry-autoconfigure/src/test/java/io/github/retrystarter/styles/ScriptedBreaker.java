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
package io.github.retrystarter.styles;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.retrystarter.execution.RetryBreaker;
import io.github.retrystarter.execution.RetryBreakers;

/** A circuit breaker that does as it is told, and notes what it is told. */
final class ScriptedBreaker implements RetryBreakers, RetryBreaker, RetryBreaker.Permission {

    private final List<String> records = new CopyOnWriteArrayList<>();
    private final AtomicInteger releases = new AtomicInteger();
    private volatile boolean refusing;
    private volatile boolean openingAfterFailure;
    private volatile boolean closed = true;

    /** What it refuses calls with. */
    static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Refused() {
            super("refused");
        }
    }

    void refuse() {
        refusing = true;
    }

    void openAfterFailure() {
        openingAfterFailure = true;
    }

    List<String> records() {
        return records;
    }

    int releases() {
        return releases.get();
    }

    @Override
    public Optional<RetryBreaker> find(String name) {
        return name.equals("b") ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Set<String> names() {
        return Set.of("b");
    }

    @Override
    public Permission acquire() {
        if (refusing) {
            throw new Refused();
        }
        return this;
    }

    @Override
    public boolean probes() {
        return false;
    }

    @Override
    public boolean permitsFurtherAttempt() {
        return closed;
    }

    @Override
    public void failed(Throwable failure, Duration duration) {
        records.add("failed");
        closed = !openingAfterFailure;
    }

    @Override
    public void returned(Object value, Duration duration) {
        records.add("returned");
    }

    @Override
    public void release() {
        releases.incrementAndGet();
    }
}
