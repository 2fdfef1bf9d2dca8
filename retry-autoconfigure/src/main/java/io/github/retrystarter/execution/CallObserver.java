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
package io.github.retrystarter.execution;

import java.lang.reflect.Method;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Watches calls from their start to their end, in every style: for traces, or for what a thread should know while it runs an
 * attempt. Unlike a {@link RetryEventListener} it also sees calls that succeed at once.
 *
 * <p>Beans of this type are found by themselves, when the first call is made. What an observer throws is logged once and
 * changes nothing for the call. Observers are used by many threads at once and must be safe for that.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CallObserver {

    /**
     * A call begins. Asked on the thread that begins it, before anything else happens.
     *
     * @param policy the name of the policy
     * @param method the annotated method; null for calls made in code
     * @param surroundings gives what the subscriber of a reactive call has in its context under a key; null where there is
     *     nothing, as in every other style
     * @return what watches this call; null where nobody wants to know of it
     */
    @Nullable
    ObservedCall begin(String policy, @Nullable Method method, Function<Object, @Nullable Object> surroundings);
}
