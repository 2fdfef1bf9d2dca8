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

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds what a user may have meant.
 *
 * @since 0.1.0
 */
public final class NearestName {

    private NearestName() {}

    /**
     * Returns the known name that is nearest to the one asked for: equal but for case and separators, or else at most a
     * third of its letters away (insertions, deletions, replacements and swaps of neighbours).
     *
     * @param asked the name asked for
     * @param known the names there are
     * @return the nearest name, or empty when none is near
     */
    public static Optional<String> of(String asked, Collection<String> known) {
        String plainAsked = plain(asked);
        int most = Math.max(1, plainAsked.length() / 3);
        return known.stream()
                .filter(name -> distance(plainAsked, plain(name)) <= most)
                .min(Comparator.<String>comparingInt(name -> distance(plainAsked, plain(name)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static String plain(String name) {
        StringBuilder plain = new StringBuilder(name.length());
        name.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }

    private static int distance(String one, String other) {
        int[] beforePrevious = new int[other.length() + 1];
        int[] previous = new int[other.length() + 1];
        int[] current = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = previous[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    current[j] = Math.min(current[j], beforePrevious[j - 2] + 1);
                }
            }
            int[] oldest = beforePrevious;
            beforePrevious = previous;
            previous = current;
            current = oldest;
        }
        return previous[other.length()];
    }
}
