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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.settings.RetrySettingsBuilder;

/**
 * All policies of an application, by name: the configured ones, and those that the application defines as beans. Safe
 * for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class RetryPolicies {

    private final RetryRuntime runtime;
    private final Map<String, RetryPolicy> configured;
    private final Supplier<? extends Collection<RetryPolicy>> defined;
    private final Object changes = new Object();
    private volatile @Nullable Map<String, RetryPolicy> all;

    /**
     * Makes the registry.
     *
     * @param runtime what all policies share
     * @param configured the policies from configuration
     * @param defined finds the application's own policies; asked once, when a name is not among the configured ones or
     *     when all are asked for
     */
    public RetryPolicies(
            RetryRuntime runtime,
            Collection<RetryPolicy> configured,
            Supplier<? extends Collection<RetryPolicy>> defined) {
        this.runtime = runtime;
        this.configured = new LinkedHashMap<>();
        for (RetryPolicy policy : configured) {
            this.configured.put(policy.name(), policy);
        }
        this.defined = defined;
    }

    /**
     * Returns the policy of this name.
     *
     * @param name the exact name
     * @return the policy
     * @throws UnknownRetryPolicyException if there is none
     */
    public RetryPolicy get(String name) {
        Optional<RetryPolicy> found = find(name);
        if (found.isEmpty()) {
            throw new UnknownRetryPolicyException("RetryPolicies.get", name, byName().keySet());
        }
        return found.get();
    }

    /**
     * Returns the policy of this name.
     *
     * @param name the exact name
     * @return the policy, or empty when there is none
     */
    public Optional<RetryPolicy> find(String name) {
        RetryPolicy policy = configured.get(name);
        return Optional.ofNullable(policy != null ? policy : byName().get(name));
    }

    /**
     * Returns the names of all policies.
     *
     * @return the names, configured ones first
     */
    public List<String> names() {
        return List.copyOf(byName().keySet());
    }

    /**
     * Returns all policies.
     *
     * @return the policies, configured ones first
     */
    public List<RetryPolicy> all() {
        return List.copyOf(byName().values());
    }

    /**
     * Changes what a policy says, from the next call on. Calls under way end on what they began with; counts and meters
     * go on. The change is made in one piece, or not at all.
     *
     * @param name the exact name of the policy
     * @param change what to change, on a builder that starts from the settings in force
     * @return the settings now in force
     * @throws UnknownRetryPolicyException if there is no such policy
     * @throws IllegalArgumentException if a value is out of range, or a circuit breaker does not exist; the settings stay
     *     as they were
     */
    public RetrySettings update(String name, Consumer<RetrySettingsBuilder> change) {
        RetryPolicy policy = get(name);
        RetrySettings before;
        RetrySettings changed;
        synchronized (changes) {
            before = policy.settings();
            RetrySettingsBuilder settings = before.toBuilder();
            change.accept(settings);
            changed = settings.build();
            policy.checkBreaker(changed);
            policy.apply(changed);
        }
        tell(before, changed, diagnostics -> diagnostics.changed(name, before, changed));
        return changed;
    }

    /**
     * Undoes every {@link #update} of a policy.
     *
     * @param name the exact name of the policy
     * @return the settings now in force
     * @throws UnknownRetryPolicyException if there is no such policy
     */
    public RetrySettings reset(String name) {
        RetryPolicy policy = get(name);
        RetrySettings before;
        RetrySettings after;
        synchronized (changes) {
            before = policy.settings();
            policy.reset();
            after = policy.settings();
        }
        tell(before, after, diagnostics -> diagnostics.reset(name, before, after));
        return after;
    }

    /**
     * Takes a new configuration. Policies that it does not name keep what they have; names that are new to it are left
     * out, since their beans and meters are made at start-up only.
     *
     * @param settings valid settings by policy name
     * @return the names that were left out
     * @throws UnknownCircuitBreakerException if a circuit breaker does not exist; all settings stay as they were
     */
    public List<String> configure(Map<String, RetrySettings> settings) {
        Map<String, RetrySettings> before = new LinkedHashMap<>();
        Map<String, RetrySettings> after = new LinkedHashMap<>();
        synchronized (changes) {
            configured.forEach((name, policy) -> {
                RetrySettings changed = settings.get(name);
                if (changed != null) {
                    policy.checkBreaker(changed);
                }
            });
            configured.forEach((name, policy) -> {
                RetrySettings changed = settings.get(name);
                if (changed != null) {
                    before.put(name, policy.settings());
                    policy.configure(changed);
                    after.put(name, policy.settings());
                }
            });
        }
        before.forEach((name, old) -> {
            RetrySettings changed = after.getOrDefault(name, old);
            tell(old, changed, diagnostics -> diagnostics.changed(name, old, changed));
        });
        return settings.keySet().stream()
                .filter(name -> !configured.containsKey(name))
                .toList();
    }

    /** After the lock is given back: whoever is told may have to make a bean. */
    private void tell(RetrySettings before, RetrySettings after, Consumer<RetryDiagnostics> change) {
        if (!after.equals(before)) {
            RetryDiagnostics diagnostics = runtime.diagnostics();
            Guard.run(diagnostics, diagnostics, () -> change.accept(diagnostics));
        }
    }

    /**
     * Checks that every circuit breaker exists that a policy names.
     *
     * @throws UnknownCircuitBreakerException if one does not
     */
    public void checkBreakers() {
        for (RetryPolicy policy : all()) {
            policy.checkBreaker(policy.settings());
        }
    }

    private Map<String, RetryPolicy> byName() {
        Map<String, RetryPolicy> found = all;
        if (found == null) {
            found = new LinkedHashMap<>(configured);
            for (RetryPolicy policy : defined.get()) {
                RetryPolicy present = found.putIfAbsent(policy.name(), policy);
                if (present != null && present != policy) {
                    throw new DuplicateRetryPolicyException(policy.name(), origin(policy.name()));
                }
                policy.join(runtime);
            }
            all = found;
        }
        return found;
    }

    private String origin(String name) {
        return configured.containsKey(name) ? PolicyProperty.of(name) : "another RetryPolicy bean";
    }
}
