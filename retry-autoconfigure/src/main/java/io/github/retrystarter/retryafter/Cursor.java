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

/** A place in a text that only moves forward. Reading at the end gives {@link #END}, never an exception. */
final class Cursor {

    /** What stands after the last character. */
    static final int END = -1;

    private final String text;

    private int position;

    Cursor(String text) {
        this.text = text;
    }

    boolean atEnd() {
        return position >= text.length();
    }

    int peek() {
        return atEnd() ? END : text.charAt(position);
    }

    int next() {
        return atEnd() ? END : text.charAt(position++);
    }

    /** Moves past the character if it is the next one, and says whether it was. */
    boolean skip(char expected) {
        if (peek() != expected) {
            return false;
        }
        position++;
        return true;
    }

    /** Moves past a run of spaces and says whether there was any. */
    boolean skipSpaces() {
        int start = position;
        while (peek() == ' ') {
            position++;
        }
        return position > start;
    }

    /** Moves past a run of spaces and tabs. */
    void skipBlanks() {
        while (peek() == ' ' || peek() == '\t') {
            position++;
        }
    }

    /** Reads a run of ASCII digits, perhaps empty. */
    String digits() {
        int start = position;
        while (Ascii.isDigit(peek())) {
            position++;
        }
        return text.substring(start, position);
    }

    /** Reads a run of ASCII letters, perhaps empty. */
    String letters() {
        int start = position;
        while (Ascii.isLetter(peek())) {
            position++;
        }
        return text.substring(start, position);
    }
}
