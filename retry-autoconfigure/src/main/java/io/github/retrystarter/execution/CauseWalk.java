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
package io.github.retrystarter.execution;

import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/** Looks along a chain of causes, from the outside in; a chain that is endless or closed in itself ends somewhere. */
final class CauseWalk {

    private static final int DEEPEST = 100;

    private CauseWalk() {}

    static boolean contains(Throwable failure, Predicate<Throwable> wanted) {
        return first(failure, wanted) != null;
    }

    static @Nullable Throwable first(Throwable failure, Predicate<Throwable> wanted) {
        Throwable level = failure;
        for (int depth = 0; level != null && depth < DEEPEST; depth++) {
            if (wanted.test(level)) {
                return level;
            }
            level = causeOf(level);
        }
        return null;
    }

    /** The cause; an exception whose own getter throws has none. */
    private static @Nullable Throwable causeOf(Throwable failure) {
        try {
            return failure.getCause();
        } catch (Throwable broken) {
            return null;
        }
    }
}
