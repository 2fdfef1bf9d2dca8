package io.github.retrystarter.classify;

import java.util.List;
import java.util.Map;

/**
 * A failure that is an HTTP answer: its status and its headers.
 *
 * <p>An application's own exception may implement this interface; its status is then classified and its Retry-After
 * header is honoured without further code. For exceptions that cannot, register a {@link HttpFailureResolver}.
 *
 * @since 0.1.0
 */
public interface HttpFailure {

    /**
     * Returns the HTTP status code of the answer.
     *
     * @return the status code, such as 503
     */
    int status();

    /**
     * Returns the headers of the answer. Names are compared without regard to case; each line of a repeated header is
     * an element of its own.
     *
     * @return the headers by name; empty by default
     */
    default Map<String, List<String>> headers() {
        return Map.of();
    }
}
