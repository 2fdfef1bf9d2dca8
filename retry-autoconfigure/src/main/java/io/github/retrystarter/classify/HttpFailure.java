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
     * @return the status code, such as 503; a number outside 100 to 999 says that there is no answer
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
