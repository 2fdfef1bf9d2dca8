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
package io.github.retrystarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The shape of the configuration. Values that are null were not written, and are inherited key by key.
 *
 * @param enabled Whether failures are retried at all, by any policy.
 * @param order Place of the retry advice among other advice; lower is further out. Just outside transactions by default.
 * @param defaults What every policy starts from.
 * @param policies Policies by name.
 * @param http What HTTP clients do in retried calls.
 * @param metrics What meters tell apart.
 * @param logging What logs know of attempts.
 */
@ConfigurationProperties("retry")
record RetryProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable Integer order,
        @Nullable Policy defaults,
        @Nullable Map<String, Policy> policies,
        @Nullable Http http,
        @Nullable Metrics metrics,
        @Nullable Logging logging) {

    /**
     * What HTTP clients do in retried calls.
     *
     * @param attemptHeader Header that carries the number of the attempt. None by default.
     * @param clientRetries Whether Apache HttpClient may repeat requests by itself, below the policies; false takes that
     *     away from clients that Spring Boot builds. By default it may, and the log warns of it.
     */
    record Http(@Nullable String attemptHeader, @Nullable Boolean clientRetries) {}

    /**
     * What meters tell apart.
     *
     * @param tagMethod Whether counters have a tag with the annotated method.
     */
    record Metrics(@DefaultValue("false") boolean tagMethod) {}

    /**
     * What logs know of attempts.
     *
     * @param mdc Whether policy and attempt are in the logging context (MDC) during each attempt.
     */
    record Logging(@DefaultValue("false") boolean mdc) {}

    /**
     * What one policy says.
     *
     * @param preset Starting point for the other keys.
     * @param enabled Whether failures are retried; false makes one call and no retry.
     * @param attempts Most calls, the first one included, or "unlimited".
     * @param backoff How waits grow and scatter from attempt to attempt.
     * @param base First wait.
     * @param cap Longest wait of the policy's own backoff.
     * @param multiplier Growth from wait to wait.
     * @param increment Step of a linear backoff. Equal to the base by default.
     * @param deadline Total time for all attempts and waits. A wait that would not end before it is not begun.
     * @param retryOn What is retried beside the built-in transient failures.
     * @param neverOn What is not retried.
     * @param retryAfter What to do with a server's Retry-After.
     * @param idempotent Whether repeating a call that did take effect does no harm; false retries only what provably did not run.
     * @param exposeAttempt Whether Attempt.current() is available in the annotated method.
     * @param budget How many retries may be made in relation to the calls.
     * @param nested What to do with a failure that an inner policy has given up on already.
     * @param idempotencyKey Header that carries a key, the same one on every attempt of a call.
     * @param circuitBreaker Name of a Resilience4j circuit breaker around the whole call.
     */
    record Policy(
            @Nullable String preset,
            @Nullable Boolean enabled,
            @Nullable String attempts,
            @Nullable String backoff,
            @Nullable Duration base,
            @Nullable Duration cap,
            @Nullable Double multiplier,
            @Nullable Duration increment,
            @Nullable Duration deadline,
            @Nullable RetryOn retryOn,
            @Nullable NeverOn neverOn,
            @Nullable RetryAfter retryAfter,
            @Nullable Boolean idempotent,
            @Nullable Boolean exposeAttempt,
            @Nullable Budget budget,
            @Nullable String nested,
            @Nullable String idempotencyKey,
            @Nullable String circuitBreaker) {}

    /**
     * What is retried beside the built-in transient failures.
     *
     * @param exceptions Exception classes that are retried, subclasses included.
     * @param statuses HTTP statuses that are retried.
     * @param unclassified Whether exceptions that nothing classifies are retried too.
     */
    record RetryOn(
            @Nullable List<String> exceptions,
            @Nullable List<Integer> statuses,
            @Nullable Boolean unclassified) {}

    /**
     * What is not retried.
     *
     * @param exceptions Exception classes that are not retried, subclasses included.
     * @param statuses HTTP statuses that are not retried.
     */
    record NeverOn(
            @Nullable List<String> exceptions, @Nullable List<Integer> statuses) {}

    /**
     * What to do with a server's Retry-After.
     *
     * @param enabled Whether it is honoured.
     * @param max Longest wait that is honoured, or "unlimited"; a longer one ends the retries. The longer of 30s and the cap by default.
     * @param sources Headers that are read, in order of precedence.
     * @param spread Whether a random part is added to it, so that callers do not come back together. True by default for jittered backoffs.
     * @param hold Whether one hint holds back all retries of the policy until then.
     */
    record RetryAfter(
            @Nullable Boolean enabled,
            @Nullable String max,
            @Nullable List<String> sources,
            @Nullable Boolean spread,
            @Nullable Boolean hold) {}

    /**
     * How many retries may be made in relation to the calls.
     *
     * @param enabled Whether retries are limited at all.
     * @param ratio Retries for each call.
     * @param window Time over which calls and retries are counted.
     * @param minRetries Retries that are allowed in a window in any case.
     */
    record Budget(
            @Nullable Boolean enabled,
            @Nullable Double ratio,
            @Nullable Duration window,
            @Nullable Integer minRetries) {}
}
