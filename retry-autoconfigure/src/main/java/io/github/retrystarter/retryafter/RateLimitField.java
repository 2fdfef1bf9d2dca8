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

import java.util.List;
import java.util.Optional;

/**
 * {@code RateLimit} (draft-ietf-httpapi-ratelimit-headers): a structured list with one item for each quota policy, where
 * {@code r} is what remains of the quota and {@code t} the seconds until there is more.
 *
 * <p>The policy is a string in the current draft and a token in earlier ones; either will do. A field with any fault in it
 * is ignored whole, as the draft demands.
 */
final class RateLimitField implements HintField {

    private static final String REMAINING = "r";

    private static final String RESET = "t";

    private static final long MILLIS_PER_SECOND = 1_000;

    @Override
    public String name() {
        return "ratelimit";
    }

    @Override
    public FieldReading read(HeaderLines headers, ResponseClock clock) {
        List<String> lines = headers.named(name());
        // Lines of a structured list are one list; no line at all is an empty one.
        return StructuredList.parse(String.join(",", lines))
                .map(RateLimitField::longestReset)
                .orElse(FieldReading.UNREADABLE);
    }

    private static FieldReading longestReset(List<StructuredItem> policies) {
        FieldReading longest = FieldReading.NOTHING;
        for (StructuredItem policy : policies) {
            Optional<BareItem> remaining = policy.parameter(REMAINING);
            Optional<BareItem> reset = policy.parameter(RESET);
            if (!isAmount(remaining) || !isAmount(reset)) {
                return FieldReading.UNREADABLE;
            }
            if (remaining.isPresent() && remaining.get().integer().orElse(1) == 0 && reset.isPresent()) {
                // At most 15 digits, so that the product fits.
                long delayMillis = reset.get().integer().orElse(0) * MILLIS_PER_SECOND;
                if (delayMillis > longest.delayMillis().orElse(-1)) {
                    longest = FieldReading.of(delayMillis);
                }
            }
        }
        return longest;
    }

    private static boolean isAmount(Optional<BareItem> parameter) {
        return parameter.isEmpty() || parameter.get().integer().orElse(-1) >= 0;
    }
}
