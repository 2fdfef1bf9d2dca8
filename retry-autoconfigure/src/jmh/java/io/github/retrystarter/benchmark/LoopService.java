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
package io.github.retrystarter.benchmark;

import java.util.concurrent.CompletableFuture;

import reactor.core.publisher.Mono;

/** What people write by hand around a call. */
final class LoopService extends Service {

    private final Service target;
    private final long waitMillis;

    LoopService(Service target, long waitMillis) {
        this.target = target;
        this.waitMillis = waitMillis;
    }

    @Override
    public void play(Script other) {
        target.play(other);
    }

    @Override
    public int call(int n) {
        for (int attempt = 1; ; attempt++) {
            try {
                return target.call(n);
            } catch (RuntimeException failure) {
                if (attempt == Script.ATTEMPTS) {
                    throw failure;
                }
                pause();
            }
        }
    }

    private void pause() {
        if (waitMillis > 0) {
            try {
                Thread.sleep(waitMillis);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public CompletableFuture<Integer> future(int n) {
        throw new UnsupportedOperationException("Nobody writes this by hand");
    }

    @Override
    public Mono<Integer> mono(int n) {
        throw new UnsupportedOperationException("Nobody writes this by hand");
    }
}
