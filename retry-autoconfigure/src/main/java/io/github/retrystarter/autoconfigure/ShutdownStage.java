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

import org.springframework.context.SmartLifecycle;

/** When something is done about waits while an application shuts down; stages of a higher phase come first. */
enum ShutdownStage {

    /** Just before the web server waits for its last requests. */
    REQUESTS_END(ShutdownStage.WEB_SERVER_GRACEFUL_PHASE + 1, false),

    /** After that, and before the web server and most beans stop. */
    WAITS_END(ShutdownStage.WEB_SERVER_GRACEFUL_PHASE - 512, true);

    /** That of Spring Boot's web servers, which has no common name on all the lines that are supported. */
    private static final int WEB_SERVER_GRACEFUL_PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

    private final int phase;
    private final boolean lastsUntilIdle;

    ShutdownStage(int phase, boolean lastsUntilIdle) {
        this.phase = phase;
        this.lastsUntilIdle = lastsUntilIdle;
    }

    int phase() {
        return phase;
    }

    boolean lastsUntilIdle() {
        return lastsUntilIdle;
    }
}
