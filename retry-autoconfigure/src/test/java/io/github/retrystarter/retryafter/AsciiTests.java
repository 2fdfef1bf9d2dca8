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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AsciiTests {

    @Test
    void lowersTheLettersFromAToZAndNothingElse() {
        Defaults.runUnderEach(() -> {
            assertThat(Ascii.lowerCase("@AIZ[`aiz{")).isEqualTo("@aiz[`aiz{");
            assertThat(Ascii.lowerCase("\u0130\u0131\u212a\u017f\u00c4\uff21\ud801\udc00"))
                    .isEqualTo("\u0130\u0131\u212a\u017f\u00c4\uff21\ud801\udc00");
        });
    }

    @Test
    void knowsTheEdgesOfEachClass() {
        assertThat("/09:".chars().mapToObj(Ascii::isDigit)).containsExactly(false, true, true, false);
        assertThat("@AZ[`az{".chars().mapToObj(Ascii::isLetter))
                .containsExactly(false, true, true, false, false, true, true, false);
        assertThat("\u001f ~\u007f".chars().mapToObj(Ascii::isPrintable)).containsExactly(false, true, true, false);
    }
}
