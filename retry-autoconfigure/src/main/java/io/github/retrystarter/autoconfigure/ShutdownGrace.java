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

import java.time.Duration;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * How long waits may still last when an application shuts down.
 *
 * @param time what Spring Boot allows each phase; zero where its web server is to stop at once
 */
record ShutdownGrace(Duration time) {

    private static final Duration DEFAULT = Duration.ofSeconds(30);

    static ShutdownGrace of(Environment environment) {
        if ("immediate".equalsIgnoreCase(environment.getProperty("server.shutdown"))) {
            return new ShutdownGrace(Duration.ZERO);
        }
        return new ShutdownGrace(Binder.get(environment)
                .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                .orElse(DEFAULT));
    }
}
