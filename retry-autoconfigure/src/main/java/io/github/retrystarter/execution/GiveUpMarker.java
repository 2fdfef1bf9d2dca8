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

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.settings.GiveUpReason;

/**
 * Rides on the failure of a call that was given up, among its suppressed exceptions, and tells what was tried. It is
 * never thrown, and it has no stack trace of its own.
 *
 * <p>A failure carries at most one marker for each policy. Where the same exception object fails a later call, the
 * content of its marker is replaced in one piece. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class GiveUpMarker extends Exception {

    private static final long serialVersionUID = 1L;
    private static final AtomicLong SEQUENCE = new AtomicLong();

    private final String policy;
    private transient volatile Content content;

    /**
     * What a marker tells.
     *
     * @param reason why no further attempt was made
     * @param attempts the attempts made, the first one included
     * @param waited the time waited between them
     * @param sequence a number that grows from marker to marker
     * @param earlierFailures the failures of the attempts before the last one, oldest first; at most 10, the latest
     * @param startThread the identity of the thread that the call began on
     * @param thread the identity of the thread that gave up
     */
    public record Content(
            GiveUpReason reason,
            int attempts,
            Duration waited,
            long sequence,
            List<Throwable> earlierFailures,
            long startThread,
            long thread) {

        /** Copies the list. */
        public Content {
            earlierFailures = List.copyOf(earlierFailures);
        }
    }

    private GiveUpMarker(String policy, Content content) {
        super(null, null, false, false);
        this.policy = policy;
        this.content = content;
    }

    /** Returns whether the failure took the marker: some take no suppressed exceptions, and drop it without a word. */
    static boolean mark(
            Throwable failure,
            String policy,
            GiveUpReason reason,
            int attempts,
            Duration waited,
            List<Throwable> earlier,
            long startThread) {
        Content content = new Content(
                reason,
                attempts,
                waited,
                SEQUENCE.incrementAndGet(),
                earlier,
                startThread,
                Thread.currentThread().getId());
        // The lock of the exception itself, which addSuppressed takes anyway: one marker, whoever comes first.
        synchronized (failure) {
            GiveUpMarker present = find(failure, marker -> marker.policy.equals(policy));
            if (present != null) {
                present.content = content;
                return true;
            }
            failure.addSuppressed(new GiveUpMarker(policy, content));
            return failure.getSuppressed().length > 0;
        }
    }

    static long nextSequence() {
        return SEQUENCE.incrementAndGet();
    }

    /** The number of the latest marker: those that come later are greater. */
    static long latestSequence() {
        return SEQUENCE.get();
    }

    /**
     * Finds the marker of a call that ran inside another one: the first from the outside in over the cause chain that is
     * younger than the start of the outer call. A marker of the outer call's own policy counts only where that call began
     * on the thread of the outer one's attempt, or gave up on this thread: else it is more likely that both calls met one
     * shared exception object than that one ran inside the other.
     */
    static Optional<GiveUpMarker> ofInnerCall(
            Throwable failure, long startSequence, String outerPolicy, long attemptThread) {
        Predicate<GiveUpMarker> inner = marker -> marker.isInner(startSequence, outerPolicy, attemptThread);
        Throwable marked = CauseWalk.first(failure, level -> find(level, inner) != null);
        return marked == null ? Optional.empty() : Optional.ofNullable(find(marked, inner));
    }

    private static @Nullable GiveUpMarker find(Throwable level, Predicate<GiveUpMarker> wanted) {
        for (Throwable suppressed : level.getSuppressed()) {
            if (suppressed instanceof GiveUpMarker marker && wanted.test(marker)) {
                return marker;
            }
        }
        return null;
    }

    private boolean isInner(long startSequence, String outerPolicy, long attemptThread) {
        Content told = content;
        return told != null
                && told.sequence() > startSequence
                && (!policy.equals(outerPolicy)
                        || told.startThread() == attemptThread
                        || told.thread() == Thread.currentThread().getId());
    }

    /**
     * Returns the marker that a policy left on a failure.
     *
     * @param failure the failure; its causes are not looked at
     * @param policy the name of the policy
     * @return the marker, or empty when that policy did not give up on this failure
     */
    public static Optional<GiveUpMarker> of(Throwable failure, String policy) {
        return Optional.ofNullable(find(failure, marker -> marker.policy.equals(policy)));
    }

    /**
     * Returns the name of the policy that gave up.
     *
     * @return the name
     */
    public String policy() {
        return policy;
    }

    /**
     * Returns what was tried.
     *
     * @return the content; all of it belongs to the same call
     */
    public Content content() {
        return content;
    }

    @Override
    public String getMessage() {
        Content told = content;
        if (told == null) {
            return "retry policy " + policy + " gave up";
        }
        StringJoiner earlier = new StringJoiner(", ", "; earlier failures: ", "").setEmptyValue("");
        told.earlierFailures().forEach(e -> earlier.add(e.getClass().getName()));
        return "retry policy " + policy + " gave up after " + told.attempts()
                + (told.attempts() == 1 ? " attempt" : " attempts") + " and "
                + WholeMillis.of(told.waited()) + " ms of waits: "
                + told.reason().key() + earlier;
    }
}
