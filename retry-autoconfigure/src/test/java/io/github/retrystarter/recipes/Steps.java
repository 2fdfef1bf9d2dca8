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
package io.github.retrystarter.recipes;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Work that fails or returns as it is told, one step for each call; the last step stands for all that follow. */
final class Steps implements Work {

    private final List<Object> steps;
    private final AtomicInteger calls = new AtomicInteger();

    Steps(Object... steps) {
        this.steps = List.of(steps);
    }

    @Override
    public Object run() throws Throwable {
        Object step = steps.get(Math.min(calls.incrementAndGet(), steps.size()) - 1);
        if (step instanceof Throwable failure) {
            throw failure;
        }
        return step;
    }

    int calls() {
        return calls.get();
    }
}
