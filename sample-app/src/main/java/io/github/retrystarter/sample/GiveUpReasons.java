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
package io.github.retrystarter.sample;

import org.springframework.stereotype.Component;

import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.settings.GiveUpReason;

/** Hears why calls are given up. All calls of the shop are blocking: a call that has failed finds its reason on its thread. */
@Component
class GiveUpReasons implements RetryEventListener {

    private final ThreadLocal<GiveUpReason> latest = new ThreadLocal<>();

    @Override
    public boolean wants(RetryEvent.Kind kind) {
        return kind == RetryEvent.Kind.GAVE_UP;
    }

    @Override
    public void onRetryEvent(RetryEvent event) {
        if (event.kind() == RetryEvent.Kind.GAVE_UP) {
            latest.set(event.reason());
        }
    }

    /** Returns the reason of the call that has just failed on this thread. */
    GiveUpReason take() {
        GiveUpReason reason = latest.get();
        latest.remove();
        return reason;
    }
}
