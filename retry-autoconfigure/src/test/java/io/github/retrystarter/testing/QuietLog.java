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
package io.github.retrystarter.testing;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;

/** Keeps our warnings out of the output of tests that give up thousands of calls. */
public final class QuietLog implements BeforeAllCallback, AfterAllCallback {

    private final Logger log = (Logger) LoggerFactory.getLogger("io.github.retrystarter");

    @Override
    public void beforeAll(ExtensionContext context) {
        log.setLevel(Level.ERROR);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        log.setLevel(null);
    }
}
