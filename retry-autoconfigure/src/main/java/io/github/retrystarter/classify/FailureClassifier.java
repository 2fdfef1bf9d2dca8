package io.github.retrystarter.classify;

/**
 * Says whether a failure is worth another attempt.
 *
 * <p>A classifier looks at one exception at a time: causes are visited one by one, from the outside in, and each is
 * handed over on its own. Beans of this type add to the built-in classification and are asked before it; they switch
 * nothing off. Implementations are safe for use by many threads at once.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface FailureClassifier {

    /**
     * Classifies one exception, without regard to its causes.
     *
     * @param failure the exception, never null
     * @return the answer; {@link Retryability#UNKNOWN} where the classifier has none
     */
    Retryability classify(Throwable failure);
}
