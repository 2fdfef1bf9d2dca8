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
package io.github.retrystarter.sample.upstream;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What each caller asked for so far and what it got, which is also all that scenarios know about it. Callers are told
 * apart by their keys. Keeps the latest keys only, and a key with very many requests starts anew.
 */
final class RequestLog {

    static final int MOST_KEYS = 1_000;
    static final int MOST_REQUESTS = 1_000;

    private final Map<String, List<LoggedRequest>> requestsByKey = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<LoggedRequest>> eldest) {
            return size() > MOST_KEYS;
        }
    };

    synchronized Answer record(Script script, Instant now, Function<Visit, Answer> decision) {
        List<LoggedRequest> requests = requestsByKey.computeIfAbsent(script.key(), key -> new ArrayList<>());
        if (requests.size() == MOST_REQUESTS) {
            requests.clear();
        }
        Answer answer = decision.apply(visit(requests, script.path(), now));
        Instant first = requests.isEmpty() ? now : requests.get(0).at();
        requests.add(new LoggedRequest(now, Duration.between(first, now).toMillis(), script.path(), answer.summary()));
        return answer;
    }

    private static Visit visit(List<LoggedRequest> requests, String path, Instant now) {
        List<LoggedRequest> same =
                requests.stream().filter(request -> request.path().equals(path)).toList();
        return new Visit(same.size(), same.isEmpty() ? now : same.get(0).at(), now);
    }

    synchronized List<LoggedRequest> requests(String key) {
        return List.copyOf(requestsByKey.getOrDefault(key, List.of()));
    }
}
