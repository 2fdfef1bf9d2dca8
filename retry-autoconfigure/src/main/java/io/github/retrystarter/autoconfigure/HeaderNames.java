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
package io.github.retrystarter.autoconfigure;

import java.util.Locale;
import java.util.Set;

/** Names of HTTP headers: tokens of RFC 9110, section 5.6.2. */
final class HeaderNames {

    private static final String PUNCTUATION = "!#$%&'*+-.^_`|~";

    /** What a request says of itself; another value would break it. */
    private static final Set<String> RESERVED = Set.of(
            "accept",
            "authorization",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "cookie",
            "expect",
            "host",
            "transfer-encoding",
            "upgrade");

    private HeaderNames() {}

    static boolean valid(String name) {
        return !name.isEmpty() && name.chars().allMatch(HeaderNames::isTokenCharacter);
    }

    static boolean reserved(String name) {
        return RESERVED.contains(name.toLowerCase(Locale.ROOT));
    }

    private static boolean isTokenCharacter(int c) {
        return c < 0x7f && (Character.isLetterOrDigit(c) || PUNCTUATION.indexOf(c) >= 0);
    }
}
