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

/** Character classes of the HTTP grammars: ASCII only, whatever the locale and whatever Unicode calls a digit. */
final class Ascii {

    private Ascii() {}

    static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    static boolean isLetter(int character) {
        return isLowerCase(character) || (character >= 'A' && character <= 'Z');
    }

    static boolean isLowerCase(int character) {
        return character >= 'a' && character <= 'z';
    }

    static boolean isPrintable(int character) {
        return character >= ' ' && character <= '~';
    }

    /**
     * Returns the text with A to Z in lower case and everything else as it is.
     *
     * <p>{@link String#toLowerCase()} would also fold characters such as the Kelvin sign into ASCII letters.
     */
    static String lowerCase(String text) {
        char[] characters = text.toCharArray();
        for (int i = 0; i < characters.length; i++) {
            if (characters[i] >= 'A' && characters[i] <= 'Z') {
                characters[i] = Character.toLowerCase(characters[i]);
            }
        }
        return new String(characters);
    }
}
