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
package io.github.retrystarter.execution;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** What a policy counts for each of its methods, beside what it counts in all. The number of names is bounded. */
final class MethodCounts {

    /** How many methods have a name of their own at most. */
    static final int MOST = 100;

    static final String NONE = "none";
    private static final String OTHER = "other";

    /** How many methods are found without a lock at most; a limit to memory, not one that an application should meet. */
    private static final int MOST_KNOWN = 1_000;

    private final RetryCounts whole;
    private final Supplier<RetryDiagnostics> diagnostics;
    private final RetryCounts none;
    private final Map<Method, RetryCounts> known = new ConcurrentHashMap<>();
    private final Map<String, RetryCounts> byName = new LinkedHashMap<>();
    private final List<MethodCountsListener> listeners = new ArrayList<>();

    MethodCounts(RetryCounts whole, Supplier<RetryDiagnostics> diagnostics) {
        this.whole = whole;
        this.diagnostics = diagnostics;
        this.none = new RetryCounts(whole);
        byName.put(NONE, none);
    }

    RetryCounts of(@Nullable Method method) {
        if (method == null) {
            return none;
        }
        RetryCounts found = known.get(method);
        return found != null ? found : learn(method);
    }

    private synchronized RetryCounts learn(Method method) {
        RetryCounts counts = named(method.getDeclaringClass().getSimpleName() + "." + method.getName());
        if (known.size() < MOST_KNOWN) {
            known.put(method, counts);
        }
        return counts;
    }

    private RetryCounts named(String name) {
        RetryCounts counts = byName.get(name);
        if (counts != null) {
            return counts;
        }
        // That of calls in code comes on top.
        if (byName.size() > MOST && !name.equals(OTHER)) {
            return named(OTHER);
        }
        RetryCounts made = new RetryCounts(whole);
        byName.put(name, made);
        listeners.forEach(listener -> tell(listener, name, made));
        return made;
    }

    /** In the midst of a call, which must not fail for it. */
    private void tell(MethodCountsListener listener, String name, RetryCounts counts) {
        Guard.run(diagnostics.get(), listener, () -> listener.onMethod(name, counts));
    }

    /** Tells a listener of all methods, those that are known now and those to come. */
    synchronized void add(MethodCountsListener listener) {
        listeners.add(listener);
        byName.forEach(listener::onMethod);
    }
}
