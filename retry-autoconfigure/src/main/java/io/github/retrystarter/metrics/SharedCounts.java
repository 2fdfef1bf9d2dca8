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
package io.github.retrystarter.metrics;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** What one series counts: more than one policy or method, where filters take away what tells them apart. */
final class SharedCounts {

    private final List<LongSupplier> parts = new CopyOnWriteArrayList<>();

    void add(LongSupplier part) {
        parts.add(part);
    }

    double total() {
        return parts.stream().mapToLong(LongSupplier::getAsLong).sum();
    }
}
