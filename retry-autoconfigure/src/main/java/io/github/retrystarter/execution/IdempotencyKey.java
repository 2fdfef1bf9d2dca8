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

/**
 * The key by which a server tells that two requests are the same call. All attempts of one call have the same value; the
 * next call has another one.
 *
 * <p>Whoever sends it says so, since only a key that was really sent makes a repetition harmless. Safe for use by many
 * threads at once.
 *
 * @since 0.1.0
 */
public final class IdempotencyKey {

    private final String header;
    private final String value;
    private volatile boolean sent;

    IdempotencyKey(String header, String value) {
        this.header = header;
        this.value = value;
    }

    /** Returns the same key for another attempt, which has not sent it yet. */
    IdempotencyKey unsent() {
        return new IdempotencyKey(header, value);
    }

    /**
     * Returns the name of the header to send the key in.
     *
     * @return the name, as configured
     */
    public String header() {
        return header;
    }

    /**
     * Returns the value of the key.
     *
     * @return the value, the same for all attempts of a call
     */
    public String value() {
        return value;
    }

    /** Takes note that this attempt has sent the key. */
    public void markSent() {
        sent = true;
    }

    boolean sent() {
        return sent;
    }
}
