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

import java.net.ConnectException;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.retrystarter.annotation.Retryable;

/** Leaves an annotated method to subclasses in other packages, and gives them another. */
public abstract class Converter<T> {

    private final AtomicInteger calls = new AtomicInteger();

    @Retryable("p")
    protected abstract T convert(T value) throws ConnectException;

    @Retryable("p")
    protected T inherited(T value) throws ConnectException {
        return answer(value);
    }

    /** Fails twice, then answers, and so on. */
    protected final T answer(T value) throws ConnectException {
        if (calls.incrementAndGet() % 3 != 0) {
            throw new ConnectException("refused");
        }
        return value;
    }

    /** A call from the package of this class. */
    public static <T> T convert(Converter<T> converter, T value) throws ConnectException {
        return converter.convert(value);
    }

    /** A call from the package of this class. */
    public static <T> T inherited(Converter<T> converter, T value) throws ConnectException {
        return converter.inherited(value);
    }
}
