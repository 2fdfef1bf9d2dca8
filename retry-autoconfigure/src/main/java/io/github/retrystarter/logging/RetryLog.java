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
package io.github.retrystarter.logging;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.retrystarter.backoff.WholeMillis;
import io.github.retrystarter.execution.PolicyProperty;
import io.github.retrystarter.execution.RetryDiagnostics;
import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.Ticker;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;

/**
 * Logs retries at debug, give-ups that cost something at warn, changes of policies at info, and oddities once. Failures are named by class: their
 * messages may hold what must not be logged. Of many give-ups of one policy for one reason only the first get a line; the
 * number of the others is told when that while is over: by the timer, or where there is none with the next event of the
 * policy, or at the end.
 *
 * @since 0.1.0
 */
public final class RetryLog implements RetryEventListener, RetryDiagnostics, AutoCloseable {

    /** How many oddities are told at most; a limit to memory, not one that an application should meet. */
    private static final int MOST_ODDITIES = 1_000;

    private final Log log = LogFactory.getLog("io.github.retrystarter");
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private final GiveUpLimit limit;
    private final Supplier<? extends @Nullable RetryTimer> timer;
    private final Function<RetrySettings, ? extends Map<String, ?>> values;

    /**
     * Makes the log without a timer.
     *
     * @param ticker gives the source of elapsed time; asked when a call is given up
     */
    public RetryLog(Supplier<Ticker> ticker) {
        this(ticker, () -> null, settings -> Map.of());
    }

    /**
     * Makes the log.
     *
     * @param ticker gives the source of elapsed time; asked when a call is given up
     * @param timer gives what tells the number of give-ups without a line in time; asked when there is the first of them
     * @param values gives the values of settings by key; asked when the settings of a policy change
     */
    public RetryLog(
            Supplier<Ticker> ticker,
            Supplier<? extends @Nullable RetryTimer> timer,
            Function<RetrySettings, ? extends Map<String, ?>> values) {
        this.limit = new GiveUpLimit(ticker, this::tellLater);
        this.timer = timer;
        this.values = values;
    }

    @Override
    public boolean wants(RetryEvent.Kind kind) {
        return kind == RetryEvent.Kind.GAVE_UP ? log.isWarnEnabled() : log.isDebugEnabled();
    }

    @Override
    public void onRetryEvent(RetryEvent event) {
        tell(limit.takeDue(event.policy()));
        switch (event.kind()) {
            case RETRY -> {
                if (log.isDebugEnabled()) {
                    log.debug(
                            subject(event) + ": attempt " + event.attempt() + " failed with " + nameOf(event.failure())
                                    + ", next one in " + WholeMillis.of(event.delay()) + " ms (" + keyOf(event) + ")");
                }
            }
            case RECOVERED -> {
                if (log.isDebugEnabled()) {
                    log.debug(subject(event) + ": attempt " + event.attempt() + " succeeded after "
                            + WholeMillis.of(event.waited()) + " ms of waits");
                }
            }
            case GAVE_UP -> gaveUp(event);
        }
    }

    private void gaveUp(RetryEvent event) {
        boolean worthKnowing =
                event.attempt() > 1 || (event.reason() != null && event.reason().marksFailure());
        if (worthKnowing ? log.isWarnEnabled() : log.isDebugEnabled()) {
            String message = subject(event) + ": gave up after " + event.attempt()
                    + (event.attempt() == 1 ? " attempt and " : " attempts and ")
                    + WholeMillis.of(event.waited()) + " ms of waits (" + keyOf(event.reason()) + "), last failure "
                    + nameOf(event.failure());
            if (worthKnowing && (event.reason() == null || limit.admits(event.policy(), event.reason()))) {
                log.warn(message);
            } else {
                log.debug(message);
            }
        }
    }

    private void tell(List<GiveUpLimit.LeftOut> some) {
        for (GiveUpLimit.LeftOut leftOut : some) {
            log.warn("Retry policy \"" + leftOut.policy() + "\": " + leftOut.count() + " more "
                    + (leftOut.count() == 1 ? "give-up" : "give-ups") + " (" + keyOf(leftOut.reason())
                    + ") within "
                    + Math.max(1, leftOut.time().plusNanos(999_999_999).toSeconds())
                    + " s left out; at debug each has its line");
        }
    }

    private void tellLater(GiveUpLimit.Burst burst) {
        try {
            RetryTimer found = timer.get();
            if (found != null) {
                found.schedule(() -> tell(burst.take()), burst.remaining());
            }
        } catch (RuntimeException closing) {
            // Then the next event of the policy tells it, or the end.
        }
    }

    /** Tells what it has left out so far. */
    @Override
    public void close() {
        tell(limit.takeAll());
    }

    @Override
    public void unclassified(String policy, Throwable failure) {
        String type = failure.getClass().getName();
        if (first("unclassified " + policy + " " + type)) {
            log.warn("Retry policy \"" + policy + "\": " + type
                    + " was not retried, because nothing says whether another"
                    + " attempt may help. List it under " + PolicyProperty.of(policy)
                    + ".retry-on.exceptions to retry it, or"
                    + " under " + PolicyProperty.of(policy)
                    + ".never-on.exceptions to settle that it is not. Told once.");
        }
    }

    @Override
    public void extensionFailed(Object extension, RuntimeException failure) {
        String type = extension.getClass().getName();
        if (first("failed " + type)) {
            log.warn(
                    type + " threw " + failure.getClass().getName() + "; it changes nothing for the call. Told once.",
                    failure);
        }
    }

    @Override
    public void nested(String outer, String inner) {
        if (first("nested " + outer + " " + inner)) {
            log.warn("Retry policy \"" + outer + "\" does not retry what the policy \"" + inner
                    + "\" inside it has given up"
                    + " on: retries on several layers multiply. Set " + PolicyProperty.of(outer)
                    + ".nested=allow to retry it all the same. Told once.");
        }
    }

    @Override
    public void attemptRejected(String policy, RuntimeException problem) {
        if (first("rejected " + policy + " " + problem.getClass().getName())) {
            log.warn(
                    "Retry policy \"" + policy
                            + "\": a further attempt could not start, and the call ended with its last"
                            + " failure. Told once.",
                    problem);
        }
    }

    @Override
    public void blocksEventLoop(String policy, @Nullable Method method) {
        String name = method == null ? "a call" : method.getDeclaringClass().getSimpleName() + "." + method.getName();
        if (first("blocks " + policy + " " + name)) {
            log.warn("Retry policy \"" + policy + "\": " + name + " is blocking and waits on the event loop thread "
                    + Thread.currentThread().getName()
                    + ", which serves nobody else in the meantime. Let it return a Mono, or run it on a scheduler for"
                    + " blocking work. Told once.");
        }
    }

    @Override
    public void budgetRefuses(String policy) {
        log.warn("Retry policy \"" + policy + "\": the retry budget is used up, failures are not retried for now");
    }

    @Override
    public void budgetAllowsAgain(String policy) {
        log.info("Retry policy \"" + policy + "\": the retry budget allows retries again");
    }

    @Override
    public void changed(String policy, RetrySettings before, RetrySettings after) {
        if (log.isInfoEnabled()) {
            log.info("Retry policy \"" + policy + "\" changed: "
                    + new SettingsDifference(values).between(before, after));
        }
    }

    @Override
    public void reset(String policy, RetrySettings before, RetrySettings after) {
        if (log.isInfoEnabled()) {
            log.info("Retry policy \"" + policy + "\" reset to the configured values: "
                    + new SettingsDifference(values).between(before, after));
        }
    }

    private boolean first(String oddity) {
        return told.size() < MOST_ODDITIES && told.add(oddity);
    }

    private static String subject(RetryEvent event) {
        Method method = event.method();
        return "Retry policy \"" + event.policy() + "\""
                + (method == null ? "" : ", " + method.getDeclaringClass().getSimpleName() + "." + method.getName());
    }

    private static String nameOf(@Nullable Throwable failure) {
        return failure == null ? "a returned value" : failure.getClass().getName();
    }

    private static String keyOf(RetryEvent event) {
        return event.source() == null ? "" : event.source().key();
    }

    private static String keyOf(@Nullable GiveUpReason reason) {
        return reason == null ? "" : reason.key();
    }
}
