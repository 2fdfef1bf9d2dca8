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

import java.util.OptionalLong;

/**
 * Numbers in hint headers: ASCII digits, no sign, any number of leading zeros.
 *
 * <p>Each number is read as a multiple of 10<sup>-scale</sup> and rounded up, so that a wait is never shorter than asked
 * for. What does not fit becomes {@link Long#MAX_VALUE}.
 */
final class DelayNumber {

    private DelayNumber() {}

    /** Reads digits and nothing else; empty when the text is anything else. */
    static OptionalLong whole(String text, int scale) {
        return text.indexOf('.') < 0 ? decimal(text, scale) : OptionalLong.empty();
    }

    /** Reads digits, or digits on both sides of one dot; empty when the text is anything else. */
    static OptionalLong decimal(String text, int scale) {
        int dot = text.indexOf('.');
        if (dot < 0) {
            return isDigits(text) ? OptionalLong.of(scaled(text, "", scale)) : OptionalLong.empty();
        }
        String integer = text.substring(0, dot);
        String fraction = text.substring(dot + 1);
        return isDigits(integer) && isDigits(fraction)
                ? OptionalLong.of(scaled(integer, fraction, scale))
                : OptionalLong.empty();
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!Ascii.isDigit(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static long scaled(String integer, String fraction, int scale) {
        long value = 0;
        for (int i = 0; i < integer.length(); i++) {
            value = append(value, integer.charAt(i));
        }
        for (int i = 0; i < scale; i++) {
            value = append(value, i < fraction.length() ? fraction.charAt(i) : '0');
        }
        for (int i = scale; i < fraction.length(); i++) {
            if (fraction.charAt(i) != '0') {
                return value == Long.MAX_VALUE ? value : value + 1;
            }
        }
        return value;
    }

    private static long append(long value, char character) {
        int digit = character - '0';
        return value > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : value * 10 + digit;
    }
}
