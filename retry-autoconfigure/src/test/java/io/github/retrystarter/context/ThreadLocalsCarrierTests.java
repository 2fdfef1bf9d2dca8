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
package io.github.retrystarter.context;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.retrystarter.execution.ContextCarrier;
import io.micrometer.context.ContextRegistry;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadLocalsCarrierTests extends ContextCarrierContract {

    private static final String KEY = ThreadLocalsCarrierTests.class.getName();
    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    @BeforeEach
    void register() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, TENANT);
    }

    @AfterEach
    void unregister() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
    }

    @Test
    void leavesTheClassLoaderOfTheThreadAlone() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        ClassLoader ofTheThread = new ClassLoader(null) {};
        thread.setContextClassLoader(ofTheThread);
        try {
            carrier().capture();
            assertThat(thread.getContextClassLoader()).isSameAs(ofTheThread);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    ContextCarrier carrier() {
        return new ThreadLocalsCarrier();
    }

    @Override
    void know(String what) {
        if (what == null) {
            TENANT.remove();
        } else {
            TENANT.set(what);
        }
    }

    @Override
    String known() {
        return TENANT.get();
    }
}
