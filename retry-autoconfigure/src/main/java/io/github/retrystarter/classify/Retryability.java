package io.github.retrystarter.classify;

/**
 * What a classifier says about one failure.
 *
 * @since 0.1.0
 */
public enum Retryability {

    /** Another attempt may succeed. */
    RETRYABLE,

    /** Another attempt would fail in the same way, or would do harm. */
    NOT_RETRYABLE,

    /** The classifier does not know this failure; others are asked. */
    UNKNOWN
}
