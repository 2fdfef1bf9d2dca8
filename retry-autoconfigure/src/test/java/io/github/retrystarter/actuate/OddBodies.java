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
package io.github.retrystarter.actuate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** Bodies that nobody should send: some are valid, many nearly so, some are not even text. */
final class OddBodies {

    private static final List<String> KEYS = List.of(
            "attempts",
            "enabled",
            "backoff",
            "base",
            "cap",
            "multiplier",
            "increment",
            "deadline",
            "retry-on.exceptions",
            "retry-on.statuses",
            "retry-on.unclassified",
            "never-on.exceptions",
            "never-on.statuses",
            "retry-after.enabled",
            "retry-after.max",
            "retry-after.sources",
            "retry-after.spread",
            "retry-after.hold",
            "idempotent",
            "expose-attempt",
            "budget.enabled",
            "budget.ratio",
            "budget.window",
            "budget.min-retries",
            "nested",
            "idempotency-key",
            "circuit-breaker",
            "preset",
            "policy",
            "changes",
            "retry-after",
            "attempts[0]",
            "ATTEMPTS",
            "",
            ".",
            "..",
            "a]b[",
            "${base}",
            "\\u0000",
            "\\ud800",
            "retry.policies.payments.attempts");
    private static final List<String> VALUES = List.of(
            "0",
            "1",
            "2",
            "3",
            "-1",
            "1.5",
            "1e400",
            "-0.0",
            "2147483647",
            "2147483648",
            "9223372036854775808",
            "true",
            "false",
            "null",
            "\"\"",
            "\" \"",
            "\"NaN\"",
            "\"Infinity\"",
            "\"unlimited\"",
            "\"1ms\"",
            "\"10s\"",
            "\"5m\"",
            "\"PT2S\"",
            "\"PT-2S\"",
            "\"-5s\"",
            "\"106751991167300d\"",
            "\"9223372036854775807ns\"",
            "\"constant\"",
            "\"linear\"",
            "\"full-jitter\"",
            "\"decorrelated-jitter\"",
            "\"timeAndChance\"",
            "\"off\"",
            "\"none\"",
            "\"stop\"",
            "\"allow\"",
            "\"Idempotency-Key\"",
            "\"bad header\\r\\n\"",
            "\"500, 503\"",
            "\"99,600\"",
            "\",,,\"",
            "\"java.io.IOException\"",
            "\"java.lang.String\"",
            "\"java.lang.Error, java.lang.Throwable\"",
            "\"[[[I\"",
            "\"int\"",
            "\"${base}\"",
            "\"${a:${a}}\"",
            "\"#{T(java.lang.Runtime)}\"",
            "\"retry-after\"",
            "\"retry-after, should-retry\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "[]",
            "[500]",
            "{}",
            "{\"a\": {\"b\": [null]}}");

    private final Random random;

    OddBodies(Random random) {
        this.random = random;
    }

    byte[] next() {
        return switch (random.nextInt(12)) {
            case 0 -> bytes();
            case 1 -> broken(object().getBytes(StandardCharsets.UTF_8));
            case 2 -> one(VALUES).getBytes(StandardCharsets.UTF_8);
            case 3 -> nested().getBytes(StandardCharsets.UTF_8);
            case 4 -> object().getBytes(StandardCharsets.UTF_16);
            default -> object().getBytes(StandardCharsets.UTF_8);
        };
    }

    private String object() {
        StringJoiner object = new StringJoiner(", ", "{", "}");
        int entries = random.nextInt(5);
        for (int i = 0; i < entries; i++) {
            object.add("\"" + one(KEYS) + "\": " + value());
        }
        return object.toString();
    }

    private String value() {
        return random.nextInt(20) == 0 ? "\"" + "9".repeat(1 + random.nextInt(3_000)) + "\"" : one(VALUES);
    }

    private String nested() {
        int depth = random.nextInt(2_000);
        return "{\"attempts\": ".repeat(depth) + "1" + "}".repeat(depth);
    }

    private byte[] broken(byte[] body) {
        for (int i = random.nextInt(3); i >= 0 && body.length > 0; i--) {
            body[random.nextInt(body.length)] = (byte) random.nextInt();
        }
        return body;
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(64)];
        random.nextBytes(bytes);
        return bytes;
    }

    private String one(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }
}
