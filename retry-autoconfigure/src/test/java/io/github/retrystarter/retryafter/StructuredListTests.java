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
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StructuredListTests {

    @Test
    void keepsIntegersAndTheirKeys() {
        List<StructuredItem> items =
                StructuredList.parse("  \"a\";r=0;t=-30 ,\t7;*k-1.x_=8  ").orElseThrow();

        assertThat(items).hasSize(2);
        assertThat(items.get(0).value()).isEqualTo(BareItem.NO_INTEGER);
        assertThat(items.get(0).parameter("r").orElseThrow().integer()).hasValue(0);
        assertThat(items.get(0).parameter("t").orElseThrow().integer()).hasValue(-30);
        assertThat(items.get(0).parameter("x")).isEmpty();
        assertThat(items.get(1).value().integer()).hasValue(7);
        assertThat(items.get(1).parameters()).containsOnlyKeys("*k-1.x_");
    }

    @Test
    void keepsTheLastOfARepeatedKey() {
        StructuredItem item = StructuredList.parse("a;r=5;b;r=0").orElseThrow().get(0);

        assertThat(item.parameters())
                .isEqualTo(Map.of("r", BareItem.parse(new Cursor("0")).orElseThrow(), "b", BareItem.NO_INTEGER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "   "})
    void findsNoItemsInAnEmptyField(String text) {
        assertThat(StructuredList.parse(text)).contains(List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-999999999999999",
                "999999999999999",
                "000000000000001",
                "1.5",
                "-0.125",
                "123456789012.123",
                "\"\"",
                "\" !#~\"",
                "\"a\\\"b\\\\c\"",
                "token",
                "*",
                "a!#$%&'*+-.^_`|~:/09Z",
                "::",
                ":YQ==:",
                ":YQ:",
                ":YWI=:",
                ":YWJj:",
                ":+/+/:",
                ":cHsdsRa894==:",
                "?0",
                "?1",
                "@0",
                "@-1659578233",
                "%\"\"",
                "%\"f%c3%bc r\"",
                "%\"%00%7f\"",
                "a,b",
                "a ,\t b",
                "a;b",
                "a;   b",
                "a;b;c=?0;d=\"x\"",
                "a;az=AZ;z9=az",
            })
    void acceptsWhatTheGrammarHas(String text) {
        assertThat(StructuredList.parse(text)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",",
                "a,",
                "a, ",
                ",a",
                "a,,b",
                "a b",
                "\ta",
                "()",
                "(a b)",
                "-",
                "--1",
                "-a",
                "+1",
                "1000000000000000",
                "1.",
                ".1",
                "1.5.2",
                "1.1234",
                "1234567890123.1",
                "1e3",
                "１",
                "\"",
                "\"a",
                "\"a\\",
                "\"a\\n\"",
                "\"a\u007f\"",
                "\"a\tb\"",
                "\"ü\"",
                "'a'",
                "_a",
                "é",
                "=",
                ":",
                ":YQ==",
                ":Y:",
                ":YQ=:",
                ":YQ===:",
                ":YWJj=:",
                ":Y=Q=:",
                ":YQ-_:",
                ":YQ = =:",
                "?",
                "?2",
                "?true",
                "@",
                "@1.5",
                "@a",
                "%",
                "%a",
                "%\"",
                "%\"%C3%BC\"",
                "%\"%c3\"",
                "%\"%c",
                "%\"%\"",
                "%\"ü\"",
                "a;",
                "a;=1",
                "a;B=1",
                "a;1=1",
                "a;b=",
                "a;b= 1",
                "a;b =1",
                "a ;b=1",
                "a;\tb=1",
                "a;b=(1)",
                "a;b=1 c",
                "a;b=1;;c",
                "a=1",
                "\u0000",
                "a\u0000",
                "\ud800",
            })
    void rejectsWhatTheGrammarLacks(String text) {
        assertThat(StructuredList.parse(text)).isEmpty();
    }
}
