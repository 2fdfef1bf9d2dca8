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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A structured field that is a list of items (RFC 9651, section 4.2.1). Inner lists are not items. */
final class StructuredList {

    private StructuredList() {}

    /**
     * Reads a list.
     *
     * @param text all lines of the field, joined by commas
     * @return the items, none for an empty text; empty when the text breaks the grammar anywhere
     */
    static Optional<List<StructuredItem>> parse(String text) {
        Cursor in = new Cursor(text);
        List<StructuredItem> items = new ArrayList<>();
        in.skipSpaces();
        if (in.atEnd()) {
            return Optional.of(items);
        }
        while (true) {
            Optional<StructuredItem> item = StructuredItem.parse(in);
            if (item.isEmpty()) {
                return Optional.empty();
            }
            items.add(item.get());
            in.skipBlanks();
            if (in.atEnd()) {
                return Optional.of(items);
            }
            if (!in.skip(',')) {
                return Optional.empty();
            }
            in.skipBlanks();
        }
    }
}
