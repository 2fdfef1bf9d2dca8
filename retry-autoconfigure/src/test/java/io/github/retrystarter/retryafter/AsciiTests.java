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
