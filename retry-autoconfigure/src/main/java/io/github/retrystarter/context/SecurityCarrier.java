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
import org.springframework.security.core.context.SecurityContextImpl;

import io.github.retrystarter.execution.ContextCarrier;

/**
 * Carries the security context of Spring Security.
 *
 * @since 0.1.0
 */
public final class SecurityCarrier implements ContextCarrier {

    private static final Carried NOBODY = new Nobody();

    /** Makes the carrier; it works on the holder that the application uses. */
    public SecurityCarrier() {}

    @Override
    public Carried capture() {
        SecurityContext context = SecurityContextHolder.getContext();
        return isOfNobody(context) ? NOBODY : new Taken(context);
    }

    private static boolean isOfNobody(SecurityContext context) {
        return context.getClass() == SecurityContextImpl.class && context.getAuthentication() == null;
    }

    private static void run(SecurityContext context, Runnable task) {
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

    private record Taken(SecurityContext context) implements Carried {

        @Override
        public void run(Runnable task) {
            SecurityCarrier.run(context, task);
        }

        @Override
        public boolean isCurrent() {
            return SecurityContextHolder.getContext() == context;
        }
    }

    /** Nobody was known: neither is anybody to the task, even if somebody signs in on the thread of the caller later. */
    private static final class Nobody implements Carried {

        @Override
        public void run(Runnable task) {
            SecurityCarrier.run(SecurityContextHolder.createEmptyContext(), task);
        }

        @Override
        public boolean isCurrent() {
            return isOfNobody(SecurityContextHolder.getContext());
        }

        @Override
        public boolean isEmpty() {
            return true;
        }
    }
}
