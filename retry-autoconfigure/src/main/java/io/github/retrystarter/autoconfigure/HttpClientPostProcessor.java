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

import java.util.function.Consumer;

import org.springframework.beans.factory.config.BeanPostProcessor;

/** Adds something to each HTTP client of one type, or to each builder of such clients. */
final class HttpClientPostProcessor<T> implements BeanPostProcessor {

    private final Class<T> type;
    private final Consumer<T> addition;

    HttpClientPostProcessor(Class<T> type, Consumer<T> addition) {
        this.type = type;
        this.addition = addition;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        addTo(bean);
        return bean;
    }

    /** Adds to a client, if it is one of the type. */
    void addTo(Object client) {
        if (type.isInstance(client)) {
            addition.accept(type.cast(client));
        }
    }
}
