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
package io.github.retrystarter.settings;

import java.time.Duration;

/**
 * What to do about a failed attempt: wait and try again, or give up.
 *
 * @since 0.1.0
 */
public sealed interface RetryDecision {

    /**
     * Try again after a wait.
     *
     * @param delay the wait before the next attempt, in whole milliseconds, never negative
     * @param ownDelay the part that the policy's own backoff asked for: the previous wait of the next decision
     * @param source what decided the length of the wait
     */
    record RetryIn(Duration delay, Duration ownDelay, WaitSource source) implements RetryDecision {}

    /**
     * Make no further attempt.
     *
     * @param reason why
     */
    record GiveUp(GiveUpReason reason) implements RetryDecision {}
}
