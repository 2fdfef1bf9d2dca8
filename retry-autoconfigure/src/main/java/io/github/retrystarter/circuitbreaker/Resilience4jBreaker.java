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
package io.github.retrystarter.circuitbreaker;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.retrystarter.execution.RetryBreaker;

/** One circuit breaker of Resilience4j. */
final class Resilience4jBreaker implements RetryBreaker {

    private final CircuitBreaker breaker;

    Resilience4jBreaker(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    @Override
    public Permission acquire() {
        breaker.acquirePermission();
        return new CallPermission(breaker, breaker.getState() == State.HALF_OPEN);
    }

    private static final class CallPermission implements Permission {

        private final CircuitBreaker breaker;
        private final boolean probes;
        private boolean recorded;

        CallPermission(CircuitBreaker breaker, boolean probes) {
            this.breaker = breaker;
            this.probes = probes;
        }

        @Override
        public boolean probes() {
            return probes;
        }

        @Override
        public boolean permitsFurtherAttempt() {
            return switch (breaker.getState()) {
                case CLOSED, DISABLED, METRICS_ONLY -> true;
                case OPEN, FORCED_OPEN, HALF_OPEN -> false;
            };
        }

        @Override
        public void failed(Throwable failure, Duration duration) {
            breaker.onError(duration.toNanos(), TimeUnit.NANOSECONDS, failure);
            recorded = true;
        }

        @Override
        public void returned(@Nullable Object value, Duration duration) {
            breaker.onResult(duration.toNanos(), TimeUnit.NANOSECONDS, value);
            recorded = true;
        }

        /**
         * Only a half-open breaker counts its permissions, and it takes back more than it gave: a permission from before
         * it opened must not become a further probe.
         */
        @Override
        public void release() {
            if (probes && !recorded) {
                breaker.releasePermission();
            }
        }
    }
}
