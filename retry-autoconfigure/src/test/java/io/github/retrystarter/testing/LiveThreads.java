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

/** The platform threads that live right now. */
public final class LiveThreads {

    private LiveThreads() {}

    /** The names of those that begin with the prefix. */
    public static List<String> named(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    public static int count() {
        return Thread.getAllStackTraces().size();
    }

    /** Threads of ours that are told to end may take a moment for it. */
    public static void awaitNoneOfOurs() {
        Eventually.until("no thread of ours lives", () -> named("retry-").isEmpty());
    }
}
