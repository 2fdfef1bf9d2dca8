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

import java.util.Set;

/**
 * What a policy's {@code retry-on} and {@code never-on} say, added to or taken away from the built-in classification.
 *
 * <p>Exceptions: of all listed classes that a failure is an instance of, the most specific one speaks, whichever list
 * it is on. A class counts by its distance in the hierarchy, every class before every interface; a tie goes to
 * {@code never-on}. (An interface is no throwable, but one that was bound from a class name by an unchecked cast counts
 * too.) An {@link Error}, an interruption and a cancellation are never retried, listed or not.
 *
 * <p>Statuses: {@link #TRANSIENT_STATUSES} and {@code retry-on}, less {@code never-on}.
 *
 * @param retryOnExceptions classes to retry, subclasses included
 * @param neverOnExceptions classes not to retry, subclasses included
 * @param retryOnStatuses HTTP statuses to retry beside the built-in ones
 * @param neverOnStatuses HTTP statuses not to retry, not even when built in
 * @param retryUnclassified whether a failure that nothing classifies is retried
 * @since 0.1.0
 */
public record ClassificationRules(
        Set<Class<? extends Throwable>> retryOnExceptions,
        Set<Class<? extends Throwable>> neverOnExceptions,
        Set<Integer> retryOnStatuses,
        Set<Integer> neverOnStatuses,
        boolean retryUnclassified) {

    /** HTTP statuses that are retried without being listed. */
    public static final Set<Integer> TRANSIENT_STATUSES = Set.of(408, 429, 502, 503, 504);

    /** Nothing listed: the built-in classification alone. */
    public static final ClassificationRules DEFAULT =
            new ClassificationRules(Set.of(), Set.of(), Set.of(), Set.of(), false);

    private static final int LOWEST_ERROR_STATUS = 400;

    private static final int NO_MATCH = Integer.MAX_VALUE;

    private static final int FIRST_INTERFACE = 1 << 20;

    /**
     * Copies the sets, so that later changes to the originals change nothing here.
     */
    public ClassificationRules {
        retryOnExceptions = Set.copyOf(retryOnExceptions);
        neverOnExceptions = Set.copyOf(neverOnExceptions);
        retryOnStatuses = Set.copyOf(retryOnStatuses);
        neverOnStatuses = Set.copyOf(neverOnStatuses);
    }

    /**
     * Returns whether an answer with this HTTP status is worth another attempt.
     *
     * @param status the status code
     * @return true when the status is built in or listed, and not taken away
     */
    public boolean retries(int status) {
        return (TRANSIENT_STATUSES.contains(status) || retryOnStatuses.contains(status))
                && !neverOnStatuses.contains(status);
    }

    /**
     * Says whether this status decides about the failure it comes with. A status below 400 that is not listed does not:
     * an answer that began with 200 may have been cut off, and then the cause tells.
     */
    boolean decides(int status) {
        return status >= LOWEST_ERROR_STATUS || retryOnStatuses.contains(status) || neverOnStatuses.contains(status);
    }

    /** What the two lists say about one class of failure. */
    Retryability answerFor(Class<?> failureType) {
        int retry = nearest(retryOnExceptions, failureType);
        int never = nearest(neverOnExceptions, failureType);
        if (retry == NO_MATCH && never == NO_MATCH) {
            return Retryability.UNKNOWN;
        }
        return retry < never ? Retryability.RETRYABLE : Retryability.NOT_RETRYABLE;
    }

    private static int nearest(Set<Class<? extends Throwable>> listed, Class<?> failureType) {
        int nearest = NO_MATCH;
        for (Class<?> type : listed) {
            if (type.isAssignableFrom(failureType)) {
                nearest = Math.min(nearest, distance(failureType, type));
            }
        }
        return nearest;
    }

    /** Counts the superclasses that still are of the listed type; for an interface, those that already have it. */
    private static int distance(Class<?> failureType, Class<?> listed) {
        int distance = 0;
        for (Class<?> above = failureType.getSuperclass();
                above != null && listed.isAssignableFrom(above);
                above = above.getSuperclass()) {
            distance++;
        }
        return listed.isInterface() ? FIRST_INTERFACE + distance : distance;
    }
}
