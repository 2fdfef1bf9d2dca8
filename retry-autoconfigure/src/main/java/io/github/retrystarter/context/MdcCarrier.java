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

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

import io.github.retrystarter.execution.ContextCarrier;

/**
 * Carries the logging context of SLF4J.
 *
 * @since 0.1.0
 */
public final class MdcCarrier implements ContextCarrier {

    private static final Carried NOTHING = new Taken(null);

    /** Makes the carrier. */
    public MdcCarrier() {}

    @Override
    public Carried capture() {
        Map<String, String> taken = MDC.getCopyOfContextMap();
        return taken == null || taken.isEmpty() ? NOTHING : new Taken(taken);
    }

    /** A logging context; null is an empty one. */
    private record Taken(@Nullable Map<String, String> context) implements Carried {

        @Override
        public void run(Runnable task) {
            Map<String, String> before = MDC.getCopyOfContextMap();
            put(context);
            try {
                task.run();
            } finally {
                put(before);
            }
        }

        private static void put(@Nullable Map<String, String> context) {
            if (context == null) {
                MDC.clear();
            } else {
                MDC.setContextMap(context);
            }
        }

        @Override
        public boolean isEmpty() {
            return context == null;
        }

        @Override
        public boolean isCurrent() {
            Map<String, String> now = MDC.getCopyOfContextMap();
            return (now == null || now.isEmpty()) ? context == null : now.equals(context);
        }
    }
}
