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

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A value in a structured field (RFC 9651, section 4.2.3.1). Values of every type are checked, but only that of an
 * integer is kept, since nobody asks for the others.
 *
 * @param integer the value, of at most 15 digits; empty when it is of another type
 */
record BareItem(OptionalLong integer) {

    /** A value of any type but integer. */
    static final BareItem NO_INTEGER = new BareItem(OptionalLong.empty());

    private static final int MOST_INTEGER_DIGITS = 15;

    private static final int MOST_DECIMAL_INTEGER_DIGITS = 12;

    private static final int MOST_FRACTION_DIGITS = 3;

    private static final int BASE64_QUANTUM = 4;

    private static final String TOKEN_PUNCTUATION = "!#$%&'*+-.^_`|~:/";

    private static final String LOWER_HEX_DIGITS = "0123456789abcdef";

    /** Reads a value, leaving the cursor behind it; empty when there is none. */
    static Optional<BareItem> parse(Cursor in) {
        int first = in.peek();
        if (first == '-' || Ascii.isDigit(first)) {
            return parseNumber(in);
        }
        boolean valid = switch (first) {
            case '"' -> skipString(in);
            case '?' -> skipBoolean(in);
            case ':' -> skipBytes(in);
            case '@' -> skipDate(in);
            case '%' -> skipDisplayString(in);
            default -> skipToken(in);
        };
        return valid ? Optional.of(NO_INTEGER) : Optional.empty();
    }

    private static Optional<BareItem> parseNumber(Cursor in) {
        boolean negative = in.skip('-');
        String digits = in.digits();
        if (in.skip('.')) {
            String fraction = in.digits();
            return hasLength(digits, MOST_DECIMAL_INTEGER_DIGITS) && hasLength(fraction, MOST_FRACTION_DIGITS)
                    ? Optional.of(NO_INTEGER)
                    : Optional.empty();
        }
        if (!hasLength(digits, MOST_INTEGER_DIGITS)) {
            return Optional.empty();
        }
        long value = Long.parseLong(digits);
        return Optional.of(new BareItem(OptionalLong.of(negative ? -value : value)));
    }

    private static boolean hasLength(String digits, int most) {
        return !digits.isEmpty() && digits.length() <= most;
    }

    private static boolean skipString(Cursor in) {
        in.next();
        while (Ascii.isPrintable(in.peek())) {
            int character = in.next();
            if (character == '"') {
                return true;
            }
            if (character == '\\' && !in.skip('"') && !in.skip('\\')) {
                return false;
            }
        }
        return false;
    }

    private static boolean skipBoolean(Cursor in) {
        in.next();
        return in.skip('0') || in.skip('1');
    }

    private static boolean skipDate(Cursor in) {
        in.next();
        return parseNumber(in).filter(number -> number.integer().isPresent()).isPresent();
    }

    private static boolean skipToken(Cursor in) {
        if (!Ascii.isLetter(in.peek()) && in.peek() != '*') {
            return false;
        }
        while (isTokenCharacter(in.peek())) {
            in.next();
        }
        return true;
    }

    private static boolean isTokenCharacter(int character) {
        return Ascii.isLetter(character) || Ascii.isDigit(character) || TOKEN_PUNCTUATION.indexOf(character) >= 0;
    }

    private static boolean skipBytes(Cursor in) {
        in.next();
        int data = 0;
        while (isBase64Character(in.peek())) {
            in.next();
            data++;
        }
        int padding = 0;
        while (in.skip('=')) {
            padding++;
        }
        // Padding may be left out as a whole, but it may not be wrong.
        boolean padded = padding == 0 || (padding <= 2 && (data + padding) % BASE64_QUANTUM == 0);
        return data % BASE64_QUANTUM != 1 && padded && in.skip(':');
    }

    private static boolean isBase64Character(int character) {
        return Ascii.isLetter(character) || Ascii.isDigit(character) || character == '+' || character == '/';
    }

    private static boolean skipDisplayString(Cursor in) {
        in.next();
        if (!in.skip('"')) {
            return false;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (Ascii.isPrintable(in.peek())) {
            int character = in.next();
            if (character == '"') {
                return isUtf8(bytes.toByteArray());
            }
            if (character == '%') {
                int high = LOWER_HEX_DIGITS.indexOf(in.next());
                int low = LOWER_HEX_DIGITS.indexOf(in.next());
                if (high < 0 || low < 0) {
                    return false;
                }
                character = high * LOWER_HEX_DIGITS.length() + low;
            }
            bytes.write(character);
        }
        return false;
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException ex) {
            return false;
        }
    }
}
