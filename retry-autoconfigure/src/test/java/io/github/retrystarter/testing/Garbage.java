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
package io.github.retrystarter.testing;

import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Collectors;

/** Tells what nobody holds any more. */
public final class Garbage {

    private Garbage() {}

    /** Waits until the collector has taken all of these, which means that nothing leads to them. */
    public static void assertCollected(String what, Collection<? extends WeakReference<?>> references) {
        try {
            Eventually.until(what + " can be collected", () -> {
                System.gc();
                return references.stream().allMatch(reference -> reference.get() == null);
            });
        } catch (AssertionError held) {
            throw new AssertionError(
                    references.stream()
                            .map(WeakReference::get)
                            .filter(Objects::nonNull)
                            .map(Object::toString)
                            .collect(Collectors.joining(", ", "Held: ", "")),
                    held);
        }
    }
}
