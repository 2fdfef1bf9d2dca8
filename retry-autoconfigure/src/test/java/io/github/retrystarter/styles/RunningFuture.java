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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A call whose end is known by a future; what futures wrap around a failure is taken off once, as callers do. */
record RunningFuture(CompletableFuture<?> future) implements Running {

    @Override
    public Object await() throws Throwable {
        try {
            return future.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException ex) {
            throw ex.getCause();
        }
    }

    @Override
    public void stop() {
        future.cancel(true);
    }

    @Override
    public boolean ended() {
        return future.isDone();
    }
}
