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
package io.github.retrystarter.retryafter;

/**
 * A header, or family of headers, that tells a client when to come back.
 *
 * <p>Numbers are ASCII digits without a sign; one too large to hold counts as the longest wait. Each line of a repeated
 * header is read by itself, and the longest wait among them wins.
 *
 * @since 0.1.0
 */
public enum HintSource {

    /**
     * {@code Retry-After}: seconds or an HTTP date (RFC 9110, section 10.2.3). Seconds may have a fraction, and one line
     * may hold several whole numbers between commas, of which the largest counts.
     */
    RETRY_AFTER("retry-after"),

    /** {@code retry-after-ms}: milliseconds, which may have a fraction. */
    RETRY_AFTER_MS("retry-after-ms"),

    /** {@code x-ms-retry-after-ms}: milliseconds, which may have a fraction. */
    X_MS_RETRY_AFTER_MS("x-ms-retry-after-ms"),

    /** {@code x-amz-retry-after}: whole milliseconds. */
    X_AMZ_RETRY_AFTER("x-amz-retry-after"),

    /**
     * {@code RateLimit-Reset}, {@code X-RateLimit-Reset} or {@code X-Rate-Limit-Reset}, unless the matching
     * {@code -Remaining} header is there and not 0. Digits only: from 10<sup>12</sup> an epoch in milliseconds, from
     * 10<sup>9</sup> an epoch in seconds, below that seconds from now.
     */
    RATELIMIT_RESET("ratelimit-reset"),

    /**
     * The structured field {@code RateLimit} (draft-ietf-httpapi-ratelimit-headers): the longest {@code t}, in seconds,
     * among the items with {@code r=0}. A field that breaks the grammar of RFC 9651 is ignored whole.
     */
    RATELIMIT("ratelimit"),

    /**
     * {@code x-should-retry} or {@code Stripe-Should-Retry}: the server's word on whether to retry at all, exactly
     * {@code true} or {@code false}. Gives no wait; no wins over yes.
     */
    SHOULD_RETRY("should-retry");

    private final String key;

    HintSource(String key) {
        this.key = key;
    }

    /**
     * Returns the name of this source in configuration.
     *
     * @return the name, in lower case with dashes
     */
    public String key() {
        return key;
    }
}
