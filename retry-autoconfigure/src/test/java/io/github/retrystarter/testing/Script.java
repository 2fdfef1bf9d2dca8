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

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.RetryCall;

/** Work that fails or returns as it is told, one step for each attempt; the last step stands for all that follow. */
public final class Script implements RetryCall<Object, Throwable> {

    private final List<Object> steps;
    private final List<Attempt> attempts = new CopyOnWriteArrayList<>();

    public Script(Object... steps) {
        this.steps = List.of(steps);
    }

    @Override
    public Object call(Attempt attempt) throws Throwable {
        attempts.add(attempt);
        Object step = steps.get(Math.min(attempt.number(), steps.size()) - 1);
        if (step instanceof Throwable failure) {
            throw failure;
        }
        return step;
    }

    public int calls() {
        return attempts.size();
    }

    public List<Attempt> attempts() {
        return attempts;
    }
}
