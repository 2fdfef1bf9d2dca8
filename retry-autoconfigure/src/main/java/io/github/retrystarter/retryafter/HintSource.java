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
 * @since 0.1.0
 */
public enum HintSource {

    /** {@code Retry-After}: seconds or an HTTP date (RFC 9110, section 10.2.3). */
    RETRY_AFTER("retry-after"),

    /** {@code retry-after-ms}: milliseconds. */
    RETRY_AFTER_MS("retry-after-ms"),

    /** {@code x-ms-retry-after-ms}: milliseconds. */
    X_MS_RETRY_AFTER_MS("x-ms-retry-after-ms"),

    /** {@code x-amz-retry-after}: whole milliseconds. */
    X_AMZ_RETRY_AFTER("x-amz-retry-after"),

    /**
     * {@code RateLimit-Reset}, {@code X-RateLimit-Reset} or {@code X-Rate-Limit-Reset}, unless the matching
     * {@code -Remaining} header says that quota is left.
     */
    RATELIMIT_RESET("ratelimit-reset"),

    /** The structured field {@code RateLimit} of the IETF draft. */
    RATELIMIT("ratelimit"),

    /** {@code x-should-retry} or {@code Stripe-Should-Retry}: the server's word on whether to retry at all. */
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
