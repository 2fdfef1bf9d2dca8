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

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What a server's answer says about the next attempt. Immutable.
 *
 * @param directive whether the server allows or forbids a retry outright
 * @param delay the wait the server asks for, in whole milliseconds and never negative, up to {@link #LONGEST}. Zero, which
 *     is also what a date in the past gives, is a hint like any other; null when the server asks for no wait
 * @param source the lower-case name of the header that gave the wait, such as {@code retry-after}; null when there is no
 *     wait
 * @param unreadable whether a header of a source that was looked at was there and no line of it could be read. True also
 *     when a later source then gave the wait
 * @since 0.1.0
 */
public record RetryHint(
        Directive directive,
        @Nullable Duration delay,
        @Nullable String source,
        boolean unreadable) {

    /** The longest wait a hint can carry; longer ones become this one. */
    public static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

    /** The answer says nothing. */
    public static final RetryHint NONE = new RetryHint(Directive.NONE, null, null, false);

    /** The server's word on whether to retry at all. */
    public enum Directive {

        /** The server says nothing about it. */
        NONE,

        /** The server says that a retry is fine, whatever the status. */
        RETRY,

        /** The server says not to retry. */
        DO_NOT_RETRY
    }

    /**
     * Returns this hint, asking for at least so long a wait.
     *
     * @param least the shortest wait; zero changes nothing
     * @return this hint, or one like it with the longer wait
     */
    public RetryHint atLeast(Duration least) {
        if (least.isZero() || (delay != null && delay.compareTo(least) >= 0)) {
            return this;
        }
        return new RetryHint(directive, least, source, unreadable);
    }
}
