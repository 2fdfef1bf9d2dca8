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
package io.github.retrystarter.reactive;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** Work of which what it throws has to get out of a {@code Runnable} unchanged. */
final class InContext<V extends @Nullable Object> {

    private final Work<V> work;
    private @Nullable Throwable thrown;

    /** Gives something, or throws anything. */
    interface Work<V extends @Nullable Object> {

        V get() throws Throwable;
    }

    InContext(Work<V> work) {
        this.work = work;
    }

    void andThen(Consumer<V> next) {
        try {
            next.accept(work.get());
        } catch (Throwable ex) {
            thrown = ex;
        }
    }

    void rethrow() throws Throwable {
        if (thrown != null) {
            throw thrown;
        }
    }
}
