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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.springframework.beans.factory.ObjectProvider;

/**
 * All beans of a type in their order, looked up when they are asked for. A class rather than a lambda at each place, of
 * which each would be a class to load at start-up.
 *
 * @param before what comes before them
 * @param provider where they are looked up
 * @param <T> their type
 */
record OrderedBeans<T>(List<? extends T> before, ObjectProvider<? extends T> provider) implements Supplier<List<T>> {

    OrderedBeans(ObjectProvider<? extends T> provider) {
        this(List.of(), provider);
    }

    @Override
    public List<T> get() {
        List<T> all = new ArrayList<>(before);
        provider.orderedStream().forEach(all::add);
        return List.copyOf(all);
    }
}
