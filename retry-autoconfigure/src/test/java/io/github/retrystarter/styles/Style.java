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
package io.github.retrystarter.styles;

import org.springframework.context.ApplicationContext;

import io.github.retrystarter.settings.GiveUpReason;

/** One execution style under test: a bean with annotated methods, and how they are called. */
public interface Style {

    /** The bean; it has the methods that {@link #call} and the others call. */
    Class<?> bean();

    /** Calls the method under the policy {@code p}. */
    Running call(ApplicationContext context, Steps steps);

    /** Calls the method under the policy {@code p} that has a fallback. */
    Running withFallback(ApplicationContext context, Steps steps);

    /** Calls the method under the policy {@code outer}, which calls the one under {@code p} through its proxy. */
    Running nested(ApplicationContext context, Steps steps);

    /** Why a call ends that is stopped while it waits. */
    GiveUpReason stopReason();

    /** Checks what whoever waits for a call gets that was stopped in a wait. */
    void assertStopped(Running running, Throwable lastFailure);

    /** Whether a stop reaches the attempt in flight. */
    default boolean reachesAttempts() {
        return true;
    }

    /** Whether a result may have many elements, which are not looked at one by one. */
    default boolean givesMany() {
        return false;
    }
}
