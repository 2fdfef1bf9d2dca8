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

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;

/**
 * A call that was given up.
 *
 * @param sequence its place among all give-ups, from 0
 * @param when the time
 * @param policy the name of the policy
 * @param method the full name of the method; null for calls made in code
 * @param attempts the attempts made
 * @param waited the time waited between them
 * @param reason why no further one was made
 * @param failure the class of the last failure; null where a returned value was the failure
 */
record GiveUp(
        long sequence,
        Instant when,
        String policy,
        @Nullable String method,
        int attempts,
        Duration waited,
        GiveUpReason reason,
        @Nullable String failure) {

    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("when", when.toString());
        if (method != null) {
            body.put("method", method);
        }
        body.put("attempts", attempts);
        body.put("waited", Texts.of(waited));
        body.put("reason", reason.key());
        if (failure != null) {
            body.put("exception", failure);
        }
        return body;
    }
}
