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

import io.github.retrystarter.annotation.Retryable;

/** Has an annotated method that subclasses in other packages do not see. */
public abstract class UnseenConverter<T> {

    private final T made;

    protected UnseenConverter(T made) {
        this.made = made;
    }

    @Retryable("p")
    T convert() throws ConnectException {
        return made;
    }
}
