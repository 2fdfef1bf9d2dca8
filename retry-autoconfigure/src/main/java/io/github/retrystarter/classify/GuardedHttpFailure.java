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
package io.github.retrystarter.classify;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** An HTTP answer from code that is not ours: its status is read once, its headers come without surprises. */
final class GuardedHttpFailure implements HttpFailure {

    private static final int LOWEST_STATUS = 100;

    private static final int HIGHEST_STATUS = 999;

    private final int status;

    private final HttpFailure answer;

    private final ExtensionGuard guard;

    private GuardedHttpFailure(int status, HttpFailure answer, ExtensionGuard guard) {
        this.status = status;
        this.answer = answer;
        this.guard = guard;
    }

    /**
     * Returns null where there is no answer: an exception for a broken connection, such as Feign's, has a status like
     * 0 or -1.
     */
    static @Nullable HttpFailure of(HttpFailure answer, ExtensionGuard guard) {
        Integer status = guard.ask(answer, answer::status);
        return status == null || status < LOWEST_STATUS || status > HIGHEST_STATUS
                ? null
                : new GuardedHttpFailure(status, answer, guard);
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public Map<String, List<String>> headers() {
        Map<String, List<String>> headers = guard.ask(answer, answer::headers);
        return headers == null ? Map.of() : headers;
    }

    @Override
    public String toString() {
        return "HTTP " + status;
    }
}
