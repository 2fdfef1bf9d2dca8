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
package io.github.retrystarter.classify;

/**
 * What a built-in classifier says about one failure, and how firmly.
 *
 * <p>A firm answer decides as soon as it is met on the way from the outermost failure to its causes. A likely one comes
 * from a type that is mostly a wrapper, or too general to tell: it stands only when none of its causes answers.
 *
 * @since 0.1.0
 */
public enum Verdict {

    /** Another attempt may succeed, whatever the causes are. */
    RETRYABLE(Retryability.RETRYABLE, true),

    /** Another attempt may succeed, unless a cause says otherwise. */
    LIKELY_RETRYABLE(Retryability.RETRYABLE, false),

    /** Another attempt would fail in the same way, whatever the causes are. */
    NOT_RETRYABLE(Retryability.NOT_RETRYABLE, true),

    /** Another attempt would fail in the same way, unless a cause says otherwise. */
    LIKELY_NOT_RETRYABLE(Retryability.NOT_RETRYABLE, false),

    /** The classifier does not know this failure. */
    UNKNOWN(Retryability.UNKNOWN, false);

    private final Retryability retryability;

    private final boolean firm;

    Verdict(Retryability retryability, boolean firm) {
        this.retryability = retryability;
        this.firm = firm;
    }

    /**
     * Returns the answer without its firmness.
     *
     * @return the answer
     */
    public Retryability retryability() {
        return retryability;
    }

    /**
     * Returns whether the answer decides without a look at the causes.
     *
     * @return true for {@link #RETRYABLE} and {@link #NOT_RETRYABLE}
     */
    public boolean firm() {
        return firm;
    }

    /** The firm verdict that says the same as a plain answer. */
    static Verdict firmly(Retryability answer) {
        return switch (answer) {
            case RETRYABLE -> RETRYABLE;
            case NOT_RETRYABLE -> NOT_RETRYABLE;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
