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
package io.github.retrystarter.retryafter;

import java.util.List;
import java.util.stream.Stream;

import io.github.retrystarter.retryafter.RetryHint.Directive;

/** The fields in which a server says outright whether to retry. */
final class ShouldRetry {

    private ShouldRetry() {}

    /** Returns the server's word; where it contradicts itself, no is the safer answer. */
    static Directive directive(HeaderLines headers) {
        List<String> lines = Stream.of("x-should-retry", "stripe-should-retry")
                .flatMap(name -> headers.named(name).stream())
                .toList();
        if (lines.contains("false")) {
            return Directive.DO_NOT_RETRY;
        }
        return lines.contains("true") ? Directive.RETRY : Directive.NONE;
    }
}
