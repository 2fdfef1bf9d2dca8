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

import java.time.Duration;

import io.github.retrystarter.settings.WaitSource;

/**
 * Is told about each wait when the attempt after it starts. A wait that is cut short is not told.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WaitListener {

    /**
     * Takes note of a wait that has ended.
     *
     * @param source what decided its length
     * @param delay its length, zero included
     */
    void onWait(WaitSource source, Duration delay);
}
