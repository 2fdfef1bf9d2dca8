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
package io.github.retrystarter.autoconfigure;

import java.util.function.Supplier;

import org.springframework.beans.factory.ObjectProvider;

/**
 * The one bean of a type, looked up when it is asked for. A class rather than a method reference at each place, of which
 * each would be a class to load at start-up.
 *
 * @param provider where it is looked up
 * @param <T> its type
 */
record OneBean<T>(ObjectProvider<T> provider) implements Supplier<T> {

    @Override
    public T get() {
        return provider.getObject();
    }
}
