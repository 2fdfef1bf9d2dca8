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
package io.github.retrystarter.classify;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.jspecify.annotations.Nullable;

/** The failures behind a failure, from the outside in, without the wrappers of futures, reflection and Reactor. */
final class CauseChain {

    /** Bounds chains whose {@code getCause()} makes a new exception each time; real ones are far shorter. */
    static final int LONGEST = 1_000;

    /** Bounds the wrappers to peel on the way; a cycle of nothing but wrappers cannot be made by fair means. */
    private static final int MOST_STEPS = 100_000;

    /** Exact classes: a subclass is some application's own type and stays what it is. */
    private static final Set<String> WRAPPERS = Set.of(
            CompletionException.class.getName(),
            ExecutionException.class.getName(),
            InvocationTargetException.class.getName(),
            UndeclaredThrowableException.class.getName(),
            "reactor.core.Exceptions$ReactiveException",
            "reactor.core.Exceptions$BubblingException");

    private CauseChain() {}

    /** Returns at least one failure: the given one where there is nothing to peel. */
    static List<Throwable> of(Throwable failure) {
        if (causeOf(failure) == null) {
            return List.of(failure);
        }
        List<Throwable> chain = new ArrayList<>();
        Throwable current = failure;
        for (int steps = 0; current != null && steps < MOST_STEPS && chain.size() < LONGEST; steps++) {
            if (holds(chain, current)) {
                break;
            }
            Throwable cause = causeOf(current);
            if (cause == null || !isWrapper(current)) {
                chain.add(current);
            }
            current = cause;
        }
        return chain.isEmpty() ? List.of(failure) : chain;
    }

    private static boolean isWrapper(Throwable failure) {
        return WRAPPERS.contains(failure.getClass().getName());
    }

    private static boolean holds(List<Throwable> chain, Throwable failure) {
        for (Throwable other : chain) {
            if (other == failure) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Throwable causeOf(Throwable failure) {
        try {
            return failure.getCause();
        } catch (RuntimeException | Error brokenGetter) {
            return null;
        }
    }
}
