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
package io.github.retrystarter.compat;

import java.net.SocketException;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.stereotype.Service;

import io.github.retrystarter.annotation.Retryable;

/** Fails twice before it answers. */
@Service
class Inventory {

    private final AtomicInteger calls = new AtomicInteger();

    @Retryable("inventory")
    int count() throws SocketException {
        int call = calls.incrementAndGet();
        if (call < 3) {
            throw new SocketException("Connection reset");
        }
        return call;
    }
}
