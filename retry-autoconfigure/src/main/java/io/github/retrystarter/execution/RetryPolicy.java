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

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.WaitSource;

/**
 * A live, named retry policy: the settings now in force, the counts, and the means to run work under it.
 *
 * <pre>{@code
 * Receipt receipt = payments.call(attempt -> client.charge(order));
 * }</pre>
 *
 * <p>One object serves all calls; it is safe for use by many threads at once. What belongs to one call, such as its
 * previous wait, lives in that call.
 *
 * @since 0.1.0
 */
public final class RetryPolicy {

    private final String name;
    private final RetryCounts counts = new RetryCounts();
    private final MethodCounts methodCounts = new MethodCounts(counts, this::diagnostics);
    private final List<WaitListener> waitListeners = new CopyOnWriteArrayList<>();
    private final boolean ownRuntime;
    private final PolicyHold hold = new PolicyHold();
    private volatile RetrySettings configured;
    private volatile PolicyState state;

    private RetryPolicy(String name, RetrySettings settings, @Nullable RetryRuntime runtime) {
        this.name = requireName(name);
        this.ownRuntime = runtime != null;
        this.configured = settings;
        this.state = newState(settings, runtime != null ? runtime : RetryRuntime.standalone());
    }

    private PolicyState newState(RetrySettings settings, RetryRuntime runtime) {
        return new PolicyState(name, settings, runtime, new PolicyBudget(name, runtime, counts));
    }

    private static String requireName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("The name of a retry policy must not be blank");
        }
        return name;
    }

    /**
     * Makes a policy in code. As a bean it is known to {@code @Retryable} by its name, is measured like any other, and
     * takes part in the application's listeners, classifiers and sources of time.
     *
     * @param name the name, not blank
     * @param settings what the policy says
     * @return the policy
     */
    public static RetryPolicy of(String name, RetrySettings settings) {
        return new RetryPolicy(name, settings, null);
    }

    /**
     * Makes a policy with a runtime of its own, which it keeps as a bean too.
     *
     * @param name the name, not blank
     * @param settings what the policy says
     * @param runtime what it shares with other policies
     * @return the policy
     */
    public static RetryPolicy of(String name, RetrySettings settings, RetryRuntime runtime) {
        return new RetryPolicy(name, settings, Objects.requireNonNull(runtime, "runtime"));
    }

    /**
     * Returns the name that annotations, meters and logs know this policy by.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the settings now in force.
     *
     * @return the settings
     */
    public RetrySettings settings() {
        return state.settings();
    }

    /**
     * Returns what this policy has counted so far.
     *
     * @return the live counts
     */
    public RetryCounts counts() {
        return counts;
    }

    private RetryDiagnostics diagnostics() {
        return state.runtime().diagnostics();
    }

    /** Where a call counts: for its method too, where methods are counted. */
    RetryCounts counts(PolicyState current, @Nullable Method method) {
        return current.countsMethods() ? methodCounts.of(method) : counts;
    }

    /**
     * Adds a listener for the counts of each method. It is told of the methods that are known now, and of others when they
     * become known. Where methods are not counted, it is told of all calls as those of {@code none}.
     *
     * @param listener the listener, which must not throw
     */
    public void addMethodCountsListener(MethodCountsListener listener) {
        if (state.countsMethods()) {
            methodCounts.add(listener);
        } else {
            listener.onMethod(MethodCounts.NONE, counts);
        }
    }

    /**
     * Makes a method known, so that its counts are there before its first call.
     *
     * @param method the method
     */
    public void expectCallsOf(Method method) {
        if (state.countsMethods()) {
            methodCounts.of(method);
        }
    }

    /**
     * Runs work on the calling thread until it succeeds or the policy gives up. Waits hold the thread.
     *
     * @param call the work; called once for each attempt
     * @param <T> the type of the value
     * @param <X> what the work may throw
     * @return the value of the first attempt that succeeds
     * @throws X the last failure itself, whatever its type, when the policy gives up
     */
    public <T extends @Nullable Object, X extends Throwable> T call(RetryCall<T, X> call) throws X {
        return BlockingDriver.call(this, Objects.requireNonNull(call, "call"), null);
    }

    /**
     * Runs work like {@link #call(RetryCall)}, on behalf of an annotated method that events will name.
     *
     * @param call the work; called once for each attempt
     * @param method the method
     * @param <T> the type of the value
     * @param <X> what the work may throw
     * @return the value of the first attempt that succeeds
     * @throws X the last failure itself, whatever its type, when the policy gives up
     */
    public <T extends @Nullable Object, X extends Throwable> T call(RetryCall<T, X> call, Method method) throws X {
        return BlockingDriver.call(this, call, method);
    }

    /**
     * Runs work that gives no value, like {@link #call(RetryCall)}.
     *
     * @param action the work; run once for each attempt
     * @param <X> what the work may throw
     * @throws X the last failure itself, whatever its type, when the policy gives up
     */
    @SuppressWarnings("NullAway") // The value of this call is null by type; NullAway does not see that of a lambda.
    public <X extends Throwable> void run(RetryAction<X> action) throws X {
        Objects.requireNonNull(action, "action");
        BlockingDriver.<@Nullable Object, X>call(
                this,
                attempt -> {
                    action.run(attempt);
                    return null;
                },
                null);
    }

    /**
     * Runs work like {@link #call(RetryCall)} and returns how it ended instead of throwing. An {@link Error} is thrown
     * all the same. Where the failure is an {@link InterruptedException}, the thread's interrupt flag is set again.
     *
     * @param call the work; called once for each attempt
     * @param <T> the type of the value
     * @param <X> what the work may throw
     * @return the value or the last failure, with the attempts, the time waited and the reason
     */
    public <T extends @Nullable Object, X extends Throwable> RetryResult<T> execute(RetryCall<T, X> call) {
        return BlockingDriver.execute(this, Objects.requireNonNull(call, "call"));
    }

    /**
     * Runs work that gives a future. The first attempt starts on the calling thread; waits hold no thread, and further
     * attempts start where the application runs them, in the context of the caller. Cancelling the future, or completing it
     * from outside, ends the call.
     *
     * @param call starts the work; called once for each attempt. What it throws counts like the failure of a future.
     * @param <T> the type of the value
     * @param <X> what the work may throw; the future ends with it
     * @return a future that ends with the value of the first attempt that succeeds, or with the last failure itself
     */
    public <T extends @Nullable Object, X extends Throwable> CompletableFuture<T> callAsync(
            RetryCall<? extends @Nullable CompletionStage<T>, X> call) {
        CompletionStage<T> stage = FutureDriver.call(this, SingleCall.of(), Objects.requireNonNull(call, "call"), null);
        if (stage == null) {
            return CompletableFuture.completedFuture(RetryPolicy.<T>nothing());
        }
        return stage instanceof CompletableFuture<T> future ? future : stage.toCompletableFuture();
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"
    }) // A work that gives no future gives no value either.
    private static <T extends @Nullable Object> T nothing() {
        return null;
    }

    /**
     * Runs work like {@link #callAsync(RetryCall)}, on behalf of an annotated method that events will name.
     *
     * @param call starts the work; called once for each attempt
     * @param method the method
     * @param <T> the type of the value
     * @param <X> what the work may throw; the stage ends with it
     * @return the stage that the work gave, or one that ends as the call does; null where the work gave null
     */
    public <T extends @Nullable Object, X extends Throwable> @Nullable CompletionStage<T> callAsync(
            RetryCall<? extends @Nullable CompletionStage<T>, X> call, Method method) {
        return FutureDriver.call(this, SingleCall.of(), call, method);
    }

    /**
     * Takes what the calling thread knows, for attempts that run on other threads.
     *
     * @return what was taken; nothing where the application carries nothing
     */
    public ContextCarrier.Carried captureContext() {
        return state.captureContext();
    }

    /**
     * Returns how many retries the budget would allow right now.
     *
     * @return the number, not negative; positive infinity where the budget is off
     */
    public double budgetAvailable() {
        PolicyState now = state;
        return now.budget().available(now.settings().budget());
    }

    /**
     * Returns for how long a server's hint still holds back the retries of this policy.
     *
     * @return the time; zero where nothing holds them back
     */
    public Duration holdRemaining() {
        return hold.remaining(state.timeAndChance().ticker());
    }

    /**
     * Adds a listener for the waits of this policy, whoever runs under it.
     *
     * @param listener the listener; what it throws is logged once and changes nothing
     */
    public void addWaitListener(WaitListener listener) {
        waitListeners.add(listener);
    }

    /** Puts other settings in force; calls that have begun keep what they began with. */
    void apply(RetrySettings settings) {
        state = state.with(settings);
    }

    /** Goes back to what was configured. */
    void reset() {
        apply(configured);
    }

    /**
     * Takes a new configuration. Where it says the same as before, a change that was made since stays in force.
     */
    void configure(RetrySettings settings) {
        if (!settings.equals(configured)) {
            configured = settings;
            apply(settings);
        }
    }

    /** Objects to settings that name a circuit breaker which does not exist. */
    void checkBreaker(RetrySettings settings) {
        state.with(settings).breaker();
    }

    PolicyHold hold() {
        return hold;
    }

    PolicyState state() {
        return state;
    }

    /** Ends a call that the circuit breaker did not permit, before its first attempt. */
    void refused(RuntimeException refusal, @Nullable Method method, @Nullable WatchedCall watched) {
        PolicyState now = state;
        counts(now, method).gaveUp(GiveUpReason.CIRCUIT_OPEN);
        if (now.wants(RetryEvent.Kind.GAVE_UP)) {
            now.tell(new RetryEvent(
                    RetryEvent.Kind.GAVE_UP,
                    name,
                    method,
                    0,
                    refusal,
                    Duration.ZERO,
                    null,
                    GiveUpReason.CIRCUIT_OPEN,
                    Duration.ZERO,
                    Duration.ZERO));
        }
        if (watched != null) {
            watched.ended(new CallEnd(CallOutcome.GAVE_UP, GiveUpReason.CIRCUIT_OPEN, 0, Duration.ZERO, refusal));
        }
    }

    void waitEnded(WaitSource source, Duration delay) {
        for (WaitListener listener : waitListeners) {
            Guard.run(state.runtime().diagnostics(), listener, () -> listener.onWait(source, delay));
        }
    }

    /** Takes part in an application's runtime, unless the policy was made with one of its own. */
    void join(RetryRuntime runtime) {
        if (!ownRuntime) {
            state = newState(state.settings(), runtime);
        }
    }

    @Override
    public String toString() {
        return "RetryPolicy[" + name + "]";
    }
}
