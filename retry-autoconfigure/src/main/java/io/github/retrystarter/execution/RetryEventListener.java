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

/**
 * Is told about retries, recoveries and give-ups, once each, on the thread of the call.
 *
 * <p>Beans of this type are found by themselves. What a listener throws is logged once and changes nothing for the call.
 * Listeners are used by many threads at once and must be safe for that.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RetryEventListener {

    /**
     * Takes note of an event.
     *
     * @param event what happened
     */
    void onRetryEvent(RetryEvent event);

    /**
     * Returns whether this listener has a use for events of a kind right now. Asked each time, so that an event that
     * nobody has a use for is not made; it must be quick. Events may come all the same.
     *
     * @param kind what happened
     * @return true by default
     */
    default boolean wants(RetryEvent.Kind kind) {
        return true;
    }
}
