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

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An item of a structured field (RFC 9651, section 4.2.3): a value and its parameters.
 *
 * @param value the value
 * @param parameters the parameters by key; of a repeated key, the last
 */
record StructuredItem(BareItem value, Map<String, BareItem> parameters) {

    private static final String KEY_PUNCTUATION = "_-.*";

    StructuredItem {
        parameters = Map.copyOf(parameters);
    }

    Optional<BareItem> parameter(String key) {
        return Optional.ofNullable(parameters.get(key));
    }

    /** Reads an item, leaving the cursor behind it; empty when there is none. */
    static Optional<StructuredItem> parse(Cursor in) {
        return BareItem.parse(in)
                .flatMap(value -> parseParameters(in).map(parameters -> new StructuredItem(value, parameters)));
    }

    private static Optional<Map<String, BareItem>> parseParameters(Cursor in) {
        Map<String, BareItem> parameters = new HashMap<>();
        while (in.skip(';')) {
            in.skipSpaces();
            String key = parseKey(in);
            Optional<BareItem> value = in.skip('=') ? BareItem.parse(in) : Optional.of(BareItem.NO_INTEGER);
            if (key.isEmpty() || value.isEmpty()) {
                return Optional.empty();
            }
            parameters.put(key, value.get());
        }
        return Optional.of(parameters);
    }

    private static String parseKey(Cursor in) {
        StringBuilder key = new StringBuilder();
        if (Ascii.isLowerCase(in.peek()) || in.peek() == '*') {
            while (isKeyCharacter(in.peek())) {
                key.append((char) in.next());
            }
        }
        return key.toString();
    }

    private static boolean isKeyCharacter(int character) {
        return Ascii.isLowerCase(character) || Ascii.isDigit(character) || KEY_PUNCTUATION.indexOf(character) >= 0;
    }
}
