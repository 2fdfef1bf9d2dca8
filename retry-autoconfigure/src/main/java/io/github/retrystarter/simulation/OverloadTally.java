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
package io.github.retrystarter.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.github.retrystarter.settings.GiveUpReason;

/** Counts what happens in an overload, second by second. */
final class OverloadTally {

    private final List<OverloadSecond> seconds = new ArrayList<>();
    private final Map<GiveUpReason, Long> giveUps = new EnumMap<>(GiveUpReason.class);
    private long calls;
    private long attempts;
    private long succeeded;
    private long failed;

    void callBegins() {
        calls++;
    }

    void attemptBegins() {
        attempts++;
    }

    void callSucceeds() {
        succeeded++;
    }

    void callFails(GiveUpReason reason) {
        failed++;
        giveUps.merge(reason, 1L, Long::sum);
    }

    void secondEnds(int waiting, long budget) {
        seconds.add(new OverloadSecond(calls, attempts, succeeded, failed, waiting, budget));
        calls = 0;
        attempts = 0;
        succeeded = 0;
        failed = 0;
    }

    OverloadResult result(Trigger trigger, long wasted) {
        return new OverloadResult(trigger, seconds, giveUps, wasted);
    }
}
