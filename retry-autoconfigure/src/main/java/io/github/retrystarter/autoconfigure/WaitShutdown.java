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

import java.util.concurrent.CompletableFuture;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

import io.github.retrystarter.execution.RetryWaits;

/** Ends waits at one stage of the shutdown of an application, and what is left of them with its beans. */
final class WaitShutdown implements SmartLifecycle, DisposableBean {

    private final RetryWaits waits;
    private final ShutdownGrace grace;
    private final ShutdownStage stage;
    private volatile boolean running;

    WaitShutdown(RetryWaits waits, ShutdownGrace grace, ShutdownStage stage) {
        this.waits = waits;
        this.grace = grace;
        this.stage = stage;
    }

    @Override
    public void start() {
        waits.open();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        var unused = waits.close(grace.time());
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        CompletableFuture<Void> idle = waits.close(grace.time());
        if (stage.lastsUntilIdle()) {
            var unused = idle.thenRun(callback);
        } else {
            callback.run();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return stage.phase();
    }

    @Override
    public void destroy() {
        waits.end();
    }
}
