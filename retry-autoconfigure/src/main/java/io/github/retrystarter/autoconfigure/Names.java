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

/** The forms in which one name is written in code, in files, in the environment and as a bean. */
final class Names {

    private Names() {}

    /** From {@code retryAfter} to {@code retry-after}. */
    static String dashed(String camelCase) {
        StringBuilder dashed = new StringBuilder();
        for (int i = 0; i < camelCase.length(); i++) {
            char c = camelCase.charAt(i);
            if (Character.isUpperCase(c)) {
                dashed.append('-');
            }
            dashed.append(Character.toLowerCase(c));
        }
        return dashed.toString();
    }

    /** Letters and digits in lower case: what is left of a name in an environment variable. */
    static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        String lower = name.toLowerCase(Locale.ROOT);
        int c;
        for (int i = 0; i < lower.length(); i += Character.charCount(c)) {
            c = lower.codePointAt(i);
            if (Character.isLetterOrDigit(c)) {
                plain.appendCodePoint(c);
            }
        }
        return plain.toString();
    }

    /** From {@code partner-api} to {@code partnerApiRetryPolicy}. */
    static String bean(String policy) {
        StringBuilder bean = new StringBuilder();
        boolean boundary = false;
        int c;
        for (int i = 0; i < policy.length(); i += Character.charCount(c)) {
            c = policy.codePointAt(i);
            if (!Character.isLetterOrDigit(c)) {
                boundary = true;
            } else if (bean.isEmpty()) {
                bean.appendCodePoint(Character.toLowerCase(c));
                boundary = false;
            } else {
                bean.appendCodePoint(boundary ? Character.toUpperCase(c) : c);
                boundary = false;
            }
        }
        return bean + "RetryPolicy";
    }
}
