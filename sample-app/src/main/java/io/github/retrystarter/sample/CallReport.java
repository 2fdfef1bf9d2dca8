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

import java.util.List;

import io.github.retrystarter.sample.upstream.LoggedRequest;
import io.github.retrystarter.settings.GiveUpReason;

/**
 * How a call ended, and every request that the upstream saw of it.
 *
 * @param outcome {@code success}, or the reason for giving up
 * @param key what the upstream knows the caller by
 * @param requests the requests under that key, in order of arrival
 */
record CallReport(String outcome, String key, List<LoggedRequest> requests) {

    static CallReport success(String key, List<LoggedRequest> requests) {
        return new CallReport("success", key, requests);
    }

    static CallReport gaveUp(GiveUpReason reason, String key, List<LoggedRequest> requests) {
        return new CallReport(reason.key(), key, requests);
    }
}
