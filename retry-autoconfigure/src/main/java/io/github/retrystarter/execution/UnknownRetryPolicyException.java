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

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A policy was asked for by a name that no policy has.
 *
 * @since 0.1.0
 */
public final class UnknownRetryPolicyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String asked;
    private final transient List<String> known;

    /**
     * Makes the exception.
     *
     * @param place what asked for it, such as a bean and its method
     * @param asked the name asked for
     * @param known the names there are
     */
    public UnknownRetryPolicyException(String place, String asked, Collection<String> known) {
        super(place + " asks for the retry policy \"" + asked + "\", which does not exist. " + suggestion(asked, known)
                + knownNames(known));
        this.asked = asked;
        this.known = known.stream().sorted().toList();
    }

    private static String suggestion(String asked, Collection<String> known) {
        return NearestName.of(asked, known)
                .map(name -> "Did you mean \"" + name + "\"? ")
                .orElse("");
    }

    private static String knownNames(Collection<String> known) {
        return known.isEmpty()
                ? "No retry policy is configured: add retry.policies.<name> or define a RetryPolicy bean."
                : "Known policies: " + String.join(", ", known.stream().sorted().toList()) + ".";
    }

    /**
     * Returns the name asked for.
     *
     * @return the name
     */
    public String asked() {
        return asked;
    }

    /**
     * Returns the names there are.
     *
     * @return the names, sorted
     */
    public List<String> known() {
        return known;
    }

    /**
     * Returns the known name that is nearest to the one asked for.
     *
     * @return the name, or empty when none is near
     */
    public Optional<String> nearest() {
        return NearestName.of(asked, known);
    }
}
