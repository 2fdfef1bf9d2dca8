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

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Asks a supplier once and keeps the answer; a supplier that throws is asked again the next time. Two threads may both ask
 * at first; either answer serves.
 */
final class Once<T> implements Supplier<T> {

    private final Supplier<T> supplier;
    private volatile @Nullable T answer;

    Once(Supplier<T> supplier) {
        this.supplier = supplier;
    }

    @Override
    public T get() {
        T known = answer;
        if (known == null) {
            known = supplier.get();
            answer = known;
        }
        return known;
    }
}
