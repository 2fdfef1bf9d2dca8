package io.github.retrystarter.classify;

import org.jspecify.annotations.Nullable;

/**
 * Finds the HTTP answer behind an exception of some client library.
 *
 * <p>Causes are visited one by one, each is handed over on its own. Implementations are safe for use by many threads at
 * once.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface HttpFailureResolver {

    /**
     * Returns the HTTP answer that this exception stands for.
     *
     * @param failure the exception, never null
     * @return the answer, or null when the exception is not an HTTP answer or not known to this resolver
     */
    @Nullable
    HttpFailure resolve(Throwable failure);
}
