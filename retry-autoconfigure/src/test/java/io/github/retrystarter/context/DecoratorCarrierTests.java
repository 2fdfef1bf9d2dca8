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

import io.github.retrystarter.execution.ContextCarrier;

class DecoratorCarrierTests extends ContextCarrierContract {

    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    /** As applications write them. */
    private static Runnable withTenant(Runnable task) {
        String tenant = TENANT.get();
        return () -> {
            String before = TENANT.get();
            TENANT.set(tenant);
            try {
                task.run();
            } finally {
                TENANT.set(before);
            }
        };
    }

    @Override
    ContextCarrier carrier() {
        return new DecoratorCarrier(DecoratorCarrierTests::withTenant);
    }

    @Override
    void know(String what) {
        TENANT.set(what);
    }

    @Override
    String known() {
        return TENANT.get();
    }
}
