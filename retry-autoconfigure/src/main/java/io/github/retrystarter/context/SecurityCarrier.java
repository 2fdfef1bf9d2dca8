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

import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

import io.github.retrystarter.execution.ContextCarrier;

/**
 * Carries the security context of Spring Security.
 *
 * @since 0.1.0
 */
public final class SecurityCarrier implements ContextCarrier {

    /** Makes the carrier; it works on the holder that the application uses. */
    public SecurityCarrier() {}

    @Override
    public Carried capture() {
        return new Taken(SecurityContextHolder.getContext());
    }

    private record Taken(SecurityContext context) implements Carried {

        @Override
        public void run(Runnable task) {
            SecurityContext before = SecurityContextHolder.getContext();
            SecurityContextHolder.setContext(context);
            try {
                task.run();
            } finally {
                restore(before);
            }
        }

        /** An empty context is not left on a thread of a pool. */
        private static void restore(SecurityContext before) {
            if (SecurityContextHolder.createEmptyContext().equals(before)) {
                SecurityContextHolder.clearContext();
            } else {
                SecurityContextHolder.setContext(before);
            }
        }

        @Override
        public boolean isCurrent() {
            return SecurityContextHolder.getContext() == context;
        }
    }
}
